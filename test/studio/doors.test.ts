import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { generate } from 'shoal';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aStudio, lookAt, type TestStudio } from './a-studio.ts';

const token = 'the-key-of-ana-0123456789abcdef';
const second = 'what-must-stay-0123456789abcdef';
let studio: TestStudio;
let page: Page;
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'shoal-doors-'));
  const put = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text, { mode: 0o600 });
    return join(folder, name);
  };
  const work = join(folder, 'work.csv');
  expect(await generate('work', { rows: 120, seed: 1, out: work })).toMatchObject({ ok: true });
  const policy = 'subject: ID\nseries: H1..H8\ndrop: [Name, Surname]\nsensitive: Performance_SD\nmethod: naive\nk: 6\n';
  studio = await aStudio({
    tokenFile: put('tokens', `ana ${token}\n`),
    internalTokenFile: put('internal', `${second}\n`),
    sources: { days: work },
    policies: { days: put('days.yaml', policy) },
  });
  page = await studio.stranger();
});
afterAll(() => studio?.remove());

it('lets a person in by a token, and says when it is not known', async () => {
  await page.getByLabel('Token').fill('nobody');
  await page.getByRole('button', { name: 'Come in' }).click();
  await page.getByRole('alert').getByText('This key is not known here').waitFor();
  await lookAt(page, 'sign-in-token');
  await page.getByLabel('Token').fill(token);
  await page.getByLabel('Token').press('Enter');
  await page.getByText('Drop a file here').waitFor();
});

it('makes a release of a source whose policy is fixed: nothing is left to choose', async () => {
  await page.getByRole('button', { name: /^days.*its policy is fixed/s }).click();
  await page.waitForURL(/\/work\/[0-9a-f]{16}\/run$/);
  await page.getByRole('navigation').getByRole('link', { name: 'Look' }).click();
  await page.getByText('What the source days holds is not told here').waitFor();
  await lookAt(page, 'look-fixed');
  await page.getByRole('link', { name: 'Next: Run' }).click();
  await page.getByRole('button', { name: 'Make the release' }).click();
  await page.getByRole('link', { name: 'Open the release' }).click();
  await page.getByText('naive, k 6').waitFor();
});

it('keeps what must stay behind the second token, and closes it again', async () => {
  expect(await page.getByText('Who agrees').count()).toBe(0);
  const form = page.getByLabel('Second token');
  await form.fill('wrong');
  await page.getByRole('button', { name: 'Open this part' }).click();
  await page.getByRole('alert').getByText('This is not the second token.').waitFor();
  expect(await page.getByText('nothing yet').count()).toBe(0); // its policy is the operator's, and promises something
  await lookAt(page, 'release-closed');
  await form.fill(second);
  await form.press('Enter');
  await page.getByText('Who agrees').waitFor();
  await page.reload();
  await page.getByRole('link', { name: 'Save all of it (zip)' }).waitFor();
  await page.getByRole('button', { name: 'Close it again' }).click();
  await form.waitFor();
  await page.reload();
  await form.waitFor();
  expect(studio.noise).toEqual([]);
});
