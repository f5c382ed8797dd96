import { afterAll, beforeAll, expect, it } from 'vitest';
import { aStudio, lookAt, type TestStudio } from './a-studio.ts';

let studio: TestStudio;
beforeAll(async () => {
  studio = await aStudio();
});
afterAll(() => studio?.remove());

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
