// Pictures of the studio as a browser shows it, for README.md and docs/studio.md: made-up people, from a dropped file on.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { serve } from 'shoal';
import { mouse, prove, walk } from '../test/studio/hands.ts';

const jobs = ['baker', 'carpenter', 'clerk', 'driver', 'farmer', 'gardener', 'nurse', 'teacher'];
const findings = ['asthma', 'back pain', 'diabetes', 'flu', 'fracture', 'migraine', 'none'];

/** Made-up patients, the same ones each time. */
function patients(count: number): string {
  let state = 7;
  const draw = (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  const rows = Array.from({ length: count }, (_, row) =>
    [
      `P${10_000 + row}`,
      `Person ${row}`,
      18 + draw(40) + draw(34),
      1000 + 10 * draw(24),
      jobs[draw(8)],
      draw(60) === 0 ? '' : draw(9),
      findings[draw(7)],
    ].join(','),
  );
  return `patient_id,name,age,postcode,occupation,visits,diagnosis\n${rows.join('\n')}\n`;
}

/** By mouse, through every screen from a dropped file to a proved archive, with a picture of each. */
export async function pictureStudio(browser: Browser, out: string, folder: string, people = 2000): Promise<void> {
  mkdirSync(folder);
  const file = join(folder, 'patients.csv');
  writeFileSync(file, patients(people));
  const started = await serve({ port: 0, state: join(folder, 'state'), studio: true, stopTime: 0, rate: 100_000 });
  if (!started.ok) throw new Error(started.problems[0].what);
  const context = await browser.newContext({ viewport: { width: 1120, height: 760 }, locale: 'en-GB', reducedMotion: 'reduce' });
  try {
    const page = await context.newPage();
    await page.goto(started.value.studio ?? '');
    await page.getByText('Drop a file here').waitFor();
    await keep(page, out, 'studio-home');
    const at = async (screen: string) => {
      await beforePicture[screen]?.(page);
      if (screen !== 'run') await keep(page, out, `studio-${screen === 'made' ? 'run' : screen}`);
    };
    const archive = await walk(page, mouse, { file, folder, at });
    await prove(page, mouse, archive);
    await keep(page, out, 'studio-verify');
  } finally {
    await context.close();
    await started.value.stop();
  }
}

/** What is waited for, or chosen, on a screen before its picture. */
const beforePicture: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  roles: (page) => page.locator('.alone .figure strong').waitFor(),
  async protection(page) {
    const planned = page.waitForResponse(
      (answer) => answer.request().postData()?.includes('"k":11,') === true && answer.url().endsWith('/plan'),
    );
    await page.getByRole('radio', { name: /^Anyone/ }).check();
    await planned;
    await page.getByRole('heading', { name: 'This can be made' }).waitFor();
  },
};

async function keep(page: Page, out: string, name: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: join(out, `${name}-${colorScheme}.png`) });
  }
}
