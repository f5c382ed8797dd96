import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { generate, serve } from 'shoal';
import { startChromium } from '../test/chromium.ts';

/**
 * Seconds until a browser that was never there before shows the first picture of the studio, the median of nine, and until Look shows a file of
 * 3,000 rows. The page tells its own times: how long the machine's other work kept it waiting is in them.
 */
const folder = mkdtempSync(join(tmpdir(), 'shoal-bench-'));
const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
const firstPaint = `performance.getEntriesByName('first-contentful-paint')[0]?.startTime / 1000`;

const started = await serve({ state: join(folder, 'state'), studio: true, port: 0, stopTime: 0 });
if (!started.ok) throw new Error(started.problems[0].what);
const lent = await startChromium(tmpdir());
const browser = await chromium.connect(lent.address);
try {
  const { url, studio = '' } = started.value;
  const entered = await browser.newContext();
  const first = await entered.newPage();
  await first.goto(studio);
  await first.getByRole('heading', { level: 1 }).waitFor();
  const cookies = await entered.cookies();
  const paints: number[] = [];
  for (let run = 0; run < 9; run++) {
    const context = await browser.newContext(); // nothing cached
    await context.addCookies(cookies);
    const page = await context.newPage();
    await page.goto(`${url}/studio/`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    paints.push(await page.evaluate<number>(firstPaint));
    await context.close();
  }
  console.log(`| first picture | ${median(paints).toFixed(2)} s |`);
  const file = join(folder, 'work.csv');
  await generate('work', { rows: 3000, seed: 1, out: file });
  const begun = performance.now();
  await first.locator('input[type=file]').setInputFiles(file);
  await first.locator('table.list').first().waitFor();
  console.log(`| a file of 3,000 rows, until Look shows it | ${((performance.now() - begun) / 1000).toFixed(2)} s |`);
} finally {
  await browser.close();
  await lent.stop();
  await started.value.stop();
  rmSync(folder, { recursive: true, force: true });
}
