import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Language, languages } from '../../src/base/languages.ts';
import type { Verdict } from '../../src/verify/verify.ts';
import { draws } from '../suite/draws.ts';
import { goodTable, type Passage, passages, type Shape, type TableDraft, tableOf, writeTableRelease } from './a-table-release.ts';
import { type LentOptions, verifyLent } from './lent-duckdb.ts';
import type { Format } from './written-release.ts';

let home = '';
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'shoal-table-verify-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const shapes: readonly Shape[] = ['records', 'groups'];
const formats: readonly Format[] = ['csv', 'parquet'];
const kinds = shapes.flatMap((shape) => formats.map((format) => ({ shape, format })));

async function verdictOn(draft: TableDraft, options: LentOptions = {}): Promise<Verdict> {
  const folder = mkdtempSync(join(home, 'release-'));
  await writeTableRelease(folder, draft);
  const before = readdirSync(folder, { recursive: true });
  const verified = await verifyLent(folder, options);
  expect(readdirSync(folder, { recursive: true })).toEqual(before);
  if (!verified.ok) throw new Error(`refused: ${verified.problems[0]?.what}`);
  return verified.value;
}

describe('a good release of transactions', () => {
  it.each(kinds)('holds with its evidence, which proves the subjects: $shape, $format', async ({ shape, format }) => {
    const draft = goodTable(shape, { format });
    delete draft.manifest.verdict;
    const { breaches, checks, holds, notes, toldNotes, ...counts } = await verdictOn(draft, { stage: 'written' });
    expect(breaches).toEqual([]);
    expect(holds).toBe(true);
    const sizes = { groups: 4, leaves: 4, smallestGroup: 7, smallestLeaf: 7, subjects: 8 };
    expect(counts).toEqual(shape === 'records' ? { rows: 40, ...sizes } : { rows: 4, records: 40, ...sizes });
    expect(checks).toContainEqual(
      expect.stringMatching(/^k: every published combination is shared by at least 5 distinct subjects, proved/),
    );
  });

  it.each(kinds)('holds as published, and says what cannot be seen: $shape, $format', async ({ shape, format }) => {
    const { breaches, checks, holds, notes, toldNotes, ...counts } = await verdictOn({
      ...goodTable(shape, { format }),
      evidence: undefined,
    });
    expect(breaches).toEqual([]);
    expect(holds).toBe(true);
    expect(counts).not.toHaveProperty('subjects');
    expect(checks).toContainEqual(
      expect.stringMatching(/^k: every published (count|combination) .*which is necessary; .*time of writing/),
    );
  });

  it.each(languages)('holds in the words of %s, and of no other language', async (language: Language) => {
    for (const shape of shapes) {
      const draft = goodTable(shape, { language });
      expect((await verdictOn(draft)).breaches).toEqual([]);
      draft.manifest.labels = language === 'zh' ? 'en' : 'zh';
      const { breaches } = await verdictOn(draft);
      expect(breaches.map(({ kind }) => kind).sort()).toEqual(['malformed-period', 'malformed-prefix']);
    }
  });

  it('holds where rows are the subjects, and says so', async () => {
    for (const shape of shapes) {
      const draft = goodTable(shape, { unit: 'row' });
      const { breaches, checks, subjects, smallestGroup } = await verdictOn(draft);
      expect({ breaches, subjects, smallestGroup }).toEqual({ breaches: [], subjects: 40, smallestGroup: 10 });
      expect(checks).toContainEqual(expect.stringMatching(/^k: .* at least 5 rows, each of them one subject as declared/));
    }
  });

  it('holds with evidence of the other format, and with subjects and kept values of any text', async () => {
    const odd = (text: string) => `${text},"\n${text}`;
    for (const { shape, format } of kinds) {
      const draft = tableOf(
        passages().map((passage) => ({ ...passage, vehicle: odd(passage.vehicle) })),
        shape,
        { format },
      );
      if (shape === 'records')
        for (const rows of [draft.rows, draft.evidence?.rows ?? []]) for (const row of rows) row[4] = odd(row[4]);
      if (draft.evidence) draft.evidence.format = format === 'csv' ? 'parquet' : 'csv';
      expect((await verdictOn(draft)).breaches).toEqual([]);
    }
  });

  it('holds without row numbers in its evidence', async () => {
    for (const shape of shapes) {
      const draft = goodTable(shape);
      for (const row of [draft.evidence?.header ?? [], ...(draft.evidence?.rows ?? [])]) row.pop();
      expect(await verdictOn(draft)).toMatchObject({ holds: true, subjects: 8 });
    }
  });

  it('holds with an empty kept value in the last column, and with a mean that its rule keeps blank', async () => {
    const open = goodTable('records');
    for (const rows of [open.rows, open.evidence?.rows ?? []]) rows[3][5] = '';
    expect((await verdictOn(open)).breaches).toEqual([]);
    const [rich] = passages();
    const all = passages().map((passage) => (passage.vehicle === rich.vehicle ? { ...passage, toll: '5000.00' } : passage));
    const hidden = tableOf(all, 'groups', { dominance: { largest: 2, share: 0.9 } });
    expect(hidden.rows.map((row) => row[5])).toContain('');
    expect((await verdictOn(hidden)).breaches).toEqual([]);
  });
});

