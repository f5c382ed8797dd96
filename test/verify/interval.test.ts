import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asProblem } from '../../src/verify/breaches.ts';
import { type Variant, variants, write } from './a-good-release.ts';
import { intervalDraft, intervalTamperings } from './interval-tamperings.ts';
import { verifyLent } from './lent-duckdb.ts';
import { marker } from './tamperings.ts';

let home = '';
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'shoal-interval-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const written = async (variant: Variant): Promise<string> => {
  const folder = mkdtempSync(join(home, 'release-'));
  await write(folder, intervalDraft(variant));
  return folder;
};

describe('a release with ranges of symbols', () => {
  it.each(variants)('holds, as %s, and so does the number of values it promises', async (variant) => {
    const verdict = await verifyLent(await written(variant), { threads: 1, atLeast: { k: 5, p: 2, l: 2 } });
    expect(verdict).toMatchObject({ ok: true, value: { holds: true, breaches: [], smallestLeaf: 2 } });
    const checks = verdict.ok ? verdict.value.checks.join('\n') : '';
    expect(checks).toContain('at least 2 different values of each sensitive column');
    expect(checks).toContain('4 rising ranges of symbols');
  });

  it.each(intervalTamperings)('is caught with $says', async ({ of = 'csv', before, options, breach }) => {
    const folder = mkdtempSync(join(home, 'release-'));
    const draft = intervalDraft(of);
    before?.(draft);
    await write(folder, draft);
    const verified = await verifyLent(folder, options);
    if (!verified.ok) throw new Error(`refused: ${verified.problems[0]?.what}`);
    expect(verified.value.holds).toBe(false);
    expect(verified.value.breaches.map(({ kind }) => kind).sort()).toEqual([breach].flat().sort());
    for (const found of verified.value.breaches.map(asProblem)) expect(JSON.stringify(found)).not.toContain(marker);
  });

  it('counts an empty sensitive cell as no value', async () => {
    const draft = intervalDraft('csv');
    const note = draft.header.indexOf('Note');
    for (const [i, row] of draft.rows.entries()) row[note] = i % 2 === 0 ? '' : 'x';
    const folder = mkdtempSync(join(home, 'release-'));
    await write(folder, draft);
    const leaves = new Map<string, Set<string>>();
    for (const row of draft.rows) {
      const leaf = `${row[0]} ${row.at(-2)}`;
      leaves.set(leaf, (leaves.get(leaf) ?? new Set()).add(row[note]));
    }
    expect([...leaves.values()].some((values) => values.size === 2)).toBe(true);
    const breaches = [{ kind: 'few-values', classes: leaves.size, fewest: 1 }];
    expect(await verifyLent(folder)).toMatchObject({
      ok: true,
      value: { holds: false, breaches },
    });
  });

  it('finds the first row of what it catches', async () => {
    const draft = intervalDraft('csv');
    const pattern = draft.header.indexOf('Pattern');
    const first = draft.rows.findIndex((row) => row[pattern] === 'd-e|e|a-c|a');
    for (const row of draft.rows) row[pattern] = row[pattern].replace('d-e', 'e-d');
    const folder = mkdtempSync(join(home, 'release-'));
    await write(folder, draft);
    const verdict = await verifyLent(folder);
    expect(verdict.ok && verdict.value.breaches).toMatchObject([{ kind: 'inverted-symbols', row: first + 1 }]);
  });
});
