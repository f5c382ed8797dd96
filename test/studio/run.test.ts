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

it('tells why there can be no release, and where to change it', async () => {
  const page = await studio.open();
  await dropFor(page, await studio.sample('work', 300), { k: 400 });
  await page.getByText('k is 400').first().waitFor();
  expect(await page.getByRole('link', { name: 'Change it in Protection' }).getAttribute('href')).toMatch(/\/protection$/);
  await lookAt(page, 'run-refused');
  await page.close();
});

it('shows how far a job is, after a reload too; cancels, makes it again, and hears how it ended though the server was away', async () => {
  const page = await studio.open();
  await dropFor(page, await studio.sample('work', 12_000));
  await page.getByRole('button', { name: 'Make the release' }).dblclick(); // two clicks are one job
  await page.getByRole('button', { name: 'Cancel' }).waitFor();
  await page.reload();
  await page.getByRole('progressbar', { name: 'Read' }).waitFor();
  await page.locator('.run-steps .now').getByText('under way').waitFor();
  const { jobs } = await page.evaluate<{ jobs: unknown[] }>("fetch('/api/v1/releases').then((answer) => answer.json())");
  expect(jobs).toHaveLength(1);
  await lookAt(page, 'run-under-way');
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
