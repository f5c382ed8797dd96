import { type Counter, Unreadable } from '../../base/counting.ts';
import { Refusal } from '../../base/problem.ts';
import type { EventsManifest } from '../../release/manifest.ts';
import type { Breach } from '../breaches.ts';
import { breachesOfFaults } from '../column-faults.ts';
import { text } from '../counter.ts';
import { foldText, isNormal } from '../folded-text.ts';
import { list } from '../layout.ts';
import type { Original } from '../original.ts';
import { notTheOriginal, policyNeeded } from '../problems.ts';
import type { Source, SourceColumn } from '../source.ts';
import { readCombinations } from './combinations.ts';
import { calendarColumn } from './event-calendar.ts';
import { type EventRules, readClassesOf } from './event-classes.ts';
import { isFlat } from './event-coarseness.ts';
import type { EventLog } from './event-log.ts';
import { checkBearers } from './event-subjects.ts';
import { wallClockOf } from './event-time.ts';
import { judgeCombinations } from './judge-combinations.ts';
import { linksEvents } from './link-window.ts';
import { checkLinkedRows } from './linked-sets.ts';
import { checkMembers } from './party-members.ts';
import { checkDurations } from './told-durations.ts';

/** Where the evidence says which row of the input each published event was. */
export interface EventEvidence {
  readonly file: string;
  readonly source: Source;
  /** The row number, and the number of the subject, where that is told. */
  readonly row: SourceColumn;
  readonly subject: SourceColumn | undefined;
}

/**
 * Every published event beside the row of the original it was: cells that tell a time are true of its time, class and code are its own, it is
 * none that the policy leaves out, and its id belongs to its subject. Then k is counted over the subjects of the original.
 */
export async function checkEventOriginal(
  counter: Counter,
  log: EventLog,
  manifest: EventsManifest,
  { evidence, original }: { readonly evidence: EventEvidence; readonly original: Original },
): Promise<readonly Breach[]> {
  const rules = original.events;
  if (rules === undefined) throw new Refusal(policyNeeded());
  if (manifest.unit !== `one subject per "${rules.subject}", however many events`)
    return [{ kind: 'foreign-words', keys: ['unit'] }]; // k of something else than subjects
  await counter.ask("SET TimeZone = 'UTC'"); // zoned times print the same on every machine
  const different = await readLines(counter, log, evidence);
  if (different > 0) return [{ kind: 'evidence-differs', file: evidence.file, rows: different }];
  const claims = claimsOf(log, manifest);
  await ofOriginal(original, readBeside(counter, { log, manifest, original, rules, claims }));
  const strangers = await checkRows(counter, evidence.file);
  if (strangers.length > 0) return strangers;
  const untrue = await checkClaims(counter, claims, log.file);
  const small = await checkCombinations(counter, log);
  const { subject } = log;
  const linked =
    subject !== undefined && linksEvents(manifest)
      ? await checkLinkedRows(counter, { ...log, subject }, manifest, { table: 'beside', who: 'bearer' })
      : [];
  const party =
    manifest.promises.alsoProtect === undefined ? [] : await checkMembers(counter, log, { table: 'beside', member: 'party' });
  const bearers = await checkBearers(counter, log, manifest, evidence);
  const placed = [...(await checkPositions(counter, log)), ...(await checkDurations(counter, log, manifest.promises))];
  return [...untrue, ...bearers, ...small, ...party, ...linked, ...placed];
}

/** A position that is told is that of the event among those under its number, by time; of equal times by the row. */
async function checkPositions(counter: Counter, { source, subject, file }: EventLog): Promise<readonly Breach[]> {
  const position = source.columns.find(({ declared }) => declared.role === 'position');
  if (position === undefined || subject === undefined) return [];
  const own = `row_number() OVER (PARTITION BY ${subject.sql} ORDER BY happened, input)`;
  const told = `SELECT place, TRY_CAST(${position.sql} AS BIGINT) AS told, ${own} AS own FROM beside`;
  const [cells, row] = await counter.numbers(`SELECT count(*), coalesce(min(place), 0) FROM (${told}) WHERE told <> own`);
  return cells > 0 ? [{ kind: 'false-position', file, cells, row }] : [];
}

