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

it('refuses a wrong file with the way on, and forgets it when asked', async () => {
  const page = await studio.open();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from([137, 80, 78, 71, 0, 1, 2, 0, 0]) });
  await page.getByRole('alert').getByText('The way on:').waitFor();
  await lookAt(page, 'look-wrong-file');
  await page.getByRole('link', { name: 'Home' }).click();
  await page.getByText('Go on where you were').waitFor();
  await lookAt(page, 'home-works');
  await page.reload();
  await page.getByText('Go on where you were').waitFor();
  const works = page.locator('.rows > li');
  const before = await works.count();
  await works
    .first()
    .getByRole('button', { name: /^Remove/ })
    .click();
  await works
    .first()
    .getByRole('button', { name: /^Remove/ })
    .click();
  await expect.poll(() => works.count(), { timeout: 60_000 }).toBe(before - 1);
  await page.close();
});

it('says that the server is away, and goes on when it is back', async () => {
  const page = await studio.open();
  await page.locator('input[type=file]').setInputFiles(await studio.sample('tolls', 400));
  await page.getByRole('link', { name: 'Next: Roles' }).click();
  await page.getByRole('region', { name: 'Never leaves' }).waitFor();
  await studio.stop();
  await page.getByRole('link', { name: 'Next: Protection' }).click();
  await page.getByText('The server does not answer').waitFor();
  await studio.start();
  await page.getByRole('heading', { name: 'This can be made' }).waitFor();
  expect(await page.getByText('The server does not answer').count()).toBe(0);
  await page.close();
  expect(studio.noise).toEqual([]);
});
