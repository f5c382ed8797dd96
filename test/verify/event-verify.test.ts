import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localCounting } from '../../src/engine/local/local-counting.ts';
import { readCombinations } from '../../src/verify/events/combinations.ts';
import { csvSource } from '../../src/verify/source.ts';
import type { Verdict } from '../../src/verify/verify.ts';
import { draws } from '../suite/draws.ts';
import {
  changeEvents,
  type Event,
  type EventDraft,
  eventsOf,
  goodEvents,
  type Pseudonym,
  withEvidence,
  writeEvents,
} from './an-event-release.ts';
import { type LentOptions, verifyLent } from './lent-duckdb.ts';
import { type Format, seal } from './written-release.ts';

let home = '';
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'shoal-event-verify-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const pseudonyms: readonly Pseudonym[] = ['random', 'drop', 'rotate', 'keep'];
const formats: readonly Format[] = ['csv', 'parquet'];
const kinds = pseudonyms.flatMap((pseudonym) => formats.map((format) => ({ pseudonym, format })));

async function verdictOn(folder: string, options: LentOptions = {}): Promise<Verdict> {
  const verified = await verifyLent(folder, options);
  if (!verified.ok) throw new Error(`refused: ${verified.problems[0]?.what}`);
  return verified.value;
}

async function written(draft: EventDraft): Promise<string> {
  const folder = mkdtempSync(join(home, 'release-'));
  await writeEvents(folder, draft);
  return folder;
}

const sizes = { rows: 40, groups: 4, leaves: 4 };

describe('a good release of events', () => {
  it.each(kinds)('holds as published: $pseudonym, $format', async ({ pseudonym, format }) => {
    const { breaches, checks, holds, notes, toldNotes, ...counts } = await verdictOn(
      await written(goodEvents(pseudonym, format)),
    );
    expect(breaches).toEqual([]);
    expect(holds).toBe(true);
    if (pseudonym === 'random' || pseudonym === 'keep') {
      expect(counts).toEqual({ ...sizes, smallestGroup: 7, smallestLeaf: 7, subjects: 8 });
      expect(checks).toContain('k: every published combination is shared by at least 5 distinct subjects');
    } else {
      expect(counts).toMatchObject(sizes);
      expect(counts).not.toHaveProperty('subjects');
      expect(checks).toContainEqual(expect.stringMatching(/^k: .*at least 5 (rows|ids), which is necessary; .*time of writing/));
    }
  });

  it.each(kinds)('holds with its evidence, which proves the subjects: $pseudonym, $format', async ({ pseudonym, format }) => {
    const draft = withEvidence(goodEvents(pseudonym, format));
    delete draft.manifest.verdict;
    const { breaches, checks, holds, notes, toldNotes, ...counts } = await verdictOn(await written(draft), { stage: 'written' });
    expect(breaches).toEqual([]);
    expect(holds).toBe(true);
    expect(counts).toEqual({ ...sizes, smallestGroup: 7, smallestLeaf: 7, subjects: 8 });
    expect(checks).toContainEqual(
      expect.stringMatching(/^k: every published combination is shared by at least 5 distinct subjects/),
    );
  });

  it('holds with evidence of the other format, and with subjects of any text', async () => {
    const odd = (subject: string) => `${subject};"\n${subject}`;
    for (const [format, other] of [formats, [...formats].reverse()]) {
      const draft = goodEvents('drop', format);
      draft.subjects = draft.subjects.map(odd);
      expect((await verdictOn(await written(withEvidence(draft, other)))).breaches).toEqual([]);
    }
  });

  it('holds with one quasi-identifier and no id: a file of one column', async () => {
    const events = Array.from({ length: 12 }, (_, i): Event => ({ subject: `s${i}`, combination: [`class ${i % 2}`] }));
    for (const format of formats) {
      const draft = withEvidence(eventsOf(events, 'drop', format, ['class']));
      expect(await verdictOn(await written(draft))).toMatchObject({ holds: true, groups: 2, smallestGroup: 6, subjects: 12 });
    }
  });

  it('needs no evidence where a fresh id names the subject', async () => {
    expect(await verdictOn(await written(goodEvents('random')), { stage: 'written' })).toMatchObject({ holds: true });
  });

  it('leaves nothing behind', async () => {
    const folder = await written(withEvidence(goodEvents('rotate')));
    const before = readdirSync(folder, { recursive: true });
    await verdictOn(folder);
    expect(readdirSync(folder, { recursive: true })).toEqual(before);
  });
});

/** Distinct subjects of each combination, counted the slow and plain way; JSON never joins two lists of cells into the same text. */
function subjectsOf(events: readonly Event[]): number[] {
  const found = new Map<string, Set<string>>();
  for (const { subject, combination } of events) {
    const key = JSON.stringify(combination);
    found.set(key, (found.get(key) ?? new Set()).add(subject));
  }
  return [...found.values()].map((subjects) => subjects.size);
}

