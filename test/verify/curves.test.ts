import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPool } from '../../src/base/pool.ts';
import { randomFrom } from '../../src/base/random.ts';
import { writeSeriesCsv } from '../../src/families/series/write-series.ts';
import type { SeriesInput } from '../../src/policy/policy-input.ts';
import { seriesOrder } from '../../src/release/canonical-order.ts';
import { seriesColumns } from '../../src/release/published-columns.ts';
import { publishedOrder } from '../../src/release/published-order.ts';
import { made } from '../families/series/made.ts';
import { draws } from '../suite/draws.ts';
import { numbersFrom } from '../tables.ts';
import { type Draft, draftOf, type Variant, variants, write } from './a-good-release.ts';
import { verifyLent } from './lent-duckdb.ts';

let home = '';
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'shoal-curves-test-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

interface Shape {
  readonly length: number;
  readonly rows: number;
  readonly decimals: number;
  readonly size?: number;
  readonly seed?: number;
}

/** A release with curves as the engine makes and writes it, in the form a test can spoil. */
async function released(
  variant: Variant,
  policy: SeriesInput,
  { length, rows, decimals, size, seed = 1 }: Shape,
): Promise<Draft> {
  const random = randomFrom(seed);
  const onGrid = (value: number) => Number(value.toFixed(decimals));
  const series = Array.from({ length }, (_, t) =>
    size === undefined
      ? numbersFrom(random, rows)
      : Float64Array.from({ length: rows }, () => onGrid(size * (random.normal() + t / length))),
  );
  const names = series.map((_, t) => `T${t + 1}`);
  const settings = { ...policy, k: 4, p: 2, reconstruct: true };
  const release = await made({ series, decimals: series.map(() => decimals) }, settings);
  const intervals = variant.endsWith('columns') ? 'columns' : 'text';
  const columns = seriesColumns({
    series: names,
    quasi: [],
    sensitive: [],
    intervals,
    decimals: series.map(() => decimals),
    curves: true,
  });
  const file = join(mkdtempSync(join(home, 'data-')), 'data.csv');
  const order = publishedOrder(seriesOrder(release, []), random.fork('write'));
  await writeSeriesCsv(file, { release, columns, sensitive: [], order }, { pool: createPool(0), onProgress: () => {} });
  const [header, ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n');
  const draft = draftOf(
    variant,
    names,
    lines.map((line) => line.split(',')),
  );
  draft.manifest = {
    ...draft.manifest,
    promises: { k: settings.k, p: settings.p },
    pattern: { form: release.form, segments: policy.segments ?? 4, maxLevel: policy.maxLevel ?? 20 },
    columns: [...columns],
  };
  draft.header = header.split(',');
  const numbers = columns.filter(({ kind }) => kind === 'lower' || kind === 'upper' || kind === 'number');
  draft.types = { GroupID: 'INTEGER', Level: 'TINYINT', ...Object.fromEntries(numbers.map(({ name }) => [name, 'DOUBLE'])) };
  return draft;
}

async function kindsIn(draft: Draft): Promise<string[]> {
  const folder = mkdtempSync(join(home, 'release-'));
  await write(folder, draft);
  const verified = await verifyLent(folder);
  if (!verified.ok) throw new Error(`refused: ${verified.problems[0]?.what}`);
  return verified.value.breaches.map(({ kind }) => kind);
}

const usual: Shape = { length: 7, rows: 60, decimals: 1, size: 20 };
const policies: readonly SeriesInput[] = [
  { method: 'naive', segments: 3, maxLevel: 20 },
  { method: 'kapra', segments: 3, maxLevel: 20 },
  { method: 'prism', segments: 3, maxLevel: 20, effort: 'fast' },
  { method: 'prism', segments: 3, maxLevel: 9, effort: 'fast', pattern: 'representative' },
];

describe('a release with curves', () => {
  it.each(variants)('holds as it was made, by every method: %s', async (variant) => {
    for (const policy of policies) expect(await kindsIn(await released(variant, policy, usual))).toEqual([]);
  });

  it('holds for any table, with words that do not divide the series, at levels 1 to 26', async () => {
    const anyPolicy = fc.record({
      method: fc.constantFrom({ method: 'naive' }, { method: 'kapra' }, { method: 'prism', effort: 'fast' } as const),
      split: fc.nat(),
      maxLevel: fc.integer({ min: 1, max: 26 }),
    });
    const anyShape = fc.record({
      seed: fc.nat(),
      length: fc.integer({ min: 1, max: 12 }),
      rows: fc.integer({ min: 8, max: 60 }),
      decimals: fc.nat(4),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...variants),
        anyPolicy,
        anyShape,
        async (variant, { split, method, ...policy }, shape) => {
          const segments = 1 + (split % shape.length);
          const asked = { ...method, ...policy, segments } as SeriesInput; // each with its own settings
          expect(await kindsIn(await released(variant, asked, shape))).toEqual([]);
        },
      ),
      { numRuns: draws(10) },
    );
  });

  it.each([
    ['of fifteen digits', 12, 500],
    ['of fifteen digits and no decimals', 0, 2e14],
    ['beyond all digits', 0, 1e30],
    ['far below one', 15, 1e-3],
  ])('holds with numbers %s', async (_, decimals, size) => {
    for (const variant of variants)
      expect(
        await kindsIn(await released(variant, { method: 'kapra', segments: 5, maxLevel: 9 }, { ...usual, decimals, size })),
      ).toEqual([]);
  });

  it('holds with 300 instants', async () => {
    expect(
      await kindsIn(await released('csv', { method: 'prism', effort: 'fast', segments: 7 }, { ...usual, length: 300, rows: 20 })),
    ).toEqual([]);
  });
});

