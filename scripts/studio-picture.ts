// Pictures of the studio as a browser shows it, for README.md and docs/studio.md: made-up people, from a dropped file on.
import { join } from 'node:path';
import chromium from '@sparticuz/chromium';
import { type Page, chromium as playwright } from 'playwright-core';
import { serve } from 'shoal';

const jobs = ['baker', 'carpenter', 'clerk', 'driver', 'farmer', 'gardener', 'nurse', 'teacher'];
const findings = ['asthma', 'back pain', 'diabetes', 'flu', 'fracture', 'migraine', 'none'];

/** Two thousand made-up patients, the same ones each time. */
function patients(): string {
  let state = 7;
  const draw = (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  const rows = Array.from({ length: 2000 }, (_, row) =>
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

export async function pictureStudio(out: string, state: string): Promise<void> {
  const started = await serve({ port: 0, state, studio: true, stopTime: 0 });
  if (!started.ok) throw new Error(started.problems[0].what);
  const args = chromium.args.filter((arg) => arg !== '--single-process' && arg !== '--no-zygote'); // with them it outlives its page
  const browser = await playwright.launch({ executablePath: await chromium.executablePath(), args });
  try {
    const page = await browser.newPage({ viewport: { width: 1120, height: 760 }, locale: 'en-GB', reducedMotion: 'reduce' });
    await page.goto(started.value.studio ?? '');
    await page.getByText('Drop a file here').waitFor();
    await keep(page, out, 'studio-home');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'patients.csv', mimeType: 'text/csv', buffer: Buffer.from(patients()) });
    await page.getByText('Who stands alone').waitFor();
    await keep(page, out, 'studio-look');
    await page.getByRole('link', { name: 'Next: Roles' }).click();
    await page.getByRole('region', { name: 'Never leaves' }).waitFor();
    await page.locator('.alone .figure strong').waitFor();
    await keep(page, out, 'studio-roles');
    await page.getByRole('link', { name: 'Next: Protection' }).click();
    const planned = page.waitForResponse(
      (answer) => answer.request().postData()?.includes('"k":11,') === true && answer.url().endsWith('/plan'),
    );
    await page.getByRole('radio', { name: /^Anyone/ }).check();
    await planned;
    await page.getByRole('heading', { name: 'This can be made' }).waitFor();
    await keep(page, out, 'studio-protection');
  } finally {
    await browser.close();
    await started.value.stop();
  }
}

async function keep(page: Page, out: string, name: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: join(out, `${name}-${colorScheme}.png`) });
  }
}
