import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checksAtWriting } from '../../src/verify/checks.ts';
import { type EventDraft, goodEvents, withEvidence, writeEvents } from './an-event-release.ts';
import { verifyLent } from './lent-duckdb.ts';
import {
  durationTamperings,
  goodLinks,
  halfLinked,
  linkTamperings,
  orderedLinks,
  orderTamperings,
  partyTamperings,
  takeOut,
  timedLinks,
  timedTraces,
  wholeTraces,
} from './link-tamperings.ts';

let home = '';
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'shoal-links-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const breachesOf = async (draft: EventDraft, evidence = true): Promise<readonly string[]> =>
  (await foundIn(draft, evidence)).map(({ kind }) => kind);

async function foundIn(draft: EventDraft, evidence: boolean) {
  const folder = mkdtempSync(join(home, 'release-'));
  await writeEvents(folder, evidence ? withEvidence(draft) : draft);
  const verdict = await verifyLent(folder, {});
  if (!verdict.ok) throw new Error(verdict.problems[0].what);
  return verdict.value.breaches;
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

  it('are told with how many are wrong, how few share the rarest, and where the first stands', async () => {
    const file = 'anonymized_events.csv';
    for (const [evidence, counted] of [
      [true, 'subjects'],
      [false, 'ids'],
    ] as const) {
      const { rows, ...draft } = goodLinks('shared:week');
      for (const [one, door] of [[7, 13], [8, 14], [3, 15]]) [rows[one][0], rows[door][0]] = [rows[door][0], rows[one][0]]; // biome-ignore format: a row
      expect(await foundIn({ rows, ...draft }, evidence)).toEqual([
        { kind: 'loose-link', file, ids: 3, row: 2 }, // a fall and a door of two homes, a smoke and a door of a third
        { kind: 'unshared-link', file, sets: 5, fewest: 1, k: 5, counted, row: 1 },
      ]);
    }
  });

  it('may be of events without a day where each stands alone, though a time is told of others', async () => {
    for (const evidence of [true, false]) {
      const draft = timedLinks();
      for (const row of draft.rows.slice(12)) row[3] = '100';
      expect(await breachesOf(draft, evidence)).toEqual([]);
    }
  });

  it('tell another event of no more subjects than was promised, and what else happened, whenever it was', async () => {
    for (const evidence of [true, false])
      for (const [confidence, breaches] of [
        [0.5, []],
        [0.499, ['telling-link']],
        [0.249, ['telling-link']],
      ] as const) {
        const draft = halfLinked();
        draft.manifest.promises.confidence = confidence;
        expect(await breachesOf(draft, evidence)).toEqual(breaches);
      }
    const oneThing = halfLinked(); // at three times: each tells of no other more than a quarter
    for (const row of oneThing.rows) row[1] = 'fall';
    oneThing.manifest.promises.confidence = 0.25;
    expect(await breachesOf(oneThing)).toEqual([]);
  });

  it('count those who have an event, where the evidence names them, and not their numbers', async () => {
    const draft = halfLinked();
    draft.manifest.promises.confidence = 0.5;
    for (const place of [16, 17, 18, 19]) draft.subjects[place] = 'home-16'; // falls of one home, each under a number of its own
    expect(await breachesOf(draft, false)).toEqual([]);
    expect(await breachesOf(draft)).toEqual(['telling-link']);
  });

  it('promise nothing of what they tell where there are none', async () => {
    const draft = goodEvents('random');
    draft.manifest.promises.confidence = 0.5;
    expect(await breachesOf(draft, false)).toEqual(['foreign-words']);
  });

  it.each([true, false])(
    'may tell an order, or a whole trace, or the times between, that six homes have alike, with evidence: %s',
    async (evidence) => {
      for (const draft of [orderedLinks(), wholeTraces(), timedLinks(), timedTraces()])
        expect(await breachesOf(draft, evidence)).toEqual([]);
    },
  );

  it.each(orderTamperings)('tell no order: $says', async ({ of, spoil, breach }) => {
    for (const evidence of [true, false]) {
      const draft = of();
      spoil(draft);
      expect(await breachesOf(draft, evidence)).toEqual(breach);
    }
  });

  it.each(durationTamperings)('tell no duration: $says', async ({ of, spoil, breach }) => {
    for (const evidence of [true, false]) {
      const draft = of();
      spoil(draft);
      expect(await breachesOf(draft, evidence)).toEqual(breach);
    }
  });

  it('tell another event by a whole trace as surely as by a linked set, and one more of the known kind by a loop', async () => {
    for (const evidence of [true, false]) {
      const surely = wholeTraces();
      surely.manifest.promises.confidence = 0.999;
      expect(await breachesOf(surely, evidence)).toEqual(['telling-link']);
      for (const [confidence, breaches] of [
        [0.5, []],
        [0.499, ['telling-link']],
      ] as const) {
        const loops = wholeTraces(); // six homes with two falls each, under one number, and six with one fall
        loops.rows.splice(0, loops.rows.length);
        loops.subjects.splice(0, loops.subjects.length);
        for (let home = 1; home <= 12; home++)
          for (const position of home <= 6 ? ['1', '2'] : ['1']) {
            loops.rows.push([String(home), 'fall', '10', '0', 'night', position]);
            loops.subjects.push(`home-${home}`);
          }
        loops.manifest.data.rows = loops.rows.length;
        loops.manifest.promises.confidence = confidence;
        expect(await breachesOf(loops, evidence)).toEqual(breaches);
      }
    }
  });

  it('tell a trace as whole only if it is, which the evidence alone can say', async () => {
    const draft = wholeTraces();
    for (let home = 1; home <= 6; home++) {
      draft.rows.push([String(6 + home), ...draft.rows[3].slice(1, 5), '1']); // one door more, under a number of its own
      draft.subjects.push(`home-${home}`);
    }
    draft.manifest.data.rows = draft.rows.length;
    expect(await breachesOf(draft, false)).toEqual([]);
    expect(await breachesOf(draft)).toEqual(['loose-link']);
  });

  it.each(partyTamperings)('and all other events do not pass with $says, who is nobody counts for none', async ({ breach }) => {
    const judge = async (memberOf: (row: number) => string, pseudonym: 'random' | 'drop' = 'random') => {
      const draft = goodEvents(pseudonym);
      draft.manifest.promises.alsoProtect = 'nurse';
      draft.manifest.dropped.push('nurse');
      const rows = draft.rows.map((row, i) => [...row, memberOf(i), draft.subjects[i]]);
      draft.evidence = { header: [...draft.header, '_other', '_subject'], rows, format: 'csv' };
      const folder = mkdtempSync(join(home, 'release-'));
      await writeEvents(folder, draft);
      const verdict = await verifyLent(folder, {});
      return verdict.ok ? verdict.value.breaches.map(({ kind }) => kind) : verdict.problems.map(({ code }) => code);
    };
    for (const pseudonym of ['random', 'drop'] as const) {
      expect(await judge((row) => String(row), pseudonym)).toEqual([]);
      expect(await judge(() => '1', pseudonym)).toEqual([breach]);
      expect(await judge(() => ' ', pseudonym)).toEqual([breach]);
    }
  });

  it('have no order and no traces where there are none', async () => {
    const ordered = goodEvents('random');
    ordered.manifest.columns.push({ name: 'position', role: 'position', kind: 'label' });
    ordered.header.push('position');
    for (const row of ordered.rows) row.push('1');
    expect(await breachesOf(ordered, false)).toContain('foreign-words');
    const timed = timedLinks();
    timed.manifest.columns.splice(5, 1);
    timed.header.splice(5, 1);
    for (const row of timed.rows) row.splice(5, 1);
    expect(await breachesOf(timed)).toContain('foreign-words');
    const untold = orderedLinks();
    untold.manifest.promises.durations = ['1h'];
    expect(await breachesOf(untold)).toContain('missing-role');
    const traced = goodLinks('shared:week');
    traced.manifest.promises.traces = 5;
    expect(await breachesOf(traced)).toContain('missing-role');
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
