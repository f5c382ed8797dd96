import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SeriesManifest } from '../../src/release/manifest.ts';
import { readCombinations } from '../../src/verify/events/combinations.ts';
import { layoutOf } from '../../src/verify/layout.ts';
import { checkClasses, readClasses } from '../../src/verify/series/classes.ts';
import { holdingOf, peopleUnder } from '../../src/verify/table/people-under.ts';
import { draws } from '../suite/draws.ts';
import { counted, sourceOf } from './source-of-rows.ts';

type Row = readonly string[];

/** The numbers of the rows that are alike in some places, for each way to be so, in the order in which these come. */
function alike(rows: readonly Row[], places: readonly number[]): readonly (readonly number[])[] {
  const found = new Map<string, number[]>();
  for (const [i, row] of rows.entries()) {
    const key = JSON.stringify(places.map((place) => row[place]));
    found.set(key, [...(found.get(key) ?? []), i + 1]);
  }
  return [...found.values()];
}

/** How many have each size, from the smallest on. */
function sizesOf(classes: readonly (readonly number[])[]): readonly (readonly [size: number, classes: number])[] {
  const sizes = classes.map(({ length }) => length).sort((one, other) => one - other);
  return [...new Set(sizes)].map((size) => [size, sizes.filter((one) => one === size).length]);
}

const smallest = (classes: readonly (readonly number[])[]): number => Math.min(...classes.map(({ length }) => length));
const first = (classes: readonly (readonly number[])[]): number => Math.min(...classes.flat());

