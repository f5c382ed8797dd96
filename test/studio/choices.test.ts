import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aStudio, lookAt, type TestStudio } from './a-studio.ts';

let studio: TestStudio;
let page: Page;
beforeAll(async () => {
  studio = await aStudio();
  page = await studio.open();
  await page.locator('input[type=file]').setInputFiles(await studio.sample('work', 300));
  await page.getByRole('link', { name: 'Next: Roles' }).click();
  await page.getByRole('region', { name: 'Never leaves' }).waitFor();
});
afterAll(() => studio?.remove());

const zone = (name: string) => page.getByRole('region', { name });
const chip = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });
const alone = () => page.locator('.alone .figure strong').innerText();

it('moves columns between four roles by mouse, by press and by arrow keys, and counts who stands alone', async () => {
  await lookAt(page, 'roles-series');
  expect(await alone()).toBe('100%');
  await chip('Name').dragTo(zone('Others could know'));
  await zone('Others could know').getByRole('button', { name: /^Name/ }).waitFor();
  await chip('Name').press('ArrowRight');
  await zone('Readers want').getByRole('button', { name: /^Name/ }).waitFor();
  await chip('Name').click();
  await page.getByRole('button', { name: 'Never leaves' }).click();
  await zone('Never leaves').getByRole('button', { name: /^Name/ }).waitFor();
  await page.getByRole('status').getByText('Name: Never leaves').waitFor({ state: 'attached' });
});

it('undoes each choice, after a reload too, and tells another window', async () => {
  await page.getByRole('button', { name: 'Undo' }).click();
  await zone('Readers want').getByRole('button', { name: /^Name/ }).waitFor();
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByRole('region', { name: 'Readers want' }).getByRole('button', { name: /^Name/ }).waitFor();
  await page.reload();
  await zone('Readers want').getByRole('button', { name: /^Name/ }).waitFor();
  await page.keyboard.press('Control+z');
  await zone('Others could know').getByRole('button', { name: /^Name/ }).waitFor();
  await other.getByText('changed in another window').waitFor();
  await other.getByRole('region', { name: 'Others could know' }).getByRole('button', { name: /^Name/ }).waitFor();
  await other.close();
  await page.getByRole('button', { name: 'Redo' }).click();
  await page.getByRole('button', { name: 'Redo' }).click();
  await zone('Never leaves').getByRole('button', { name: /^Name/ }).waitFor();
});

it('sets numbers by who will receive it, in words with the numbers beside them', async () => {
  let answerSchema = () => {};
  const answered = new Promise<void>((resolve) => {
    answerSchema = resolve;
  });
  await page.route('**/api/v1/schema', (route) => answered.then(() => route.continue()));
  const planned = page.waitForResponse('**/api/v1/plan');
  await page.getByRole('link', { name: 'Next: Protection' }).click();
  await planned;
  const anyone = page.getByRole('radio', { name: /^Anyone/ });
  expect(await anyone.isDisabled(), 'before it is known whether the method can set l').toBe(true);
  answerSchema();
  await page.getByRole('heading', { name: 'This can be made' }).waitFor();
  expect(await page.getByLabel('k, people').inputValue()).toBe('5');
  await anyone.check();
  await page.getByText('Each person hides among at least 11.').waitFor();
  expect(await page.getByLabel('P, people').inputValue()).toBe('11');
  await page.getByText('faces at least 2 different values of Performance_SD').waitFor();
  await page.getByRole('heading', { name: 'This can be made' }).waitFor();
  await lookAt(page, 'protection-series');
  await page.getByLabel('k, people').fill('9000');
  await page.getByLabel('k, people').press('Enter');
  await page.getByText('policy/k-too-large').waitFor();
  await lookAt(page, 'protection-too-large');
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('heading', { name: 'This can be made' }).waitFor();
  expect(studio.noise).toEqual([]);
});