/** Fills `lines`: the published cells with the text of their row number and subject in the evidence. Answers how many stand alone. */
async function readLines(
  counter: Counter,
  { source }: EventLog,
  { source: proof, row, subject }: EventEvidence,
): Promise<number> {
  const cell = (of: 'a' | 'b', sql: string) => `coalesce(CAST(${of}.${sql} AS VARCHAR), '')`;
  const cells = source.columns.map(({ sql }) => `${cell('a', sql)} AS ${sql}`);
  const alone = `a.${source.columns[0].sql} IS NULL OR b.${row.sql} IS NULL`;
  const number = `CASE WHEN regexp_full_match(${cell('b', row.sql)}, '[1-9][0-9]{0,17}') THEN CAST(b.${row.sql} AS BIGINT) END`;
  const told = subject === undefined ? "''" : cell('b', subject.sql);
  await counter.ask(
    `CREATE OR REPLACE TEMP TABLE lines AS SELECT row_number() OVER () AS place, ${cells.join(', ')}, ${number} AS input_row, ${told} AS told_subject, ${alone} AS alone
    FROM ${source.scan('a')} POSITIONAL JOIN ${proof.scan('b')}`,
  );
  return (await counter.numbers('SELECT count_if(alone) FROM lines'))[0];
}

interface Claim {
  readonly column: SourceColumn;
  /** SQL that holds where the cell is true of `t`, `code` and `class`. */
  readonly holds: string;
}

function claimsOf({ quasi }: EventLog, manifest: EventsManifest): readonly Claim[] {
  return quasi.map((column, place) => {
    const { sql, declared } = column;
    const calendar = calendarColumn(declared.name, manifest.calendar);
    const own = declared.of !== undefined ? orEmpty(furtherName(place)) : declared.name === 'event' ? orEmpty('code') : 'class';
    return { column, holds: `(${isFlat(column, manifest)} OR ${calendar?.truth(sql, 't') ?? `${sql} = ${own}`})` };
  });
}

const orEmpty = (sql: string): string => `CASE ${sql} WHEN '' THEN '(empty)' ELSE ${sql} END`;

/** The cell of the original that stands behind a column of its own. */
const furtherName = (place: number): string => `further_${place}`;

interface Compared {
  readonly log: EventLog;
  readonly manifest: EventsManifest;
  readonly original: Original;
  readonly rules: EventRules;
  readonly claims: readonly Claim[];
}

/** Fills `beside`: each line with the row it was (`input`), whose event that is (`bearer`), and what is untrue of it. */
async function readBeside(counter: Counter, { log, manifest, original, rules, claims }: Compared): Promise<void> {
  const { table, timeZone } = original;
  const time = columnOf(original, rules.time);
  const [[, type]] = await counter.ask(`DESCRIBE SELECT ${time} FROM ${table}`);
  const code = textOf(original, rules.event);
  const tellsClock =
    manifest.promises.durations !== undefined || log.quasi.some(({ declared }) => clockColumns.includes(declared.name));
  const further = log.quasi.flatMap(({ declared: { of } }, place) =>
    of === undefined ? [] : [`, ${textOf(original, of)} AS ${furtherName(place)}`],
  );
  await readClassesOf(counter, `SELECT DISTINCT ${code} AS code FROM ${table}`, rules);
  const subject = textOf(original, rules.subject);
  const spelled = `(SELECT ${subject} AS bearer_text FROM ${table})`;
  const who = isNormal(manifest)
    ? await foldText(counter, { table: spelled, text: 'bearer_text', name: 'bearers' })
    : { join: '', form: 'bearer_text' };
  const also = manifest.promises.alsoProtect;
  const partyText = also === undefined ? "''" : textOf(original, also);
  const texts = `(SELECT ${partyText} AS party_text FROM ${table})`;
  const member =
    also !== undefined && isNormal(manifest)
      ? await foldText(counter, { table: texts, text: 'party_text', name: 'members' })
      : { join: '', form: 'party_text' };
  const removed = rules.removed.length === 0 ? 'false' : `class IN (${rules.removed.map(text).join(', ')})`;
  const leftOut = `(t IS NULL OR class IS NULL OR trim(bearer_text) = '' OR ${removed})`;
  const broken = claims.map(({ holds }, i) => `NOT ${leftOut} AND NOT coalesce(${holds}, false) AS broken${i}`);
  await counter.ask(
    `CREATE OR REPLACE TEMP TABLE beside AS SELECT ${list(log.source.columns)}, place, told_subject, input_row, input, t AS happened, ${who.form} AS bearer, CASE WHEN trim(${member.form}) <> '' THEN ${member.form} END AS party,
    ${[`input IS NOT NULL AND ${leftOut} AS left_out`, ...broken].join(', ')}
    FROM lines LEFT JOIN (SELECT row_number() OVER () AS input, ${subject} AS bearer_text, ${partyText} AS party_text, ${code} AS code,
      ${wallClockOf({ sql: time, type: String(type) }, timeZone, !tellsClock)} AS t${further.join('')} FROM ${table}) AS original ON input_row = input
    LEFT JOIN classes USING (code) ${who.join} ${member.join}`,
  );
}

