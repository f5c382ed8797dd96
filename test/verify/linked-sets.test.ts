import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checksAtWriting } from '../../src/verify/checks.ts';
import { type EventDraft, withEvidence, writeEvents } from './an-event-release.ts';
import { verifyLent } from './lent-duckdb.ts';
import { goodLinks, linkTamperings, takeOut } from './link-tamperings.ts';

let home = '';
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'shoal-links-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

async function breachesOf(draft: EventDraft, evidence = true): Promise<readonly string[]> {
  const folder = mkdtempSync(join(home, 'release-'));
  await writeEvents(folder, evidence ? withEvidence(draft) : draft);
  const verdict = await verifyLent(folder, {});
  if (!verdict.ok) throw new Error(verdict.problems[0].what);
  return verdict.value.breaches.map(({ kind }) => kind);
}

describe('numbers that link what k subjects share', () => {
  it.each([true, false])('hold where six homes carry the same set, with evidence: %s', async (evidence) => {
    for (const format of ['csv', 'parquet'] as const)
      expect(await breachesOf(goodLinks('shared:week', format), evidence)).toEqual([]);
  });

  it.each(linkTamperings)('do not pass: $says', async ({ before, breach }) => {
    for (const evidence of [true, false]) {
      const draft = goodLinks('shared:week');
      before(draft);
      expect(await breachesOf(draft, evidence)).toContain(breach);
    }
  });

  it('are of one day or week, by columns that say which it was', async () => {
    for (const [pseudonym, gone] of [
      ['shared:week', 'week_number'],
      ['shared:day', 'weekday'],
    ] as const) {
      const draft = goodLinks(pseudonym);
      takeOut(draft, gone);
      expect(await breachesOf(draft)).toEqual(['missing-window']);
    }
    expect(checksAtWriting(goodLinks('shared:week').manifest).join('\n')).toMatch(
      /by each once, and reads the same in week_number$/m,
    );
  });

  it('do not pass where two days are linked and the promise is of one', async () => {
    expect(await breachesOf(goodLinks('shared:day'))).toContain('loose-link');
  });

  it('do not pass where one home carries a set twice, or a number is of two homes: only the evidence can tell', async () => {
    const twice = goodLinks('shared:week');
    for (const place of [5, 11]) twice.subjects[place] = 'home-1';
    expect(await breachesOf(twice)).toEqual(['loose-link']);
    expect(await breachesOf(goodLinks('shared:week'), false)).toEqual([]);
    const mixed = goodLinks('shared:week');
    [mixed.subjects[0], mixed.subjects[1]] = [mixed.subjects[1], mixed.subjects[0]];
    expect(await breachesOf(mixed)).toEqual(['ambiguous-pseudonym']);
  });
});
