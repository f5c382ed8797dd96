import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { readLedger, run } from 'shoal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Manifest } from '../../src/release/manifest.ts';
import { draws } from '../suite/draws.ts';

let folder = '';
let count = 0;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'shoal-crowds-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Row = Readonly<Record<string, string | number>>;

/** Records of people 0 .. 29; `month` moves their values, and who of them is there. */
interface Month {
  readonly rows: readonly Row[];
  readonly settings: object;
}

const anyK = fc.integer({ min: 2, max: 5 });
const people = Array.from({ length: 30 }, (_, i) => i);

/** Which people are there: all, or all but some at an end. */
const anyPresence = fc.constantFrom([0, 30], [0, 29], [0, 25], [1, 30], [5, 30]);

const anySeries = fc.record({
  k: anyK,
  step: fc.integer({ min: 1, max: 4 }),
  there: anyPresence,
  method: fc.constantFrom('naive', 'kapra', 'prism'),
});
const seriesMonth = ({
  k,
  step,
  there: [from, to],
  method,
}: {
  k: number;
  step: number;
  there: readonly number[];
  method: string;
}): Month => ({
  rows: people.slice(from, to).map((one) => ({ id: `S${one}`, a: (one * 7 * step) % 31, b: (one * 3) % 20, c: one % 4 })),
  settings: { family: 'series', method, subject: 'id', series: ['a', 'b', 'c'], segments: 1, k, p: 2, seed: 1 },
});

const anyTable = fc.record({
  k: anyK,
  step: fc.integer({ min: 1, max: 4 }),
  there: anyPresence,
  method: fc.constantFrom('local', 'hierarchy', 'merge', 'kmeans'),
  aggregate: fc.constantFrom([], ['count']),
  records: fc.integer({ min: 1, max: 2 }),
});
type DrawnTable = typeof anyTable extends fc.Arbitrary<infer Value> ? Value : never;
const tableMonth = ({ k, step, there: [from, to], method, aggregate, records }: DrawnTable): Month => ({
  rows: people.slice(from, to).flatMap((one) =>
    Array.from({ length: 1 + (one % records) }, (_, i) => ({
      id: `S${one}`,
      age: 20 + ((one * step + 9 * i) % 40),
      town: `T${(one + i) % 5}`,
    })),
  ),
  settings: { family: 'table', method, subject: 'id', quasi: ['age:number', 'town:category'], aggregate, k, seed: 1 },
});

const anyLog = fc.record({
  k: anyK,
  step: fc.integer({ min: 1, max: 3 }),
  there: anyPresence,
  pseudonym: fc.constantFrom('random', 'drop', 'shared', 'rotate:week', 'rotate:month'),
});
type DrawnLog = typeof anyLog extends fc.Arbitrary<infer Value> ? Value : never;
const logMonth = ({ k, step, there: [from, to], pseudonym }: DrawnLog): Month => ({
  rows: people.slice(from, to).flatMap((one) =>
    [0, 1].map((i) => ({
      id: `S${one}`,
      at: `2024-03-0${1 + ((one * step + i) % 3)}T08:00:00`,
      what: (one + i) % 3 === 0 ? 'fall' : 'call',
    })),
  ),
  settings: {
    ...{ family: 'events', method: 'flatten', subject: 'id', time: 'at', event: 'what', pseudonym, k, seed: 1 },
    ...{ quasi: ['generalized_event', 'week_number', 'weekday'], flatten: 'weekday' },
  },
});

const anyMonth: fc.Arbitrary<Month> = fc.oneof(anySeries.map(seriesMonth), anyTable.map(tableMonth), anyLog.map(logMonth));

/** Cells of a file that holds no quotes. */
const cellsOf = (path: string, delimiter: string) => {
  const [header, ...rows] = readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split(delimiter).map((cell) => cell.replaceAll('"', '')));
  return { header, rows };
};

/** The classes that each person stands in, by plain reading of the files: what is published alike of the records of the input. */
function standing(
  out: string,
  input: readonly Row[],
): { readonly k: number; readonly classes: ReadonlyMap<string, ReadonlySet<string>>; readonly links: string | undefined } {
  const manifest: Manifest = JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8'));
  const delimiter = manifest.method === 'events' ? ';' : ',';
  const evidence = cellsOf(join(out, 'internal', 'evidence.csv'), delimiter);
  const published = manifest.method === 'kaca' ? evidence : cellsOf(join(out, manifest.data.file), delimiter);
  const role = manifest.method === 'kaca' || manifest.method === 'events' ? 'quasi' : 'group';
  const own = manifest.columns.filter((column) => column.role === role).map(({ name }) => published.header.indexOf(name));
  const classes = new Map<string, Set<string>>();
  const labels = evidence.rows.map((_, i) => own.map((at) => published.rows[i][at]).join('\u0001'));
  const subject = manifest.method === 'events' ? manifest.columns.findIndex((column) => column.role === 'subject') : -1;
  const under = new Map<string, string[]>();
  for (const [i, label] of labels.entries()) {
    const id = published.rows[i][subject];
    under.set(id, [...(under.get(id) ?? []), label].toSorted());
  }
  const isShared = manifest.method === 'events' && manifest.pseudonym.startsWith('shared');
  for (const [i, row] of evidence.rows.entries()) {
    const id = String(input[Number(row[evidence.header.indexOf('_row')]) - 1].id);
    const label = isShared ? JSON.stringify(under.get(published.rows[i][subject])) : labels[i]; // a linked set is a class by itself
    classes.set(id, (classes.get(id) ?? new Set()).add(label));
  }
  const links = subject >= 0 && !isShared ? JSON.stringify([...under.values()].map(String).toSorted()) : undefined;
  return { k: manifest.promises.k, classes, links };
}

