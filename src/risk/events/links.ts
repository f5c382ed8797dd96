import type { Counter } from '../../base/counting.ts';
import { name, scanOf, type TableFile } from '../table-file.ts';
import type { Histories } from './known-points.ts';
import type { Bitmaps } from './singled-out.ts';

/** A table of events: who, and the columns that make up a combination. */
export interface EventLog extends TableFile {
  /** The column of the id that events are linked by. */
  readonly subject: string;
  /** The column of the true subject, where that has several ids; each is then measured by its id with most combinations. */
  readonly owner?: string;
  readonly columns: readonly string[];
}

/** Which id has which combination, both as codes from 0. */
export interface Links extends Histories {
  readonly ids: number;
  readonly subjectsWith: (combinations: ReadonlySet<number>) => Promise<Bitmaps>;
}

/**
 * Reads a log once into pairs of subject and combination, in DuckDB, which spills what does not fit. Both go by a 64-bit hash of their cells:
 * pairs of numbers take half the time and memory of five texts. That any two of a million subjects share a hash has a chance of 1 in 37
 * million and would change the figure by one sampled subject; no promise hangs on it, as k is counted by the verifier, by the cells
 * themselves. Codes follow the order of hashes, never that of rows or threads. Repeated pairs stay: bits do not mind.
 */
export async function linksOf(counter: Counter, log: EventLog): Promise<Links> {
  const hashOf = (columns: readonly string[]) =>
    `hash(${columns.map((column) => `CAST(${name(column)} AS VARCHAR)`).join(', ')})`;
  await counter.ask(
    `CREATE TEMP TABLE pairs AS SELECT ${hashOf([log.subject])} AS subject, ${hashOf(log.columns)} AS combination${log.owner === undefined ? '' : `, ${hashOf([log.owner])} AS owner`} FROM ${scanOf(log)} WHERE ${name(log.subject)} IS NOT NULL`,
  );
  for (const column of ['subject', 'combination'])
    await counter.ask(
      `CREATE TEMP TABLE ${column}s AS SELECT ${column}, CAST(row_number() OVER (ORDER BY ${column}) - 1 AS UINTEGER) AS code FROM pairs GROUP BY ${column}`,
    );
  const [codes] = await counter.columns('SELECT code FROM subjects ORDER BY code', 1);
  return {
    ids: codes.length,
    candidates: log.owner === undefined ? codes : await richestIds(counter),
    combinationsOf: (subjects) => combinationsOf(counter, subjects),
    subjectsWith: (combinations) => subjectsWith(counter, combinations, codes.length),
  };
}

/** Of each owner the id with most distinct combinations. A mean over passing ids would hide who is found by one of them. */
async function richestIds(counter: Counter): Promise<Uint32Array> {
  const points =
    'SELECT owner, subject, count(*) AS points FROM (SELECT DISTINCT owner, subject, combination FROM pairs) GROUP BY ALL';
  const place = `(CAST(${2 ** 32 - 1} - points AS UBIGINT) << 32) | code`; // the most points first, then the lower code: one number for both
  const [codes] = await counter.columns(
    `SELECT CAST(min(${place}) & ${2 ** 32 - 1} AS UINTEGER) AS code FROM (${points}) JOIN subjects USING (subject) GROUP BY owner ORDER BY code`,
    1,
  );
  return codes;
}

async function combinationsOf(counter: Counter, subjects: readonly number[]): Promise<readonly Uint32Array[]> {
  const [who, what] = await counter.columns(
    `SELECT DISTINCT who.code, what.code FROM pairs JOIN (FROM subjects SEMI JOIN (${listOf(subjects)}) USING (code)) AS who USING (subject)
    JOIN combinations AS what USING (combination) ORDER BY ALL`,
    2,
  );
  return membersOf(subjects, who, what);
}

/** What each of some subjects has, of pairs that lie in the order of subjects. */
export function membersOf(subjects: readonly number[], who: Uint32Array, what: Uint32Array): readonly Uint32Array[] {
  const places = new Map(subjects.map((subject, i) => [subject, i]));
  const own: Uint32Array[] = subjects.map(() => new Uint32Array(0));
  for (let from = 0, to = 0; from < who.length; from = to) {
    while (to < who.length && who[to] === who[from]) to++;
    own[places.get(who[from]) ?? 0] = what.subarray(from, to);
  }
  return own;
}

const subjectsWith = (counter: Counter, combinations: ReadonlySet<number>, subjects: number): Promise<Bitmaps> =>
  bitmapsOf(
    counter,
    combinations,
    subjects,
    `SELECT who.code, what.code FROM pairs JOIN (FROM combinations SEMI JOIN (${listOf([...combinations])}) USING (code)) AS what USING (combination)
    JOIN subjects AS who USING (subject)`,
  );

/** Who has which of some combinations, of pairs of both. */
export async function bitmapsOf(
  counter: Counter,
  combinations: ReadonlySet<number>,
  subjects: number,
  pairs: string,
): Promise<Bitmaps> {
  const words = Math.ceil(subjects / 32);
  const rows = new Map([...combinations].map((combination, row) => [combination, row]));
  const bits = new Uint32Array(rows.size * words);
  const starts = new Float64Array(Math.max(0, ...rows.keys()) + 1);
  for (const [combination, row] of rows) starts[combination] = row * words;
  await counter.stream(pairs, 2, ([who, what]) => {
    for (let i = 0; i < who.length; i++) bits[starts[what[i]] + (who[i] >>> 5)] |= 1 << (who[i] & 31);
  });
  return { words, bits, rows };
}

/** Some codes as a column `code`. */
export const listOf = (codes: readonly number[]): string => `SELECT unnest(CAST([${codes.join(', ')}] AS UINTEGER[])) AS code`;