/** The rows of each leaf, as the file has them. */
function leavesIn({ rows, header }: Draft): string[][][] {
  const [word, level] = ['Pattern', 'Level'].map((name) => header.indexOf(name));
  const leaves = new Map<string, string[][]>();
  for (const row of rows) {
    const leaf = JSON.stringify([row[0], row[word], row[level]]);
    leaves.set(leaf, [...(leaves.get(leaf) ?? []), row]);
  }
  return [...leaves.values()];
}

const at = (draft: Draft, column: string): number => draft.header.indexOf(column);

describe('the verifier finds a curve that is not what band and pattern make of it', () => {
  it.each(variants)('where one cell is off by two units of its last decimal, in whichever leaf: %s', async (variant) => {
    for (const [turn, units] of [2, -2, 2, -2].entries()) {
      const draft = await released(variant, policies[turn], usual);
      const leaves = leavesIn(draft);
      const cell = at(draft, `T${1 + turn}_curve`);
      for (const row of leaves[(7 * turn) % leaves.length]) row[cell] = (Number(row[cell]) + units * 1e-3).toFixed(3);
      expect(await kindsIn(draft)).toEqual(['false-curve']);
    }
  });

  it.each(variants)('where two columns are swapped: %s', async (variant) => {
    const draft = await released(variant, policies[1], usual);
    const [one, other] = [at(draft, 'T1_curve'), at(draft, 'T5_curve')];
    for (const row of draft.rows) [row[one], row[other]] = [row[other], row[one]];
    expect(await kindsIn(draft)).toEqual(['false-curve']);
  });

  it.each(variants)('where a leaf has the curve of another leaf of its group: %s', async (variant) => {
    const draft = await released(variant, policies[0], usual);
    const first = at(draft, 'T1_curve');
    const [mine, theirs] = leavesIn(draft)
      .flatMap((leaf, i, all) => all.slice(i + 1).map((other) => [leaf, other] as const))
      .find(([a, b]) => a[0][0] === b[0][0] && a[0].slice(first).join() !== b[0].slice(first).join()) ?? [[], []];
    expect(theirs.length).toBeGreaterThan(0);
    for (const row of mine) row.splice(first, 7, ...theirs[0].slice(first));
    expect(await kindsIn(draft)).toEqual(['false-curve']);
  });

  it('where a word was changed and its curve was not', async () => {
    const draft = await released('csv', policies[1], usual);
    const [word, level] = [at(draft, 'Pattern'), at(draft, 'Level')];
    const [leaf] = leavesIn(draft).filter(([row]) => Number(row[level]) > 2 && row[word] !== 'aca');
    for (const row of leaf) row[word] = 'aca';
    expect(await kindsIn(draft)).toEqual(['false-curve']);
  });

  it('and tells how many, and where the first of them is', async () => {
    const draft = await released('csv', policies[1], usual);
    const cell = at(draft, 'T3_curve');
    const [, second, , fourth] = leavesIn(draft);
    for (const row of [...second, ...fourth]) row[cell] = '999.000';
    const folder = mkdtempSync(join(home, 'release-'));
    await write(folder, draft);
    const verified = await verifyLent(folder);
    const row = 1 + draft.rows.findIndex((each) => each[cell] === '999.000');
    expect(verified).toMatchObject({ ok: true, value: { breaches: [{ kind: 'false-curve', leaves: 2, row }] } });
  });
});

describe('the verifier wants one curve for each instant', () => {
  const without = (draft: Draft, column: string): Draft => {
    const place = at(draft, column);
    draft.manifest.columns.splice(place, 1);
    draft.header.splice(place, 1);
    for (const row of draft.rows) row.splice(place, 1);
    return draft;
  };

  it('and finds that one is missing', async () => {
    expect(await kindsIn(without(await released('csv', policies[0], usual), 'T4_curve'))).toEqual(['unpaired-curve']);
    expect(await kindsIn(without(await released('parquet columns', policies[1], usual), 'T7_curve'))).toEqual(['unpaired-curve']);
  });

  it('and finds that one belongs to another instant, or to none', async () => {
    for (const of of ['T2', 'T9', undefined]) {
      const draft = await released('csv', policies[0], usual);
      const column = draft.manifest.columns[at(draft, 'T1_curve')];
      if (of === undefined) delete column.of;
      else column.of = of;
      expect(await kindsIn(draft)).toEqual([of === undefined ? 'unpaired-curve' : 'odd-declaration']);
    }
  });
});