type Standing = ReturnType<typeof standing>;

/** Whether someone's crowd was large enough in the first, and with the second it is not: every pair of persons is compared. */
function exposesSomebody(first: Standing, second: Standing): boolean {
  const everyone = [...new Set([...first.classes.keys(), ...second.classes.keys()])];
  const none = new Set(['nowhere']);
  const of = ({ classes }: Standing, id: string) => classes.get(id) ?? none;
  return everyone.some((id) => {
    const promised = [first, second].filter(({ classes }) => classes.has(id)).map(({ k }) => k);
    return [...of(first, id)].some((a) =>
      [...of(second, id)].some((b) => {
        const crowd = everyone.filter((other) => of(first, other).has(a) && of(second, other).has(b)).length;
        return crowd < Math.min(...promised);
      }),
    );
  });
}

/** Whether all that the second tells follows from the first: nobody stands in a class but those around one of theirs, and ids link the same. */
function tellsNothing(second: Standing, first: Standing): boolean {
  const people = [...first.classes.keys()];
  if (people.length !== second.classes.size || (second.links !== undefined && second.links !== first.links)) return false;
  const membersOf = ({ classes }: Standing, one: string) => [...classes.keys()].filter((id) => classes.get(id)?.has(one));
  return people.every((id) =>
    [...(second.classes.get(id) ?? ['nowhere'])].every((wide) => {
      const around = new Set(membersOf(second, wide));
      return [...(first.classes.get(id) ?? [])].some((narrow) => membersOf(first, narrow).every((one) => around.has(one)));
    }),
  );
}

const areGroups = ({ classes }: Standing): boolean => [...classes.values()].every(({ size }) => size === 1);

async function releaseBoth(first: Month, second: Month) {
  const file = join(folder, `${++count}.ledger`);
  const release = async ({ rows, settings }: Month) => {
    const out = join(folder, `release-${++count}`);
    const made = await run({ ...settings, out, input: rows } as never, { ledger: { file, onConflict: 'warn' } });
    return made.ok ? { out, rows } : undefined;
  };
  const one = await release(first);
  const two = one && (await release(second));
  if (one === undefined || two === undefined) return undefined; // k cannot be met: there is nothing to compare
  const read = readLedger(file);
  const exposes = read.ok && read.value.releases[1].exposes !== undefined;
  const [before, after] = [standing(one.out, one.rows), standing(two.out, two.rows)];
  const follows = !(areGroups(before) && areGroups(after)) && tellsNothing(after, before); // of groups the count is exact
  return { exposes, expected: exposesSomebody(before, after) && !follows };
}

describe('two releases of drawn policies, entered in one ledger', () => {
  const seen = { exposed: 0, fine: 0 };
  const compareBoth = async (first: Month, second: Month) => {
    const found = await releaseBoth(first, second);
    if (found === undefined) return;
    seen[found.exposes ? 'exposed' : 'fine']++;
    expect(found.exposes).toBe(found.expected);
  };

  it('of the same people with two ks are told to expose somebody where a count by hand does', async () => {
    const withTwoKs = fc.oneof(
      fc.tuple(anySeries, anyK).map(([drawn, k]) => [seriesMonth(drawn), seriesMonth({ ...drawn, k })] as const),
      fc.tuple(anyTable, anyK).map(([drawn, k]) => [tableMonth(drawn), tableMonth({ ...drawn, k })] as const),
      fc.tuple(anyLog, anyK).map(([drawn, k]) => [logMonth(drawn), logMonth({ ...drawn, k })] as const),
    );
    await fc.assert(
      fc.asyncProperty(withTwoKs, ([first, second]) => compareBoth(first, second)),
      { numRuns: draws(24) },
    );
  });

  it('of two months, by whatever methods, are told to expose somebody where a count by hand does', async () => {
    await fc.assert(fc.asyncProperty(anyMonth, anyMonth, compareBoth), { numRuns: draws(24) });
    expect(Math.min(seen.exposed, seen.fine)).toBeGreaterThan(0);
  });
});
