import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Exit } from '../../src/base/problem.ts';
import { asProblem, type Breach, breachKinds } from '../../src/verify/breaches.ts';
import { goodDraft, write } from './a-good-release.ts';
import { cellTamperings } from './cell-tamperings.ts';
import { eventOriginalTamperings } from './event-original-tamperings.ts';
import { eventTamperings } from './event-tamperings.ts';
import { fileTamperings } from './file-tamperings.ts';
import { intervalTamperings } from './interval-tamperings.ts';
import { verifyLent } from './lent-duckdb.ts';
import { durationTamperings, linkTamperings, orderTamperings, partyTamperings } from './link-tamperings.ts';
import { longTamperings } from './long-tamperings.ts';
import { manifestTamperings } from './manifest-tamperings.ts';
import { meanCurveTamperings } from './mean-curve-tamperings.ts';
import { modelTamperings } from './model-tamperings.ts';
import { originalTamperings } from './original-tamperings.ts';
import { partTamperings } from './part-tamperings.ts';
import { populationTamperings } from './population-tamperings.ts';
import { reportTamperings } from './report-tamperings.ts';
import { seriesOriginalTamperings } from './series-original-tamperings.ts';
import { tableTamperings } from './table-tamperings.ts';
import { marker } from './tamperings.ts';

/** Forged through files and the program, in test/attacks/coded-numbers.test.ts. */
const codedForgeries: readonly { readonly breach: Breach['kind'] }[] = [{ breach: 'beyond-coding' }];
const tamperings = [...manifestTamperings, ...fileTamperings, ...partTamperings, ...cellTamperings, ...reportTamperings];

let home = '';
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'shoal-tampering-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

describe('the verifier catches', () => {
  it.each(tamperings)('$says', async ({ of = 'csv', before, declaredRows, after, options, breach }) => {
    const folder = mkdtempSync(join(home, 'release-'));
    const draft = goodDraft(of);
    before?.(draft);
    await write(folder, draft, declaredRows);
    await after?.(folder);
    const verified = await verifyLent(folder, options);
    if (!verified.ok) throw new Error(`refused: ${verified.problems[0]?.what}`);
    const { holds, breaches } = verified.value;
    expect(holds).toBe(false);
    expect(breaches.map(({ kind }) => kind).sort()).toEqual([breach].flat().sort());

    const cells = new Set(draft.rows.flat().filter((value) => value.trim().length > 3));
    const kept = new Set(draft.manifest.columns.map(({ name }) => name));
    for (const found of breaches.map(asProblem)) {
      expect(found).toMatchObject({ exit: Exit.broken, code: expect.stringMatching(/^verify\/[a-z0-9-]+$/) });
      const told = JSON.stringify(found);
      expect(told).not.toContain(marker);
      for (const value of cells) if (!kept.has(value)) expect(told).not.toContain(JSON.stringify(value).slice(1, -1));
      for (const sentence of [found.what, found.why, found.fix]) expect(sentence).toMatch(/^\S.*[.]$/);
    }
  });

  it('at least one case of every kind of breach there is', () => {
    const provoked = new Set<Breach['kind']>(
      [
        ...tamperings,
        ...longTamperings,
        ...eventTamperings,
        ...tableTamperings,
        ...intervalTamperings,
        ...originalTamperings,
        ...seriesOriginalTamperings,
        ...eventOriginalTamperings,
        ...linkTamperings,
        ...orderTamperings,
        ...durationTamperings,
        ...partyTamperings,
        ...modelTamperings,
        ...populationTamperings,
        ...meanCurveTamperings,
        ...codedForgeries,
      ].flatMap(({ breach }): readonly Breach['kind'][] => (typeof breach === 'string' ? [breach] : breach)),
    );
    expect(breachKinds.filter((kind) => !provoked.has(kind))).toEqual([]);
  });
});