describe('groups and patterns of series', () => {
  const places = { id: 0, envelope: [1, 2], pattern: 3, level: 4, curve: 5 };
  const anyRow = fc.tuple(
    fc.constantFrom('1', '2', '3'),
    fc.constantFrom('[1-2]', '[3-4]'),
    fc.constantFrom('[5-6]', '[7-8]'),
    fc.constantFrom('ab', 'ba'),
    fc.constantFrom('1', '2'),
    fc.constantFrom('5', '5', '5', '6'),
  );
  /** As most releases are: a GroupID for each envelope, a curve for each leaf. */
  const orderly = (rows: readonly Row[]): readonly Row[] =>
    rows.map(([, one, other, pattern, level]) => [
      String(1 + 2 * Number(one === '[3-4]') + Number(other === '[7-8]')),
      ...[one, other, pattern, level, `${pattern}${level}`],
    ]);
  const anyRelease = fc.oneof(
    fc.array(anyRow, { minLength: 1, maxLength: 14 }).map(orderly),
    fc.array(anyRow, { minLength: 1, maxLength: 14 }),
  );

  const row = (id: string, one: string, curve = '5') => [id, one, '[5-6]', 'ab', '1', curve] as [string, string, string, string, string, string]; // biome-ignore format: a line
  /** What chance seldom draws: leaves of two curves, GroupIDs within an envelope, GroupIDs and envelopes that are as many and not one to one. */
  const rare: [Row[], number, number, boolean][] = [
    [[row('1', '[1-2]'), row('1', '[1-2]', '6')], 1, 1, false],
    [[row('1', '[1-2]'), row('1', '[1-2]', '6')], 1, 1, true],
    [[row('1', '[1-2]'), row('1', '[1-2]'), row('2', '[1-2]')], 1, 2, false],
    [[row('1', '[1-2]'), row('1', '[1-2]'), row('2', '[1-2]')], 2, 1, false],
    [[row('1', '[1-2]'), row('1', '[1-2]'), row('2', '[1-2]'), row('2', '[3-4]')], 1, 1, false],
    [[row('1', '[1-2]'), row('2', '[1-2]'), row('1', '[3-4]'), row('2', '[3-4]')], 1, 1, false],
  ];

  /** By the texts alone: what is wrong, and how large everything is. */
  function recount(rows: readonly Row[], k: number, p: number, isMean: boolean) {
    const { id, envelope, pattern, level, curve } = places;
    const groups = alike(rows, envelope);
    const leaves = alike(rows, [...envelope, pattern, level]);
    const ids = alike(rows, [id]);
    const leavesOfIds = alike(rows, [id, pattern, level]);
    const isSplit = (within: readonly number[], of: readonly number[]) => alike(within.map((row) => rows[row - 1]), of).length > 1; // biome-ignore format: a line
    const oneToOne = ids.length === groups.length && !groups.some((rowsOf) => isSplit(rowsOf, [id]));
    const breach = (kind: string, name: string, bad: readonly (readonly number[])[], more: object = {}) =>
      bad.length === 0 ? [] : [{ kind, file: 'days.csv', [name]: bad.length, ...more, row: first(bad) }];
    const small = (kind: string, name: string, all: readonly (readonly number[])[], least: number, promise: 'k' | 'p') =>
      breach(kind, name, all.filter(({ length }) => length < least), { smallest: smallest(all), [promise]: least }); // biome-ignore format: a line
    const smallGroups = small('small-group', 'groups', groups, k, 'k');
    const smallLeaves = small('small-leaf', 'leaves', leaves, p, 'p');
    return {
      breaches: [
        ...smallGroups,
        ...smallLeaves,
        ...breach('split-group', 'groups', ids.filter((one) => isSplit(one, envelope))), // biome-ignore format: a line
        ...(isMean ? [] : breach('split-leaf', 'leaves', leaves.filter((one) => isSplit(one, [curve])))), // biome-ignore format: a line
        ...(oneToOne || smallGroups.length > 0 ? [] : small('small-group-id', 'groups', ids, k, 'k')),
        ...(oneToOne || smallLeaves.length > 0 ? [] : small('small-leaf-of-group-id', 'leaves', leavesOfIds, p, 'p')),
      ],
      classes: {
        ...{ rows: rows.length, groups: groups.length, leaves: leaves.length },
        ...{ smallestGroup: smallest(groups), smallestLeaf: smallest(leaves) },
      },
      sizes: { groups: sizesOf(groups), leaves: sizesOf(leavesOfIds) },
      ids: { count: ids.length, largest: Math.max(...rows.map((row) => Number(row[id]))) },
    };
  }

  it('are counted by their cells, and GroupIDs against them, as somebody with paper would', () =>
    fc.assert(
      fc.asyncProperty(
        anyRelease,
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 3 }),
        fc.boolean(),
        (rows, k, p, isMean) =>
          counted(async (counter) => {
            const declared = [['GroupID', 'group'], ['H1', 'series'], ['age', 'quasi'], ['Pattern', 'pattern'], ['Level', 'level'], ['C1', 'curve']] as const; // biome-ignore format: a row of names
            const layout = layoutOf(await sourceOf(counter, declared, rows));
            await readClasses(counter, layout);
            const promised = { promises: { k, p }, data: { file: 'days.csv' }, ...(isMean ? { curve: 'mean' } : {}) };
            const found = await checkClasses(counter, layout, promised as unknown as SeriesManifest);
            expect(found).toEqual(recount(rows, k, p, isMean));
          }),
      ),
      { numRuns: draws(80), examples: rare },
    ));

  it('are none where nothing is', () =>
    counted(async (counter) => {
      const declared = [['GroupID', 'group'], ['H1', 'series'], ['Pattern', 'pattern'], ['Level', 'level']] as const; // biome-ignore format: a row of names
      const layout = layoutOf(await sourceOf(counter, declared, [['1', '[1-2]', 'ab', '1']]));
      await counter.ask('DELETE FROM r');
      await readClasses(counter, layout);
      const promised = { promises: { k: 2, p: 2 }, data: { file: 'days.csv' } } as unknown as SeriesManifest;
      expect(await checkClasses(counter, layout, promised)).toMatchObject({
        breaches: [],
        classes: { rows: 0, groups: 0, leaves: 0, smallestGroup: 0, smallestLeaf: 0 },
        ids: { count: 0, largest: 0 },
      });
    }));
});

