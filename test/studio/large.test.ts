import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aStudio, type TestStudio } from './a-studio.ts';

let studio: TestStudio;
let file = '';
beforeAll(async () => {
  studio = await aStudio({ firstLook: '100KB' }); // so a text of 1.6 MB is a large one; two pieces are what goes over 8 MB
  file = join(studio.folder, 'large.csv');
  const row = (place: number) => `p${place},${20 + (place % 60)},${1000 + (place % 97)},${'abcdefghij'.repeat(8)}${place % 9}`;
  writeFileSync(file, ['person,age,postcode,remark', ...Array.from({ length: 92_000 }, (_, place) => row(place)), ''].join('\n'));
});
afterAll(() => studio?.remove());

/** Where each piece began that was sent, and a line that breaks where a test says so. */
async function watchPieces(page: Page, breaks: (piece: number) => boolean): Promise<readonly number[]> {
  const pieces: number[] = [];
  await page.route('**/api/v1/uploads/*', (route: Route) => {
    if (route.request().method() !== 'PATCH') return route.continue();
    pieces.push(Number(route.request().headers()['upload-offset']));
    return breaks(pieces.length) ? route.abort('connectionreset') : route.continue();
  });
  return pieces;
}

/** Lets the look at all rows wait until it is let go: by itself it may be over before anybody sees the first rows. */
async function holdSecondLook(page: Page): Promise<() => void> {
  let letGo = () => {};
  const isLetGo = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let looks = 0;
  await page.route('**/api/v1/inspect', async (route) => {
    looks++;
    if (looks > 1) await isLetGo;
    await route.continue();
  });
  return letGo;
}

const eightMegabytes = 8 * 1024 * 1024;

it('sends a large file in pieces with a bar, goes on after a lost connection, and looks at its first lines first', async () => {
  const page = await studio.open();
  const pieces = await watchPieces(page, (piece) => piece === 2);
  const lookAtAll = await holdSecondLook(page);
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('progressbar').waitFor();
  await page.waitForURL(/\/look$/);
  expect(pieces).toEqual([0, eightMegabytes, eightMegabytes]);
  await page.getByText(/These are the first [\d,]+ rows/).waitFor();
  lookAtAll();
  await page.getByText('92,000 rows').waitFor(); // then all of it
  expect(await page.locator('*').count()).toBeLessThan(600);
  expect(await page.evaluate('Object.keys(localStorage).concat(Object.keys(sessionStorage))')).toEqual([]);
  await page.close();
  expect(studio.noise).toEqual([]);
});

it('goes on where it was after the page was loaded anew, and shows meanwhile that something is half sent', async () => {
  const page = await studio.open();
  const first = await watchPieces(page, (piece) => piece > 1);
  await page.locator('input[type=file]').setInputFiles(file);
  await expect.poll(() => first.length, { timeout: 60_000 }).toBeGreaterThan(1);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.close();
  const again = await studio.open();
  await again.getByText('of a file has arrived').waitFor();
  const pieces = await watchPieces(again, () => false);
  await again.locator('input[type=file]').setInputFiles(file);
  await again.waitForURL(/\/look$/);
  expect(pieces).toEqual([eightMegabytes]);
  await again.close();
});
