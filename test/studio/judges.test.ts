import { appendFileSync, cpSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aStudio, lookAt, type TestStudio } from './a-studio.ts';

let studio: TestStudio;
beforeAll(async () => {
  studio = await aStudio();
});
afterAll(() => studio?.remove());

/** From a dropped file to a release, by the links and buttons of each screen. */
async function makeFrom(page: Page, path: string): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(path);
  for (const screen of ['Roles', 'Protection', 'Preview', 'Run'])
    await page.getByRole('link', { name: `Next: ${screen}` }).click();
  await page.getByRole('button', { name: 'Make the release' }).click();
  await page.getByRole('link', { name: 'Open the release' }).click({ timeout: 60_000 }); // a trial of settings may be before it
  await page.getByText('Who agrees').waitFor();
}

async function saved(page: Page): Promise<string> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Save what may leave' }).click(),
  ]);
  const path = join(studio.folder, `${Date.now()}.zip`);
  await file.saveAs(path);
  return path;
}

it('previews, takes a dot as a choice that can be undone, and survives a reload', async () => {
  const page = await studio.open();
  await page.locator('input[type=file]').setInputFiles(await studio.sample('work', 300));
  for (const screen of ['Roles', 'Protection', 'Preview']) await page.getByRole('link', { name: `Next: ${screen}` }).click();
  await page.getByRole('heading', { name: 'One group' }).waitFor();
  await page.getByRole('toolbar', { name: 'Settings as dots' }).waitFor({ timeout: 60_000 });
  await lookAt(page, 'preview-series');
  const dots = page.locator('.dot');
  const first = page.locator('.dot[aria-pressed=false]').first();
  await first.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  const name = await page.evaluate<string>("document.activeElement.getAttribute('aria-label')");
  await page.keyboard.press('Enter');
  await page.locator('.dot[aria-pressed=true]').first().waitFor();
  expect(name.length).toBeGreaterThan(10);
  await page.reload();
  await dots.first().waitFor();
  expect(await page.getByRole('button', { name: 'Undo' }).isEnabled()).toBe(true);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.close();
  expect(studio.noise).toEqual([]);
});

it('proves what was saved, names each breach of what was changed, and compares', async () => {
  const page = await studio.open();
  const releases: string[] = [];
  for (const kind of ['work', 'tolls'] as const) {
    await page.goto(`${studio.url}/studio/#/`);
    await makeFrom(page, await studio.sample(kind, 300));
    const zip = await saved(page);
    releases.push(/release\/(\w+)$/.exec(page.url())?.[1] ?? '');
    await page.getByRole('link', { name: 'Verify' }).click();
    await page.locator('input[type=file]').first().setInputFiles(zip);
    await page.getByText('It holds').waitFor();
  }
  await lookAt(page, 'verify-holds');
  await page.getByRole('button', { name: 'Prove another' }).click();
  await lookAt(page, 'verify');
  const changed = join(studio.folder, 'changed');
  cpSync(join(studio.folder, 'state/jobs', releases[0], 'release'), changed, { recursive: true });
  appendFileSync(join(changed, 'prism_anonymized.csv'), '1,2\n');
  await page.locator('input[type=file]').nth(1).setInputFiles(changed);
  await page.getByText('It does not hold').waitFor();
  await page.getByText('prism_anonymized.csv').first().waitFor();
  await lookAt(page, 'verify-broken');
  await page.goto(`${studio.url}/studio/#/compare/`);
  await page.getByRole('checkbox').first().waitFor();
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await page.getByRole('link', { name: 'Compare 2 releases' }).press('Enter');
  await page.getByRole('rowheader', { name: 'Protection' }).waitFor();
  await page.reload();
  await page.getByRole('rowheader', { name: 'Protection' }).waitFor();
  await lookAt(page, 'compare');
  await page.close();
  expect(studio.noise).toEqual([]);
});
