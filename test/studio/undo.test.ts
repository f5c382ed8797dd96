import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aStudio, type TestStudio } from './a-studio.ts';

let studio: TestStudio;
let page: Page;
beforeAll(async () => {
  studio = await aStudio();
  page = await studio.open();
});
afterAll(() => studio?.remove());

type Choice = readonly [name: string, choose: () => Promise<unknown>, shown: () => Promise<unknown>];

/** Takes each choice, undoes it, does it again and undoes it again: what is shown follows. */
async function undoEach(choices: readonly Choice[]): Promise<void> {
  for (const [name, choose, shown] of choices) {
    const before = await shown();
    await choose();
    await follows(shown, name).not.toEqual(before);
    const after = await shown();
    await page.getByRole('button', { name: 'Undo' }).click();
    await follows(shown, `${name}, undone`).toEqual(before);
    await page.getByRole('button', { name: 'Redo' }).click();
    await follows(shown, `${name}, done again`).toEqual(after);
    await page.getByRole('button', { name: 'Undo' }).click();
    await follows(shown, `${name}, undone at last`).toEqual(before);
  }
}

const follows = (shown: () => Promise<unknown>, message: string) => expect.poll(shown, { message, timeout: 60_000 });

async function drop(name: string, rows: readonly string[]): Promise<void> {
  await page.goto(`${studio.url}/studio/#/`);
  await page.getByText('Drop a file here').waitFor();
  const buffer = Buffer.from(`${rows.join('\n')}\n`);
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer });
  await page.getByRole('link', { name: 'Next: Roles' }).waitFor();
}

const next = (screen: string): Promise<void> => page.getByRole('link', { name: `Next: ${screen}` }).click();
const set = async (field: Locator, value: string): Promise<void> => {
  await field.fill(value);
  await field.press('Enter');
};
const checkedIn = (name: string) => (): Promise<string | null> =>
  page.evaluate<string | null>(
    `[...document.querySelectorAll('input[name=${name}]')].findIndex((one) => one.checked).toString()`,
  );

it('undoes how a file is read, who counts as one, and a role; a finger moves columns too', async () => {
  const days = Array.from(
    { length: 60 },
    (_, row) => `p${row % 30},0${1 + (row % 9)}/0${1 + (row % 8)}/2031,${row % 7},x${row % 3}`,
  );
  await drop('days.csv', ['id,day,visits,place', ...days]);
  const asks = page.locator('.asks');
  await page.getByText('Read it differently').click();
  const decimal = page.getByLabel('Before decimals');
  await undoEach([
    ['the order of a date', () => asks.locator('.option').first().click(), () => asks.count()],
    ['the sign of decimals', () => decimal.selectOption(','), () => decimal.inputValue()],
  ]);
  await next('Roles');
  const zoneOf =
    (column: string, where = page) =>
    () =>
      where
        .locator('section.zone')
        .filter({ has: where.locator(`[data-column=${column}]`) })
        .getAttribute('aria-label');
  const who = page.locator('.who');
  await page.locator('[data-column=place]').waitFor();
  await undoEach([
    [
      'each row',
      () => who.getByRole('button', { name: 'Each row is one person' }).click(),
      () => who.getByRole('button').innerText(),
    ],
    ['a role', () => page.locator('[data-column=place]').press('ArrowRight'), zoneOf('place')],
  ]);
  const finger = await studio.touched(new URL(page.url()).hash);
  await finger.locator('[data-column=place]').tap();
  await finger.getByRole('group', { name: 'Move place to' }).getByRole('button', { name: 'Never leaves' }).tap();
  await follows(zoneOf('place', finger), 'a finger').toBe('Never leaves');
  await finger.context().close();
  await page.reload();
  await follows(zoneOf('place'), 'in the other browser').toBe('Never leaves');
});

it('undoes every number, who receives it, and the method', async () => {
  await page.goto(`${studio.url}/studio/#/`);
  await page.locator('input[type=file]').setInputFiles(await studio.sample('work', 120));
  await next('Roles');
  await next('Protection');
  await page.getByRole('heading', { name: 'This can be made' }).waitFor();
  const numbers = ['k, people', 'P, people'].map((name) => page.getByLabel(name));
  await keepWhatIsTyped(numbers[0]);
  const tick = page.getByRole('checkbox', { name: /^l, / });
  await page.locator('summary', { hasText: 'Method' }).click();
  await undoEach([
    ['k', () => setPromised(numbers[0], '7'), () => promised(numbers[0])],
    ['P', () => setPromised(numbers[1], '3'), () => promised(numbers[1])],
    ['l', () => tick.click(), () => tick.isChecked()],
    ['the method', () => page.getByRole('radio', { name: /^naive/ }).check(), checkedIn('method')],
    ['who receives it', () => page.getByRole('radio', { name: /^Anyone/ }).check(), checkedIn('audience')], // last, as it sets the numbers too
  ]);
  await page.goto(`${studio.url}/studio/#/`);
  await page.locator('input[type=file]').setInputFiles(await studio.sample('events', 600));
  await next('Roles');
  await next('Protection');
  const links = page.getByLabel('What links the events of one person');
  await undoEach([['what links events', () => links.selectOption('drop'), () => links.inputValue()]]);
  expect(studio.noise).toEqual([]);
});

/** A number as it was chosen, and all that the policy with it promises: P follows k, once the policy has come. */
const promised = async (field: Locator): Promise<readonly string[]> => [
  await field.inputValue(),
  await page.locator('.promises').innerText(),
];

/** A number that was set, once what is promised says it: until then the page shows the new number beside the old promise. */
async function setPromised(field: Locator, value: string): Promise<void> {
  await set(field, value);
  await page.locator('.promises').getByText(`at least ${value} `).first().waitFor();
}

/** An answer that comes while a number is typed draws the screen anew; and a number may go back before the answer to it is there. */
async function keepWhatIsTyped(field: Locator): Promise<void> {
  const held: (() => void)[] = [];
  let isHolding = true;
  await page.route('**/api/v1/draft', async (route) => {
    if (isHolding) await new Promise<void>((resolve) => held.push(resolve));
    await route.continue().catch(() => undefined); // the page may have given it up
  });
  for (const [place, value] of ['6', '5', '6'].entries()) {
    await set(field, value);
    await expect.poll(() => held.length, { timeout: 60_000 }).toBe(place + 1);
  }
  await field.fill('61');
  isHolding = false;
  for (const letGo of held) letGo();
  await page.getByText('at least 6 ').first().waitFor();
  expect(await field.inputValue()).toBe('61');
  await set(field, '5');
  await page.getByText('at least 5 ').first().waitFor();
  await page.getByRole('heading', { name: 'This can be made' }).waitFor();
  await page.unroute('**/api/v1/draft');
}
