import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';

/** Two ways to use a page: every walk through the studio is possible with either. */
export interface Hands {
  /** Gives a file to the screen. */
  give(page: Page, path: string): Promise<void>;
  /** Presses a link or a button. */
  press(target: Locator): Promise<void>;
}

/** Files are dragged from outside, as from a desktop. */
export const mouse: Hands = {
  give: (page, path) => dragIn(page, page.locator('.drop'), [path]),
  press: (target) => target.click(),
};

/** Nothing but Tab, Enter and what a browser itself asks for. */
export const keyboard: Hands = {
  async give(page, path) {
    const choosing = page.waitForEvent('filechooser'); // long before: a browser that is told late opens a window of its own
    const open = async () => {
      await tabTo(page.locator('input[type=file]').first());
      await page.keyboard.press('Enter');
    };
    const [chooser] = await Promise.all([choosing, open()]);
    await chooser.setFiles(path);
  },
  async press(target) {
    await tabTo(target);
    await target.page().keyboard.press('Enter');
  },
};

/** Drags files or folders from outside of the browser over a place, and lets them go. */
export async function dragIn(page: Page, place: Locator, paths: readonly string[]): Promise<void> {
  await place.waitFor();
  const box = await place.boundingBox();
  if (box === null) throw new Error('It is not shown.');
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: box.x + box.width / 2, y: box.y + box.height / 2, data });
  await session.detach();
}

/** Moves the focus to a place by Tab alone, where it must be seen. */
export async function tabTo(target: Locator): Promise<void> {
  await target.waitFor({ state: 'attached' });
  const page = target.page();
  const reached = target.and(page.locator(':focus-visible'));
  for (let presses = 0; presses < 150; presses++) {
    if ((await reached.count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`No Tab leads to ${target}.`);
}

/** The screens from a file to its release, each with what is there when it is ready. */
const screens: readonly (readonly [name: string, ready: (page: Page) => Locator])[] = [
  ['look', (page) => page.getByRole('link', { name: 'Next: Roles' })],
  ['roles', (page) => page.getByRole('region', { name: 'Never leaves' })],
  ['protection', (page) => page.getByRole('heading', { name: 'This can be made' })],
  ['preview', (page) => page.getByRole('heading', { name: 'One group' })],
  ['run', (page) => page.getByRole('button', { name: 'Make the release' })],
];

/** From a file to what was saved of its release, through every screen; `at` is told of each when it is ready. Gives where the archive is. */
export async function walk(
  page: Page,
  { give, press }: Hands,
  { file, folder, at }: { readonly file: string; readonly folder: string; at(screen: string, ready: Locator): Promise<void> },
): Promise<string> {
  await give(page, file);
  for (const [name, ready] of screens) {
    if (name !== 'look') await press(page.getByRole('link', { name: /^Next: / }));
    await ready(page).waitFor();
    await at(name, ready(page));
  }
  await press(page.getByRole('button', { name: 'Make the release' }));
  const open = page.getByRole('link', { name: 'Open the release' });
  await open.waitFor({ timeout: 60_000 }); // a trial of settings may be before it
  await at('made', open);
  await press(open);
  await page.getByText('Who agrees').waitFor();
  await at('release', page.getByText('Who agrees'));
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    press(page.getByRole('link', { name: 'Save what may leave' })),
  ]);
  const archive = join(folder, `${/release\/(\w+)$/.exec(page.url())?.[1]}.zip`);
  await saved.saveAs(archive);
  return archive;
}

/** Opens the screen that proves releases. It is open when its title has the focus: what was there before is gone. */
export async function openVerify(page: Page, { press }: Hands): Promise<void> {
  await press(page.getByRole('navigation').getByRole('link', { name: 'Verify' }));
  await page.getByRole('heading', { level: 1, name: 'Prove a release' }).and(page.locator(':focus')).waitFor();
}

/** Has the page prove an archive. */
export async function prove(page: Page, hands: Hands, archive: string): Promise<void> {
  await openVerify(page, hands);
  await hands.give(page, archive);
  await page.getByText('It holds').waitFor();
}
