import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { run, type SeriesInput, verify } from 'shoal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomFrom } from '../../src/base/random.ts';
import { draws } from '../suite/draws.ts';

let home = '';
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'shoal-prism-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Few subjects and many, ties, twins, flat series, an odd one far out, decimals, negatives, one instant, other columns. */
const anyTable = fc.record({
  seed: fc.nat(),
  rows: fc.oneof(fc.integer({ min: 2, max: 12 }), fc.integer({ min: 13, max: 150 })),
  length: fc.integer({ min: 1, max: 9 }),
  decimals: fc.nat(3),
  ties: fc.boolean(),
  flats: fc.boolean(),
  outlier: fc.boolean(),
});

const anyPolicy = fc.record({
  k: fc.integer({ min: 2, max: 11 }),
  share: fc.nat(),
  split: fc.nat(),
  l: fc.integer({ min: 1, max: 2 }),
  maxLevel: fc.integer({ min: 1, max: 26 }),
  pattern: fc.constantFrom('interval' as const, 'interval' as const, 'representative' as const),
  effort: fc.constantFrom('fast' as const, 'normal' as const),
  shape: fc.constantFrom('wide' as const, 'wide' as const, 'long' as const),
  intervals: fc.constantFrom('text' as const, 'columns' as const),
  format: fc.constantFrom('csv' as const, 'csv' as const, 'parquet' as const),
  reconstruct: fc.boolean(),
});

type Table = typeof anyTable extends fc.Arbitrary<infer Value> ? Value : never;

function csvOf({ seed, rows, length, decimals, ties, flats, outlier }: Table): string {
  const random = randomFrom(seed);
  const value = () => (ties ? random.below(4) - 1 : Number((random.normal() * 20).toFixed(decimals)));
  const lines: string[] = [];
  for (let row = 0; row < rows; row++) {
    const series = Array.from({ length }, value);
    if (flats && random.below(3) === 0) series.fill(series[0]);
    if (outlier && row === 0) series[0] = 1e6;
    const twin = random.below(4) === 0 && row > 0 ? lines[random.below(row)].split(',').slice(1, length + 1) : series;
    lines.push([row, ...twin, 20 + random.below(50), 'abc'[random.below(3)], `value ${row % 2}`].join(','));
  }
  return `${[['id', ...Array.from({ length }, (_, t) => `t${t}`), 'age', 'dept', 'told'].join(','), ...lines].join('\n')}\n`;
}

describe('a release of PRISM', () => {
  it('is published for any table of k subjects, verifies, and is true of every record of its original', async () => {
    await fc.assert(
      fc.asyncProperty(anyTable, anyPolicy, async (table, { share, split, k, ...rules }) => {
        fc.pre(table.rows >= k);
        const input = join(home, 'table.csv');
        writeFileSync(input, csvOf(table));
        const policy: SeriesInput = {
          ...{
            method: 'prism',
            input,
            out: join(home, 'out'),
            subject: 'id',
            series: '/^t\\d$/',
            quasi: 'age,dept',
            sensitive: 'told',
          },
          ...{
            k,
            p: share % 3 === 0 ? k : 2 + (share % (k - 1)),
            segments: 1 + (split % table.length),
            queries: 20,
            threads: 1,
            ...rules,
          },
        };
        const made = await run(policy, { force: true });
        expect(made.ok ? [] : made.problems).toEqual([]);
        const verdict = await verify(join(home, 'out'), { original: { file: input }, threads: 1 });
        expect(verdict).toMatchObject({ ok: true, value: { holds: true, breaches: [] } });
        if (verdict.ok) expect(verdict.value.records ?? verdict.value.rows).toBe(table.rows);
      }),
      { numRuns: draws(8) },
    );
  });
});
