import { afterAll, beforeAll, expect, it } from 'vitest';
import { aStudio, lookAt, type TestStudio } from './a-studio.ts';

let studio: TestStudio;
beforeAll(async () => {
  studio = await aStudio();
});
afterAll(() => studio?.remove());

it('lets a browser in by an address that works once, and nobody without', async () => {
  const used = studio.address();
  const page = await studio.open();
  expect(page.url()).toBe(`${studio.url}/studio/#/`);
  expect(studio.address()).not.toBe(used);
  const stranger = await studio.stranger();
  await stranger.getByText('This browser has no key').waitFor();
  await stranger.goto(used);
  await stranger.reload();
  await stranger.getByText('This browser has no key').waitFor();
  expect((await fetch(`${studio.url}/api/v1/uploads`)).status).toBe(401);
  await lookAt(stranger, 'sign-in');
  await page.close();
});

it('shows where to begin', async () => {
  const page = await studio.open();
  await lookAt(page, 'home-empty');
  await page.close();
  expect(studio.noise).toEqual([]);
});

it('takes a file, shows what is in it, and survives a reload', async () => {
  const page = await studio.open();
  await page.locator('input[type=file]').setInputFiles(await studio.sample('work', 300));
  await page.getByText('Who stands alone').waitFor();
  expect(page.url()).toMatch(/#\/work\/[0-9a-f]{16}\/look$/);
  await lookAt(page, 'look-series');
  await page.reload();
  await page.getByText('Who stands alone').waitFor();
  await page.close();
  expect(studio.noise).toEqual([]);
});
