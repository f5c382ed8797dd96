import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { serve } from 'shoal';
import { afterAll, expect, it } from 'vitest';
import { openBrowser } from '../report/browser.ts';

const folder = mkdtempSync(join(tmpdir(), 'shoal-safe-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Values that could come from nowhere but the data, one in each column and in the name of the file. */
const secrets = ['zqperson', '41.77', 'zqtown', 'zqillness', 'zqremark', 'zqfile'];

function writeData(): string {
  const path = join(folder, 'zqfile.csv');
  const rows = Array.from(
    { length: 300 },
    (_, place) =>
      `zqperson${place},${(41.77 + (place % 50)).toFixed(2)},zqtown${place % 7},zqillness${place % 4},zqremark ${place}`,
  );
  writeFileSync(path, ['person,weight,town,illness,remark', ...rows, ''].join('\n'));
  return path;
}

interface Heard {
  readonly log: unknown[];
  readonly addresses: string[];
  readonly errors: string[];
}

async function goThroughAll(page: Page, file: string): Promise<void> {
  const next = async (name: string) => {
    await page.getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
  };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.waitForURL(/\/look$/);
  await page.getByRole('rowheader', { name: 'person' }).waitFor();
  await next('Next: Roles');
  await page.getByText('Alone', { exact: true }).waitFor();
  await next('Next: Protection');
  await page.getByLabel('k, people who look alike').fill('400');
  await page.getByLabel('k, people who look alike').press('Tab');
  await page.getByText('k is 400').first().waitFor(); // a refusal
  await page.getByLabel('k, people who look alike').fill('5');
  await page.getByLabel('k, people who look alike').press('Tab');
  await next('Next: Preview');
  await page.getByText('zqillness').first().waitFor(); // the original is shown here, and nowhere kept
  await next('Next: Run');
  await page.getByRole('button', { name: 'Make the release' }).click();
  await page.getByRole('link', { name: 'Open the release' }).click({ timeout: 60_000 });
  await page.getByText('Who agrees').waitFor();
  for (const screen of ['Compare', 'Verify', 'Home']) await next(screen);
  await page.getByText('Drop a file here').waitFor(); // the screen before has places for files, too
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'zqfile.csv', mimeType: 'text/csv', buffer: Buffer.from('zqperson\n"zqtown') });
  await page.getByRole('alert').waitFor(); // a broken file
}

/** Everything that the browser keeps after the page is gone. */
const keptByBrowser = (page: Page): Promise<string> =>
  page.evaluate(`(async () => JSON.stringify([
    { ...localStorage }, { ...sessionStorage }, document.cookie, document.title, history.state,
    await indexedDB.databases(), 'caches' in globalThis ? await caches.keys() : [],
  ]))()`);

it('leaves no value of the data in the log, an address, the storage of the browser or an error, on the way through all screens', async () => {
  const heard: Heard = { log: [], addresses: [], errors: [] };
  const note = (what: unknown) => void heard.log.push(what instanceof Error ? what.stack : what);
  const started = await serve(
    { state: join(folder, 'state'), studio: true, port: 0, rate: 100_000, stopTime: 0 },
    { onAnswer: note, onProblem: note, onFault: note, onInvitation: note },
  );
  if (!started.ok) throw new Error(started.problems[0].what);
  const browser = await openBrowser();
  const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce' });
  try {
    const page = await context.newPage();
    page.on('request', (request) => heard.addresses.push(request.url(), JSON.stringify(request.headers())));
    page.on('framenavigated', (frame) => heard.addresses.push(frame.url()));
    page.on('console', (message) => heard.errors.push(message.text()));
    page.on('response', async (answer) => {
      if (answer.status() >= 400) heard.errors.push(await answer.text().catch(() => ''));
    });
    await page.goto(started.value.studio ?? '');
    await goThroughAll(page, writeData());
    const kept = [await keptByBrowser(page), JSON.stringify(await context.cookies())];
    expect(heard.log.length).toBeGreaterThan(10);
    expect(heard.errors.length).toBeGreaterThan(0);
    const found = Object.entries({ ...heard, kept }).flatMap(([place, all]) =>
      secrets.filter((secret) => JSON.stringify(all).includes(secret)).map((secret) => `${secret} in ${place}`),
    );
    expect(found).toEqual([]);
  } finally {
    await context.close();
    await browser.close();
    await started.value.stop();
  }
}, 120_000);