/** Where none of these is published, a day is time enough. */
const clockColumns: readonly string[] = ['hour', 'quantized_hour', 'time_period'];

function columnOf({ name, columns }: Original, wanted: string): string {
  const column = columns.find((other) => other.name === wanted);
  if (column === undefined) throw new Refusal(notTheOriginal(name, `it has no column ${wanted}`));
  return column.sql;
}

const textOf = (original: Original, wanted: string): string => `coalesce(CAST(${columnOf(original, wanted)} AS VARCHAR), '')`;

/** Rows that are not there, and rows told twice. */
async function checkRows(counter: Counter, file: string): Promise<readonly Breach[]> {
  const [strange, first, repeated] = await counter.numbers(
    `SELECT count_if(input IS NULL), coalesce(min(place) FILTER (input IS NULL), 0), count(input) - count(DISTINCT input) FROM beside`,
  );
  if (strange > 0) return [{ kind: 'foreign-record', file, records: strange, row: first }];
  return repeated > 0 ? [{ kind: 'repeated-record', file, records: repeated }] : [];
}

async function checkClaims(counter: Counter, claims: readonly Claim[], file: string): Promise<readonly Breach[]> {
  const flags = ['left_out', ...claims.map((_, i) => `broken${i}`)];
  const counts = await counter.numbers(
    `SELECT ${flags.map((flag) => `count_if(${flag}), coalesce(min(place) FILTER (${flag}), 0)`).join(', ')} FROM beside`,
  );
  const [events, row, ...cells] = counts;
  const found = claims.map(({ column }, i) => ({
    kind: 'false-label' as const,
    column: column.declared.name,
    cells: cells[2 * i],
    row: cells[2 * i + 1],
  }));
  return [...(events > 0 ? [{ kind: 'left-out-event' as const, file, events, row }] : []), ...breachesOfFaults(found, file)];
}

/** k over the subjects of the original. */
async function checkCombinations(counter: Counter, log: EventLog): Promise<readonly Breach[]> {
  const bearer: SourceColumn = { sql: 'bearer', declared: { name: 'bearer', role: 'subject', kind: 'text' }, type: 'text' };
  const counts = await readCombinations(
    counter,
    { ...log.source, table: 'beside' },
    {
      quasi: log.quasi,
      who: {
        column: bearer,
        fault: 'NULL',
      },
    },
  );
  return (await judgeCombinations(counter, log, counts, 'subjects')).breaches;
}

/** The release was read before: what cannot be read now is the original. */
async function ofOriginal<Value>({ name }: Original, answer: Promise<Value>): Promise<Value> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Unreadable) throw new Refusal(notTheOriginal(name, 'it cannot be read to its end'));
    throw error;
  }
}
