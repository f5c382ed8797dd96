import { appendFileSync, cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { campaign } from '../suite/draws.ts';
import { aStudio, lookAt, type TestStudio } from './a-studio.ts';
import { dragIn, keyboard, mouse, openVerify, prove, tabTo, walk } from './hands.ts';

let studio: TestStudio;
let page: Page;
const archives: string[] = [];
beforeAll(async () => {
  studio = await aStudio();
  page = await studio.open();
});
afterAll(() => studio?.remove());
beforeEach(async () => {
  await page.goto(`${studio.url}/studio/#/`);
  await page.getByText('Drop a file here').waitFor();
});

const kinds = [
  ['series', 'work', 120],
  ['events', 'events', 1500],
  ['tables', 'tolls', 300],
] as const;
const [series, ...others] = kinds;

it('series: by mouse from a dropped file to a proved archive, with a reload in every screen', async () => {
  const archive = await walk(page, mouse, {
    file: await studio.sample('work', 120),
    folder: studio.folder,
    async at(screen, ready) {
      const address = page.url();
      await page.reload();
      await ready.waitFor();
      expect(page.url()).toBe(address);
      if (screen === 'run' || screen === 'made') await lookAt(page, `work-${screen}`);
    },
  });
  archives.push(archive);
  await signAndCopy();
  await prove(page, mouse, archive);
  await lookAt(page, 'verify-work');
  expect(studio.noise).toEqual([]);
});

it.runIf(campaign > 1)('events: by mouse too', async () => {
  const archive = await walk(page, mouse, {
    file: await studio.sample('events', 1500),
    folder: studio.folder,
    async at() {},
  });
  await prove(page, mouse, archive);
  expect(studio.noise).toEqual([]);
}); // of tables the pictures of the documentation are made by mouse

/** What is on the screen of a release beside its archive. */
async function signAndCopy(): Promise<void> {
  await page.frameLocator('iframe').getByRole('heading', { name: 'Verdict' }).waitFor();
  await page.getByLabel('Name').fill('Ana Novak');
  await page.getByLabel('Role').fill('Data protection officer');
  await page.getByRole('button', { name: 'Sign' }).click();
  await page.getByText('Ana Novak, Data protection officer').waitFor();
  await lookAt(page, 'release-series');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: studio.url });
  for (const [name, text] of [
    ['shoal.yaml', 'input: data.csv'],
    ['Command', 'shoal run data.csv --policy shoal.yaml'],
    ['curl', 'curl -F policy='],
  ]) {
    const snippet = page.locator('details').filter({ has: page.locator('summary', { hasText: name }) });
    if (!(await snippet.getByRole('button').isVisible())) await snippet.locator('summary').click();
    await snippet.getByRole('button', { name: /^Copy/ }).click();
    await snippet.getByText('Copied').waitFor();
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toContain(text);
  }
  await page.getByLabel('Language').selectOption('it');
  await page.getByText('Da valutare').first().waitFor();
  await page.getByLabel('Lingua').selectOption('en');
}

it.each(campaign > 1 ? [...others, series] : others)('%s: by keyboard alone, all the way', async (_, kind, rows) => {
  const archive = await walk(page, keyboard, {
    file: await studio.sample(kind, rows),
    folder: studio.folder,
    async at(screen) {
      if (kind === 'tolls' && screen === 'roles') await moveByArrows();
      if (kind === 'tolls' && screen === 'protection') await chooseByArrows();
      if (kind === 'tolls' ? screen === 'release' : kind === 'events' && screen !== 'preview' && screen !== 'made')
        await lookAt(page, `${kind}-${screen}`);
    },
  });
  archives.push(archive);
  await prove(page, keyboard, archive);
  if (kind === 'events') await lookAt(page, 'verify-events');
  expect(studio.noise).toEqual([]);
});

async function moveByArrows(): Promise<void> {
  const name = await page.locator('[data-column]').last().getAttribute('data-column');
  const chip = page.locator(`[data-column="${name}"]`);
  const zone = () => page.locator('section.zone').filter({ has: chip }).getAttribute('aria-label');
  const before = await zone();
  await tabTo(chip);
  await page.keyboard.press(before === 'Never leaves' ? 'ArrowLeft' : 'ArrowRight');
  await expect.poll(zone, { timeout: 60_000 }).not.toBe(before);
  await page.keyboard.press('Control+z');
  await expect.poll(zone, { timeout: 60_000 }).toBe(before);
}

async function chooseByArrows(): Promise<void> {
  await tabTo(page.locator('input[name=audience]:checked'));
  await page.keyboard.press('ArrowDown');
  await page.getByText('Behind each published row stand at least 10 persons.').waitFor();
  await page.keyboard.press('ArrowUp');
  await page.getByText('Behind each published row stand at least 5 persons.').waitFor();
}

it('proves a folder that is dragged in, names each breach of what was changed, and refuses what is no release', async () => {
  const release = /(\w+)\.zip$/.exec(archives[0])?.[1] ?? '';
  const changed = join(studio.folder, 'changed');
  cpSync(join(studio.folder, 'state/jobs', release, 'release'), changed, { recursive: true });
  await openVerify(page, mouse);
  await dragIn(page, page.locator('.drop'), [changed]);
  await page.getByText('It holds').waitFor();
  await page.reload();
  await lookAt(page, 'verify');
  appendFileSync(join(changed, 'prism_anonymized.csv'), '1,2\n');
  await page.locator('input[type=file]').nth(1).setInputFiles(changed);
  await page.getByText('It does not hold').waitFor();
  await page.getByText('prism_anonymized.csv').first().waitFor();
  await lookAt(page, 'verify-broken');
  await page.getByRole('button', { name: 'Prove another' }).click();
  const wrong = join(studio.folder, 'wrong.zip');
  writeFileSync(wrong, 'not a zip');
  await dragIn(page, page.locator('.drop'), [wrong]);
  await page.getByRole('alert').waitFor();
  await lookAt(page, 'verify-wrong');
});

it('lists what was made, and compares it, after a reload too', async () => {
  await page.getByRole('heading', { name: 'Releases made here' }).waitFor();
  await lookAt(page, 'home-releases');
  await page.getByRole('navigation').getByRole('link', { name: 'Compare' }).click();
  await page.getByRole('checkbox').first().waitFor();
  for (const box of [page.getByRole('checkbox').first(), page.getByRole('checkbox').last()]) await box.check();
  await page.getByRole('link', { name: 'Compare 2 releases' }).press('Enter');
  await page.getByRole('rowheader', { name: 'Protection' }).waitFor();
  await page.reload();
  await page.getByRole('rowheader', { name: 'Protection' }).waitFor();
  await lookAt(page, 'compare');
  expect(studio.noise).toEqual([]);
});
