import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localCounting } from '../../src/engine/local/local-counting.ts';
import { type KeptLinks, keptLinks } from '../../src/risk/events/kept-links.ts';

let home = '';
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'shoal-kept-links-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Two homes, each with a fall and a smoke of one day under one number, and a door of the day after under another. */
function measured(when: readonly string[], one: readonly string[], other: readonly string[]): Promise<KeptLinks> {
  const rows = [1, 2].flatMap((home) => [
    [home, 'fall', ...one, home],
    [home, 'smoke', ...one, home],
    [home + 2, 'door', ...other, home],
  ]);
  const columns = ['event', ...when];
  const path = join(home, `${when.join('-')}.csv`);
  writeFileSync(path, [['GUID', ...columns, '_subject'], ...rows].map((row) => `${row.join(';')}\n`).join(''));
  const log = { path, format: 'csv', number: 'GUID', owner: '_subject', columns, delimiter: ';' } as const;
  return keptLinks(log, { counting: localCounting({ threads: 1 }) });
}

async function mostToldOf(rows: readonly (readonly (string | number)[])[]): Promise<number> {
  const columns = ['event', 'week_number', 'weekday'];
  const path = join(home, 'told.csv');
  writeFileSync(path, [['GUID', ...columns, '_subject'], ...rows].map((row) => `${row.join(';')}\n`).join(''));
  const log = { path, format: 'csv', number: 'GUID', owner: '_subject', columns, delimiter: ';' } as const;
  return (await keptLinks(log, { counting: localCounting({ threads: 1 }) })).mostTold;
}

describe('links kept', () => {
  it('are counted in pairs of a day and of a week, with the events that share a number and those that tell another', async () => {
    const { sameWeek = 0, ...found } = await measured(['week_number', 'weekday'], ['10', '0'], ['10', '1']);
    expect(sameWeek).toBeCloseTo(1 / 3);
    expect(found).toEqual({
      sameDay: 1,
      linkedEvents: expect.closeTo(2 / 3),
      sizes: [expect.closeTo(1 / 3), expect.closeTo(2 / 3), 0, 0, 0, 0],
      certainPartners: expect.closeTo(2 / 3),
      mostTold: 1,
    });
  });

  it('tell of the surest event how many of its subjects it speaks of: by its own text, or by what else happened', async () => {
    const falls = [1, 2, 3, 4].map((home) => [home, 'fall', '10', '0', home]);
    const doors = [1, 2].map((home) => [home, 'door', '10', String(home), home]); // two homes, on different days
    const others = [3, 4, 5, 6].flatMap((home) => ['1', '2'].map((day) => [home * 10 + Number(day), 'door', '10', day, home]));
    const mostTold = await mostToldOf([...falls, ...doors, ...others]);
    expect(mostTold).toBeCloseTo(2 / 4); // of four with a fall two have a door, each another
  });

  it('tell of it although many others are in more sets, all of one home', async () => {
    const many = Array.from({ length: 9 }, (_, i) => `a${i}`);
    const sets = Array.from({ length: 20 }, (_, set) => [...many, `c${set}`].map((event) => [set, event, '10', '0', 1])).flat();
    const lone = Array.from({ length: 9 }, (_, i) => i + 2).flatMap((home) =>
      [...many, ...Array.from({ length: 20 }, (_, c) => `c${c}`)].map((event, i) => [home * 100 + i, event, '10', '0', home]),
    );
    const pair = [1, 2, 3, 4].flatMap((home) => [
      [5000 + home, 'fall', '10', '0', home],
      [(home < 3 ? 5000 : 6000) + home, 'door', '10', '0', home],
    ]);
    expect(await mostToldOf([...sets, ...lone, ...pair])).toBeCloseTo(2 / 4); // of the others, one of ten
  });

  it('are told of days and weeks only where published columns say which they were', async () => {
    const byWeek = await measured(['week_number'], ['10'], ['10']);
    expect(byWeek).toMatchObject({ sameWeek: expect.closeTo(1 / 3) });
    expect(byWeek).not.toHaveProperty('sameDay');
    const byDate = await measured(['month', 'day'], ['3', '4'], ['3', '5']);
    expect(byDate).toMatchObject({ sameDay: 1 });
    expect(byDate).not.toHaveProperty('sameWeek');
  });
});
