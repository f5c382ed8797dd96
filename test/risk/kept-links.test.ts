import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomFrom } from '../../src/base/random.ts';
import { localCounting } from '../../src/engine/local/local-counting.ts';
import { type KeptLinks, linkFiguresCounted } from '../../src/risk/events/kept-links.ts';
import { linkFigures } from '../../src/risk/events/link-figures.ts';
import { readLinkedRows } from '../../src/risk/events/linked-rows.ts';
import { linksInRows } from '../../src/risk/events/links-in-rows.ts';
import { draws } from '../suite/draws.ts';

let home = '';
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'shoal-kept-links-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Two homes, each with a fall and a smoke of one day under one number, and a door of the day after under another. */
async function measured(when: readonly string[], one: readonly string[], other: readonly string[]): Promise<KeptLinks> {
  const rows = [1, 2].flatMap((home) => [
    [home, 'fall', ...one, home],
    [home, 'smoke', ...one, home],
    [home + 2, 'door', ...other, home],
  ]);
  const columns = ['event', ...when];
  const path = join(home, `${when.join('-')}.csv`);
  writeFileSync(path, [['GUID', ...columns, '_subject'], ...rows].map((row) => `${row.join(';')}\n`).join(''));
  const log = { path, format: 'csv', number: 'GUID', owner: '_subject', columns, delimiter: ';' } as const;
  return (await linkFigures(log, randomFrom(1), { counting: localCounting({ threads: 1 }) })).links;
}

async function mostToldOf(rows: readonly (readonly (string | number)[])[]): Promise<number> {
  const columns = ['event', 'week_number', 'weekday'];
  const path = join(home, 'told.csv');
  writeFileSync(path, [['GUID', ...columns, '_subject'], ...rows].map((row) => `${row.join(';')}\n`).join(''));
  const log = { path, format: 'csv', number: 'GUID', owner: '_subject', columns, delimiter: ';' } as const;
  return (await linkFigures(log, randomFrom(1), { counting: localCounting({ threads: 1 }) })).links.mostTold;
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

describe('links kept, counted in arrays and in a database', () => {
  const columns = ['event', 'week_number', 'weekday'];
  const counting = localCounting({ threads: 1 });
  const write = (text: string) => {
    const path = join(home, 'drawn.csv');
    writeFileSync(path, text);
    return { path, format: 'csv', number: 'GUID', owner: '_subject', columns, delimiter: ';' } as const;
  };
  const header = 'GUID;event;week_number;weekday;position;_subject;_row\n';

  const drawnLog = fc
    .array(
      fc.record({
        owner: fc.integer({ min: 1, max: 6 }),
        texts: fc.uniqueArray(
          fc.tuple(fc.constantFrom('fall', 'smoke', 'été', ''), fc.constantFrom('9', '10'), fc.constantFrom('0', '1')),
          { selector: (cells) => cells.join(), minLength: 1, maxLength: 7 },
        ),
      }),
      { minLength: 1, maxLength: 25 },
    )
    .map((sets) =>
      sets.flatMap(({ owner, texts }, i) => texts.map((cells) => [i + 1, ...cells, '*', owner])).map((row, i) => [...row, i + 1]),
    );

  /** The same events, each text once, as they come. */
  function readAlready(rows: readonly (readonly (string | number)[])[]) {
    const texts = [...new Set(rows.map((row) => row.slice(1, 4).join(';')))];
    return {
      numbers: Uint32Array.from(rows, ([number]) => Number(number)),
      owners: Uint32Array.from(rows, (row) => Number(row[5])),
      held: Uint32Array.from(rows, (row) => texts.indexOf(row.slice(1, 4).join(';'))),
      combinations: texts.map((text) => text.split(';')),
    };
  }

  it('are the same, and so is who is singled out', async () => {
    await fc.assert(
      fc.asyncProperty(drawnLog, fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 8 }), async (rows, seed, sample) => {
        const log = write(header + rows.map((row) => `${row.join(';')}\n`).join(''));
        const read = await readLinkedRows(log);
        expect(read && linksInRows(read, columns)).toBeDefined();
        const found = await linkFigures(log, randomFrom(seed), { counting, sample });
        const counted = await linkFiguresCounted(log, randomFrom(seed), { counting, sample });
        expect(found).toEqual(counted);
        expect(await linkFigures(log, randomFrom(seed), { counting, sample, read: readAlready(rows) })).toEqual(counted);
      }),
      { numRuns: draws(60) },
    );
  });

  it.each([
    ['a quote', '1;"fall";9;0;*;1;1\n'],
    ['a carriage return', '1;fall;9;0;*;1;1\r\n'],
    ['a number written otherwise', '01;fall;9;0;*;1;1\n'],
    ['a number that is none', 'x;fall;9;0;*;1;1\n'],
    ['a subject that is no number', '1;fall;9;0;*;Ana;1\n'],
    ['a subject that nobody can count with', '1;fall;9;0;*;1234567890;1\n'],
    ['a cell too few', '1;fall;9;0;*;1\n'],
    ['a cell too many', '1;fall;9;0;*;1;1;1\n'],
    ['a line without an end', '1;fall;9;0;*;1;1'],
    ['an empty line', '\n'],
    ['a line as long as a buffer', `1;${'x'.repeat(1 << 20)};9;0;*;1;1\n`],
  ])('are not read as arrays with %s', async (_, line) => {
    const good = '1;fall;9;0;*;1;1\n';
    expect(await readLinkedRows(write(header + good))).toMatchObject({ combinations: [['fall', '9', '0']] });
    expect(await readLinkedRows(write(header + good + line))).toBeUndefined();
    expect(await readLinkedRows(write(header.replace('GUID', 'id') + good))).toBeUndefined();
  });

  it('are not counted in arrays where a number is missing or holds a text twice, as a whole trace may', async () => {
    for (const lines of ['2;fall;9;0;*;1;1\n', '1;fall;9;0;1;1;1\n1;fall;9;0;2;1;2\n']) {
      const log = write(header + lines);
      const rows = await readLinkedRows(log);
      expect(rows && linksInRows(rows, columns)).toBeUndefined();
      expect(rows).toBeDefined();
      expect(await linkFigures(log, randomFrom(1), { counting })).toEqual(
        await linkFiguresCounted(log, randomFrom(1), { counting }),
      );
    }
  });

  it('are read wherever a buffer ends', async () => {
    const rows = Array.from({ length: 120_000 }, (_, i) => [
      i + 1,
      `event ${i % 7}`,
      '9',
      String(i % 5),
      '*',
      (i % 97) + 1,
      i + 1,
    ]);
    const read = await readLinkedRows(write(header + rows.map((row) => `${row.join(';')}\n`).join('')));
    expect(read?.numbers).toEqual(Uint32Array.from(rows, ([number]) => Number(number)));
    expect(read?.owners).toEqual(Uint32Array.from(rows, (row) => Number(row[5])));
    expect(Array.from(read?.held ?? [], (place) => read?.combinations[place].join())).toEqual(
      rows.map((row) => row.slice(1, 4).join()),
    );
  });
});