const anyPassage = fc.record<Passage>({
  vehicle: fc.nat(6).map((n) => `v${n}`),
  section: fc.constant('G1'),
  time: fc.constant('2023-01-02 07:00:00'),
  axles: fc.constant('2'),
  cargo: fc.constant('milk'),
  toll: fc.oneof(
    fc.integer({ min: -500, max: 5000 }).map((cents) => (cents / 100).toFixed(2)),
    fc.constant(''),
  ),
  labels: fc.tuple(
    fc.constantFrom('G1 region', 'G12 region', 'all regions'),
    fc.constantFrom('morning(06-12)', 'hours(05-13)'),
    fc.constantFrom('[2-2]', '[2-12]'),
    fc.constantFrom('milk', '*', '{milk|ore}'),
  ),
});

describe('for any transactions', () => {
  it('groups, their distinct subjects and their means are those that a plain count finds', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyPassage, { minLength: 1, maxLength: 60 }),
        fc.constantFrom(...kinds),
        fc.integer({ min: 2, max: 4 }),
        fc.constantFrom(undefined, { largest: 1, share: 0.6 }, { largest: 2, share: 0.9 }),
        fc.constantFrom('vehicle_id' as const, 'row' as const),
        async (all, { shape, format }, k, dominance, unit) => {
          const draft = tableOf(all, shape, { format, k, dominance, unit });
          const { breaches, holds, ...counts } = await verdictOn(draft);
          const people = new Map<string, Set<string>>();
          for (const [i, { labels, vehicle }] of all.entries()) {
            const key = JSON.stringify(labels);
            people.set(key, (people.get(key) ?? new Set()).add(unit === 'row' ? String(i) : vehicle));
          }
          const sizes = [...people.values()].map((subjects) => subjects.size);
          expect(counts).toMatchObject({ groups: sizes.length, smallestGroup: Math.min(...sizes) });
          const small = sizes.filter((size) => size < k).length;
          expect(holds).toBe(small === 0);
          expect(breaches).toEqual(
            small === 0 ? [] : [expect.objectContaining({ kind: 'small-combination', combinations: small, k })],
          );
        },
      ),
      { numRuns: draws(10) },
    );
  });

  /** Whether it is a right rounding of the tolls behind the row, in whole cents: a mean exactly between two has two. */
  const isRoundedMean = ([region, , , , , mean]: readonly string[]): boolean => {
    const cents = passages()
      .filter(({ labels }) => labels[0] === region)
      .map(({ toll }) => Math.round(100 * Number(toll)));
    const sum = cents.reduce((all, one) => all + one, 0);
    return 2 * Math.abs(Math.round(100 * Number(mean)) * cents.length - sum) <= cents.length;
  };

  it('no count and no mean but the true one passes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(3), fc.integer({ min: -300, max: 300 }), fc.boolean(), async (row, change, ofCount) => {
        fc.pre(change !== 0);
        const draft = goodTable('groups');
        const at = ofCount ? 4 : 5;
        const value = Number(draft.rows[row][at]) + (ofCount ? change : change / 100);
        draft.rows[row][at] = ofCount ? String(value) : value.toFixed(2);
        fc.pre(ofCount || !isRoundedMean(draft.rows[row]));
        expect((await verdictOn(draft)).holds).toBe(false);
      }),
      { numRuns: draws(8) },
    );
  });
});
