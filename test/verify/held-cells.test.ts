import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Counter } from '../../src/base/counting.ts';
import { countingOn } from '../../src/engine/local/local-counting.ts';
import { combinationsHeld, holdCells, readKinds } from '../../src/verify/events/held-cells.ts';
import type { SourceColumn } from '../../src/verify/source.ts';
import { draws } from '../suite/draws.ts';
import { lentDuckDB } from './lent-duckdb.ts';
import { goodLinks } from './link-tamperings.ts';

interface Row {
  readonly number: string;
  readonly owner: string;
  readonly texts: readonly [string, string];
}

const anyRows = (number: fc.Arbitrary<string>, owner: fc.Arbitrary<string>) =>
  fc.array(fc.record({ number, owner, texts: fc.tuple(fc.constantFrom('a', 'ab', 'b'), fc.constantFrom('1', 'b1')) }), {
    minLength: 1,
    maxLength: 40,
  });
const whole = fc.integer({ min: 1, max: 6 }).map(String);
const spelled = fc.constantFrom('1', '01', ' 1', '2', 'home', '4294967296');

const columns: readonly SourceColumn[] = [0, 1, 2].map((c) => ({
  sql: `c${c}`,
  declared: { name: `column ${c}`, role: c === 0 ? 'subject' : 'quasi', kind: c === 0 ? 'id' : 'label' },
  type: 'text',
}));
const [subject, ...quasi] = columns;

/** What was found of the rows: who has which combination, and which sets numbers hold, with their numbers and carriers. */
async function findIn(
  counter: Counter,
  rows: readonly Row[],
  { hash, mark }: { readonly hash?: string; readonly mark?: string },
) {
  const values = rows.map(({ number, owner, texts }) => `('${number}', '${texts[0]}', '${texts[1]}', '${owner}')`);
  await counter.ask(`CREATE OR REPLACE TEMP TABLE events AS FROM (VALUES ${values.join(', ')}) AS rows(c0, c1, c2, who)`);
  const source = { table: 'events', scan: () => 'events', columns };
  const log = { source, quasi, subject, file: 'events.csv', k: 2 };
  await holdCells(counter, log, goodLinks('shared:week').manifest, { table: 'events', who: 'who', hash });
  const counts = await combinationsHeld(counter, quasi);
  const sizes = await counter.ask('SELECT c1, c2, n, size FROM combinations ORDER BY ALL');
  await readKinds(counter, { named: true, ...(mark === undefined ? {} : { mark }) });
  const kinds = await counter.ask(
    `SELECT (SELECT string_agg(c1 || '/' || c2, ' ' ORDER BY c1, c2) FROM kind_cells JOIN cells USING (cell) WHERE kind_cells.kind_no = counts.kind_no), numbers, carriers FROM counts ORDER BY ALL`,
  );
  const mixed = await counter.ask('SELECT CAST(number AS VARCHAR) FROM numbers WHERE mixed ORDER BY ALL');
  return { rows: counts.rows, subjects: counts.subjects, sizes, kinds, mixed };
}

/** The same by plain counting. */
function countIn(rows: readonly Row[]) {
  const textOf = ({ texts }: Row) => texts.join('/');
  const by = (keyOf: (row: Row) => string) => {
    const found = new Map<string, Row[]>();
    for (const row of rows) found.set(keyOf(row), [...(found.get(keyOf(row)) ?? []), row]);
    return found;
  };
  const ownersOf = (some: readonly Row[]) => new Set(some.map(({ owner }) => owner)).size;
  const sizes = [...by(textOf).values()].map((some) => [...some[0].texts, some.length, ownersOf(some)]);
  const mixed: string[][] = [];
  const kinds = new Map<string, { numbers: number; carriers: Set<string> }>();
  for (const [number, some] of by(({ number }) => number)) {
    if (ownersOf(some) > 1) mixed.push([number]);
    const kind = kinds.get(some.map(textOf).sort().join(' ')) ?? { numbers: 0, carriers: new Set() };
    kinds.set(some.map(textOf).sort().join(' '), {
      numbers: kind.numbers + 1,
      carriers: kind.carriers.add([...new Set(some.map(({ owner }) => owner))].join()),
    });
  }
  const counted = [...kinds].map(([kind, { numbers, carriers }]) => [kind, numbers, carriers.size]);
  return { rows: rows.length, subjects: ownersOf(rows), sizes: sizes.sort(), kinds: counted.sort(), mixed: mixed.sort() };
}

const ways = [
  {},
  { mark: 'CAST(1 AS UBIGINT)' },
  { hash: 'CAST(1 AS UBIGINT)' },
  { hash: 'hash(c1)' },
  { hash: 'hash(c1)', mark: 'cell % 2' },
];

describe('what numbers hold', () => {
  it.each([
    ['whole numbers', whole, whole],
    ['any texts', spelled, spelled],
  ] as const)('is counted exactly, also where all hashes are the same: %s', async (_, number, owner) => {
    await countingOn(await lentDuckDB()).withCounter((counter) =>
      fc.assert(
        fc.asyncProperty(anyRows(number, owner), async (drawn) => {
          const first = new Map<string, string>();
          for (const row of drawn) if (!first.has(row.number)) first.set(row.number, row.owner);
          const owned = drawn.map((row) => ({ ...row, owner: first.get(row.number) ?? '' })); // every number of one owner
          for (const way of ways) {
            const found = await findIn(counter, owned, way);
            const sorted = { ...found, sizes: [...found.sizes].sort(), kinds: [...found.kinds].sort() };
            expect(sorted).toEqual(countIn(owned));
            expect((await findIn(counter, drawn, way)).mixed).toEqual(countIn(drawn).mixed);
          }
        }),
        { numRuns: draws(6) },
      ),
    );
  });

  it('is compared cell by cell where marks add up to the same: two sets of three between the same least and greatest', async () => {
    const sets = [
      ['a/1', 'ab/1', 'b/b1'],
      ['a/1', 'ab/b1', 'b/b1'],
      ['a/1', 'b/1', 'b/b1'],
    ];
    const rows = sets.flatMap((set, i) =>
      set.map((text): Row => ({ number: String(i + 1), owner: String(i + 1), texts: text.split('/') as [string, string] })),
    );
    await countingOn(await lentDuckDB()).withCounter(async (counter) => {
      const found = await findIn(counter, rows, { hash: 'CAST(1 AS UBIGINT)', mark: 'CAST(1 AS UBIGINT)' });
      expect(found.kinds.map(([, numbers]) => numbers)).toEqual([1, 1, 1]);
    });
  });
});
