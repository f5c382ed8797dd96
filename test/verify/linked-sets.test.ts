import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EventDraft, eventsOf, withEvidence, writeEvents } from './an-event-release.ts';
import { verifyLent } from './lent-duckdb.ts';
import type { Format } from './written-release.ts';

let home = '';
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'shoal-links-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const fall = ['fall', '10', '0', 'night'];
const smoke = ['smoke', '10', '1', 'night'];
const door = ['door', '11', '0', 'night'];

/** Six homes, k = 5: each has a fall and a smoke of one week under one number, and two doors of the next week under one each. */
function goodLinks(pseudonym: 'shared:week' | 'shared:day', format: Format = 'csv'): EventDraft {
  const homes = [1, 2, 3, 4, 5, 6];
  const of = (combination: readonly string[]) => homes.map((who) => ({ subject: `home-${who}`, combination }));
  const draft = eventsOf([...of(fall), ...of(smoke), ...of(door), ...of(door)], pseudonym, format);
  for (const [i, row] of draft.rows.entries()) row[0] = String(i < 12 ? (i % 6) + 1 : i - 5);
  return draft;
}

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

  const cases: readonly (readonly [string, (draft: EventDraft) => void, string])[] = [
    ['two numbers that changed a row', ({ rows }) => swap(rows, 6, 18), 'unshared-link'],
    ['links that were cut for two homes', ({ rows }) => cut(rows, [6, 7]), 'unshared-link'],
    ['a number on two events alike', ({ rows }) => cut(rows, [18], rows[12][0]), 'loose-link'],
    ['a number that reaches into the next week', ({ rows }) => cut(rows, [12], rows[0][0]), 'loose-link'],
  ];
  it.each(cases)('do not pass: %s', async (_, change, code) => {
    for (const evidence of [true, false]) {
      const draft = goodLinks('shared:week');
      change(draft);
      expect(await breachesOf(draft, evidence)).toContain(code);
    }
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

function swap(rows: string[][], a: number, b: number): void {
  [rows[a][0], rows[b][0]] = [rows[b][0], rows[a][0]];
}

/** Other numbers for some rows: new ones, or this one. */
function cut(rows: string[][], places: readonly number[], number?: string): void {
  const free = Math.max(...rows.map(([own]) => Number(own))) + 1;
  for (const [i, place] of places.entries()) rows[place][0] = number ?? String(free + i);
}
