import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Page, chromium as playwright } from 'playwright-core';
import { startChromium } from '../../../chromium.ts';
import { daysCsv } from '../../../cli/days.ts';
import { isUp, type Target } from './asking.ts';
import { noteAnswer, noteFault } from './tally.ts';

/** Somebody at a screen, who is let in first: drops a file, looks at it, chooses, goes home and takes the file away, again and again, until it is over. */
export async function openStudio(address: string, target: Target): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'shoal-visitor-'));
  const lent = await startChromium(tmpdir());
  const browser = await playwright.connect(lent.address);
  const page = await browser.newPage({ reducedMotion: 'reduce' });
  page.setDefaultTimeout(60_000); // on a busy machine, and not for ever where the server went in between
  page.on('pageerror', (error) => noteFault(target.tally, `the studio: ${error.message}`));
  page.on('response', (answer) => {
    const path = new URL(answer.url()).pathname.replaceAll(/[0-9a-z]{16,}/g, ':id');
    noteAnswer(target.tally, `the studio, ${path}`, answer.status(), answer.headers()['retry-after']);
  });
  await page.goto(address);
  await page.getByLabel('Token').fill(target.token);
  await page.getByLabel('Token').press('Enter');
  await page.locator('input[type=file]').waitFor({ state: 'attached' }); // a heading stands at the door, too: only this tells that it is let in
  const { origin } = new URL(address);
  const path = join(folder, 'days.csv');
  writeFileSync(path, daysCsv(120));
  return async () => {
    try {
      while (!target.over) {
        const { epoch } = target;
        try {
          if (isUp(target)) {
            await page.goto('about:blank');
            await page.goto(`${origin}/studio/#/`);
            await page.locator('input[type=file]').setInputFiles(path);
            await page.waitForURL(/\/look$/);
            const work = /work\/([0-9a-f]{16})/.exec(page.url())?.[1] ?? '';
            for (const screen of ['protection', 'run']) {
              await page.goto(`${origin}/studio/#/work/${work}/${screen}`);
              await page.getByRole('heading', { level: 1 }).waitFor();
              await wait(1500);
            }
            await page.goto(`${origin}/studio/#/`);
            await takeAway(page, work);
            target.tally.visits++;
          }
        } catch (error) {
          if (epoch === target.epoch && !target.over)
            noteFault(target.tally, `the studio: ${(error as Error).message.split('\n')[0]}`);
        }
        await wait(target.over ? 0 : 3000);
      }
    } finally {
      await browser.close();
      await lent.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  };
}

/** Nobody may keep more than a hundred files: who never takes one away is told so, and gets no further. */
async function takeAway(page: Page, work: string): Promise<void> {
  const own = page.locator(`li:has(a[href*="${work}"])`);
  await own.getByRole('button', { name: /^Remove the work/ }).click();
  await own.getByRole('button', { name: /^Remove: / }).click();
  await own.waitFor({ state: 'detached' });
}