describe('combinations', () => {
  const anyRow = fc.tuple(
    fc.constantFrom('fall', 'door'),
    fc.constantFrom('10', '11'),
    fc.constantFrom('1', '2', '7', '30', 'Ana'),
  );
  const declared = [['event', 'quasi'], ['week', 'quasi'], ['who', 'subject']] as const; // biome-ignore format: a row of names

  it('have their rows and their distinct subjects, whatever their hashes', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(anyRow, { minLength: 1, maxLength: 14 }),
        fc.constantFrom(undefined, '7', 'hash(c0)'),
        (rows, hash) =>
          counted(async (counter) => {
            const source = await sourceOf(counter, declared, rows);
            const [event, week, column] = source.columns;
            const fault = `CASE WHEN ${column.sql} = 'Ana' THEN 1 END`;
            const asked = { quasi: [event, week], who: { column, fault }, hash };
            const combinations = alike(rows, [0, 1]);
            const subjectsOf = (some: readonly number[]) => new Set(some.map((row) => rows[row - 1][2]));
            const people = [...subjectsOf(rows.map((_, i) => i + 1))];
            const known = {
              ...{ rows: rows.length, combinations: combinations.length, subjects: people.length },
              ...{
                faults: Number(people.includes('Ana')),
                largest: Math.max(0, ...people.filter((one) => one !== 'Ana').map(Number)),
              },
            };
            const held = async () => counter.ask('SELECT c0, c1, n, size FROM combinations ORDER BY ALL');
            const own = (sizeOf: (some: readonly number[]) => number) =>
              combinations
                .map((some) => [...rows[some[0] - 1].slice(0, 2), some.length, sizeOf(some)])
                .sort((one, other) => (String(one) < String(other) ? -1 : 1));
            const fewest = Math.min(...combinations.map((some) => subjectsOf(some).size));
            expect(await readCombinations(counter, source, asked)).toEqual({ ...known, smallest: fewest });
            expect(await held()).toEqual(own((some) => subjectsOf(some).size));
            expect(await readCombinations(counter, source, { ...asked, sizes: false })).toMatchObject(known);
            const nobody = { rows: rows.length, combinations: combinations.length, smallest: smallest(combinations) };
            expect(await readCombinations(counter, source, { ...asked, who: undefined })).toEqual({
              ...nobody,
              ...{ subjects: undefined, faults: 0, largest: 0 },
            });
            expect(await held()).toEqual(own(({ length }) => length));
          }),
      ),
      { numRuns: draws(60) },
    ));
});

describe('people under labels', () => {
  /** People with a value of each column, labels that are true of some values, and groups with a label of each column. */
  const anyCase = fc.record({
    people: fc.array(fc.tuple(fc.nat(4), fc.nat(3), fc.nat(2)), { minLength: 1, maxLength: 12 }),
    truths: fc.tuple(
      fc.array(fc.subarray([0, 1, 2, 3]), { minLength: 1, maxLength: 4 }),
      fc.array(fc.subarray([0, 1, 2]), { minLength: 1, maxLength: 4 }),
    ),
    groups: fc.array(fc.tuple(fc.nat(3), fc.nat(3)), { maxLength: 5 }),
  });

  it('are those whose every value has a label that is true of it, each once', () =>
    fc.assert(
      fc.property(anyCase, ({ people, truths, groups }) => {
        const labels = groups.map((group) => group.map((label, c) => label % truths[c].length));
        const values = (c: number) => people.map((row) => row[c]);
        const known = [values(1), values(2)];
        const isHeld = (value: number, c: number) => known[c].includes(value); // a label says nothing of what nobody has
        const holdings = truths.map((of, c) => {
          const pairs = of.flatMap((held, label) => held.filter((value) => isHeld(value, c)).map((value) => [label, value]));
          const reversed = pairs.reverse(); // in any order
          return holdingOf([Uint32Array.from(reversed, ([label]) => label), Uint32Array.from(reversed, ([, value]) => value)], of.length); // biome-ignore format: a line
        });
        const under = peopleUnder(
          { who: Uint32Array.from(values(0)), columns: known.map((column) => Uint32Array.from(column)) },
          holdings,
          [0, 1].map((c) => Uint32Array.from(labels, (of) => of[c])),
        );
        const own = labels.map(
          (of) =>
            new Set(people.filter((row) => of.every((label, c) => truths[c][label].includes(row[c + 1]))).map(([who]) => who))
              .size,
        );
        expect([...under]).toEqual(own);
      }),
      { numRuns: draws(300) },
    ));
});