const anyCell = fc.constantFrom('a', 'b', 'ab', 'a;b', '1', '11', '"', 'č');
const anyEvents = fc.array(fc.record({ subject: fc.nat(5).map((n) => `person ${n}`), combination: fc.tuple(anyCell, anyCell) }), {
  minLength: 1,
  maxLength: 60,
});

describe('for any event log', () => {
  it('combinations and their distinct subjects are those that a plain count finds', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...kinds),
        anyEvents,
        fc.integer({ min: 2, max: 4 }),
        fc.boolean(),
        async ({ pseudonym, format }, events, k, evidence) => {
          const draft = eventsOf(events, pseudonym, format, ['x', 'y'], k);
          if (evidence) withEvidence(draft);
          const { breaches, holds, ...verdict } = await verdictOn(await written(draft));
          const plain = subjectsOf(events);
          if (evidence || pseudonym === 'random' || pseudonym === 'keep') {
            const smallest = Math.min(...plain);
            expect(verdict).toMatchObject({
              rows: events.length,
              groups: plain.length,
              smallestGroup: smallest,
              subjects: new Set(events.map(({ subject }) => subject)).size,
            });
            expect(holds).toBe(smallest >= k);
            const small = plain.filter((size) => size < k).length;
            expect(breaches).toEqual(
              small === 0 ? [] : [expect.objectContaining({ kind: 'small-combination', combinations: small, smallest, k })],
            );
          } else if (!holds) expect(Math.min(...plain)).toBeLessThan(k); // what is necessary is not refused where k holds
        },
      ),
      { numRuns: draws(10) },
    );
  });

  it('one event given to somebody else in the evidence is judged as such', async () => {
    await fc.assert(
      fc.asyncProperty(anyEvents, fc.nat(), fc.constantFrom(...formats), async (events, any, format) => {
        const draft = withEvidence(eventsOf(events, 'drop', format, ['x', 'y'], 2));
        const at = any % events.length;
        if (draft.evidence) draft.evidence.rows[at][2] = 'person 0';
        const told = events.map((event, i) => (i === at ? { ...event, subject: 'person 0' } : event));
        expect(await verdictOn(await written(draft))).toMatchObject({ smallestGroup: Math.min(...subjectsOf(told)) });
      }),
      { numRuns: draws(8) },
    );
  });

  it('the count is exact even where every combination has the same hash', async () => {
    await fc.assert(
      fc.asyncProperty(anyEvents, async (events) => {
        const draft = eventsOf(events, 'random', 'csv', ['x', 'y'], 2);
        const folder = await written(draft);
        const { columns } = draft.manifest;
        await localCounting({ threads: 1 }).withCounter(async (counter) => {
          const source = csvSource(join(folder, draft.manifest.data.file), columns, ';', {
            parallel: false,
            longestRow: 2_000_000,
          });
          const [id, ...quasi] = source.columns;
          const count = async (hash?: string) => {
            const found = await readCombinations(counter, source, { quasi, who: { column: id, fault: 'NULL' }, hash });
            return { found, all: await counter.ask('SELECT c1, c2, n, size FROM combinations ORDER BY ALL') };
          };
          const honest = await count();
          expect(honest.all.map(([, , , size]) => size).sort()).toEqual(subjectsOf(events).sort());
          expect(await count('CAST(1 AS UBIGINT)')).toEqual(honest);
          expect(await count('hash(c1)')).toEqual(honest);
        });
      }),
      { numRuns: draws(8) },
    );
  });

  it('of more rows than one buffer holds, the order is compared on any number of threads', async () => {
    const folder = await written(withEvidence(goodEvents('rotate')));
    const instance = await DuckDBInstance.create(':memory:', { threads: '2' });
    const connection = await instance.connect();
    const rows = `SELECT (i % 4001) + 1 + 4001 * (i % 3) AS "GUID", 'class ' || (i % 3) AS generalized_event, 1 + i % 5 AS week_number, i % 7 AS weekday, CASE WHEN i % 2 = 0 THEN 'afternoon' ELSE 'morning' END AS time_period, 'home ' || ((i % 4001)) AS _subject FROM range(150000) AS t(i)`;
    await connection.run(`COPY (SELECT * EXCLUDE _subject FROM (${rows})) TO '${folder}/anonymized_events.csv' (DELIMITER ';')`);
    await connection.run(`COPY (${rows}) TO '${folder}/internal/evidence.csv' (DELIMITER ';')`);
    changeEvents(folder, ({ data }) => void (data.rows = 150_000));
    seal(folder);
    for (const threads of [1, 4])
      expect(await verdictOn(folder, { threads })).toMatchObject({ holds: true, rows: 150_000, groups: 210, subjects: 4001 });
    await connection.run(
      `COPY (SELECT * FROM (${rows} ORDER BY i = 140000, i)) TO '${folder}/internal/evidence.csv' (DELIMITER ';')`,
    );
    instance.closeSync();
    const { breaches } = await verdictOn(folder, { threads: 2 });
    expect(breaches).toEqual([expect.objectContaining({ kind: 'evidence-differs', row: 140_001 })]);
  });
});
