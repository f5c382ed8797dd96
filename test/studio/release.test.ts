import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aStudio, lookAt, type TestStudio } from './a-studio.ts';

let studio: TestStudio;
beforeAll(async () => {
  studio = await aStudio();
});
afterAll(() => studio?.remove());

/** Drops a file, and opens the screen where its release is made. */
async function dropFor(page: Page, path: string, choices: object = {}): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(path);
  await page.waitForURL(/\/look$/);
  const work = /work\/([0-9a-f]{16})/.exec(page.url())?.[1] ?? '';
  if (Object.keys(choices).length > 0)
    await page.evaluate(
      async ([id, more]) => {
        const { revision, content } = (await (await fetch(`/studio/works/${id}`)).json()) as {
          revision: number;
          content: { steps: object[] };
        }; // a work as the server keeps it
        const body = JSON.stringify({ revision, content: { at: 0, steps: [{ ...content.steps[0], ...more }] } });
        await fetch(`/studio/works/${id}`, { method: 'PUT', headers: { 'content-type': 'application/json' }, body });
      },
      [work, choices] as const,
    );
  await page.goto('about:blank');
  await page.goto(`${studio.url}/studio/#/work/${work}/run`);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

it('makes a release of series, shows what is kept and to weigh, and takes a signature', async () => {
  const page = await studio.open();
  await dropFor(page, await studio.sample('work', 300));
  await page.getByText('Prove every promise').waitFor();
  await lookAt(page, 'run-plan');
  await page.getByRole('button', { name: 'Make the release' }).dblclick(); // two clicks are one job
  await page.getByRole('link', { name: 'Open the release' }).waitFor();
  await lookAt(page, 'run-done');
  await page.reload();
  await page.getByRole('link', { name: 'Open the release' }).click();
  await page.frameLocator('iframe').getByRole('heading', { name: 'Verdict' }).waitFor();
  await page.getByLabel('Name').fill('Ana Novak');
  await page.getByLabel('Role').fill('Data protection officer');
  await page.getByRole('button', { name: 'Sign' }).click();
  await page.getByText('Ana Novak, Data protection officer').waitFor();
  await lookAt(page, 'release-series');
  await page.getByText('shoal.yaml', { exact: true }).click();
  expect(await page.locator('.snippet').first().textContent()).toContain('input: data.csv');
  await page.getByLabel('Language').selectOption('it');
  await page.getByText('Da valutare').first().waitFor();
  await page.getByLabel('Lingua').selectOption('en');
  const jobs = await page.evaluate<{ jobs: unknown[] }>("fetch('/api/v1/releases').then((answer) => answer.json())");
  expect(jobs.jobs).toHaveLength(1);
  await page.close();
  expect(studio.noise).toEqual([]);
});

it.each(['events', 'tolls'] as const)('makes a release of %s by keyboard alone, and saves it', async (kind) => {
  const page = await studio.open();
  await dropFor(page, await studio.sample(kind, 1500));
  await page.getByRole('button', { name: 'Make the release' }).press('Enter');
  await page.getByRole('link', { name: 'Open the release' }).press('Enter');
  await page.getByText('Who agrees').waitFor();
  await lookAt(page, `release-${kind}`);
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Save what may leave' }).press('Enter'),
  ]);
  const zip = join(studio.folder, `${kind}.zip`);
  await saved.saveAs(zip);
  expect(readFileSync(zip).subarray(0, 2).toString()).toBe('PK');
  await page.close();
  expect(studio.noise).toEqual([]);
});

it('tells why there can be no release, and where to change it', async () => {
  const page = await studio.open();
  await dropFor(page, await studio.sample('work', 300), { k: 400 });
  await page.getByText('k is 400').first().waitFor();
  expect(await page.getByRole('link', { name: 'Change it in Protection' }).getAttribute('href')).toMatch(/\/protection$/);
  await lookAt(page, 'run-refused');
  await page.close();
});

it('cancels, makes it again, and hears how it ended though the server was away meanwhile', async () => {
  const page = await studio.open();
  await dropFor(page, await studio.sample('work', 20_000));
  await page.getByRole('button', { name: 'Make the release' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('It was cancelled').waitFor();
  await page.getByRole('button', { name: 'Make it again' }).click();
  await page.getByRole('button', { name: 'Cancel' }).waitFor();
  await studio.stop();
  await studio.start();
  await page.getByText(/No release was made|It is made/).waitFor({ timeout: 40_000 }); // one that waited is taken up again
  await page.close();
  expect(studio.noise).toEqual([]);
});
