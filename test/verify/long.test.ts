import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asProblem } from '../../src/verify/breaches.ts';
import type { VerifyOptions } from '../../src/verify/verify.ts';
import { draws } from '../suite/draws.ts';
import { type Draft, draftOf, variants, write } from './a-good-release.ts';
import { verifyLent } from './lent-duckdb.ts';
import { longDraft, longTamperings } from './long-tamperings.ts';
import { at, marker } from './tamperings.ts';

let home = '';
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'shoal-verify-long-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

async function verdictOn(draft: Draft, declaredRows?: number, options?: VerifyOptions) {
  const folder = mkdtempSync(join(home, 'release-'));
  await write(folder, draft, declaredRows);
  const verified = await verifyLent(folder, options);
  if (!verified.ok) throw new Error(`refused: ${verified.problems[0]?.what}`);
  return verified.value;
}

describe('a long release', () => {
  it.each(variants)('holds, counted by its records: %s', async (variant) => {
    const { breaches, checks, notes, toldNotes, ...counts } = await verdictOn(longDraft(variant));
    expect(breaches).toEqual([]);
    expect(counts).toEqual({ holds: true, rows: 160, records: 40, groups: 5, leaves: 11, smallestGroup: 6, smallestLeaf: 2 });
    expect(checks.join('\n')).toContain('records: each has one row for each declared instant');
  });

  it('tells the first row of a record that is wrong', async () => {
    const draft = longDraft('csv');
    const row = 77;
    draft.rows[row - 1][at(draft, 'Pattern')] = 'bbbb';
    const record = draft.rows[row - 1][at(draft, 'Record')];
    const first = draft.rows.findIndex((each) => each[at(draft, 'Record')] === record) + 1;
    const { breaches } = await verdictOn(draft);
    expect(breaches).toMatchObject([{ kind: 'torn-record', records: 1, row: first }]);
  });

  it('holds exactly where the wide one of the same records does', async () => {
    const band = (g: number, t: number) => `[${g}.00-${g + t}.50]`;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(2), fc.nat(1), fc.nat(1)), { minLength: 1, maxLength: 40 }),
        fc.constantFrom(4, 40),
        async (picks, length) => {
          const records = picks.map(([g, bands, leaf]) => ({
            group: String(g + 1),
            values: Array.from({ length }, (_, t) => band(bands, t)),
            rest: ['[0-1]', 'Koper', 'x', leaf === 0 ? 'abca' : 'aaaa', leaf === 0 ? '3' : '1'],
          }));
          const names = Array.from({ length }, (_, t) => `T${t}`);
          const wide = draftOf(
            'csv',
            names,
            records.map(({ group, values, rest }) => [group, ...values, ...rest]),
          );
          const long = longDraft('csv');
          long.manifest.instants = names;
          long.rows = records.flatMap(({ group, values, rest }, r) =>
            values.map((value, t) => [group, String(r + 1), names[t], value, ...rest]),
          );
          const [a, b] = [await verdictOn(wide), await verdictOn(long)];
          const kinds = (found: typeof a) => found.breaches.map(({ kind }) => kind).sort();
          expect(kinds(b)).toEqual(kinds(a));
          for (const count of ['groups', 'leaves', 'smallestGroup', 'smallestLeaf'] as const) expect(b[count]).toBe(a[count]);
        },
      ),
      { numRuns: draws(8) },
    );
  });
});

describe('in a long release the verifier catches', () => {
  it.each(longTamperings)('$says', async ({ of = 'csv', before, declaredRows, options, breach }) => {
    const draft = longDraft(of);
    before?.(draft);
    const { holds, breaches } = await verdictOn(draft, declaredRows, options);
    expect(holds).toBe(false);
    expect(breaches.map(({ kind }) => kind).sort()).toEqual([breach].flat().sort());
    for (const found of breaches.map(asProblem)) {
      expect(JSON.stringify(found)).not.toContain(marker);
      for (const sentence of [found.what, found.why, found.fix]) expect(sentence).toMatch(/^\S.*[.]$/);
    }
  });
});
