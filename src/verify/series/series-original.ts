import type { Counter } from '../../base/counting.ts';
import { Refusal } from '../../base/problem.ts';
import type { SeriesManifest } from '../../release/manifest.ts';
import { readAncestors } from '../ancestors.ts';
import type { Breach } from '../breaches.ts';
import { boundsOf } from '../cell-checks.ts';
import { breachesOfFaults } from '../column-faults.ts';
import { evidenceIn, rowName } from '../evidence.ts';
import { foldText } from '../folded-text.ts';
import { csvHeader } from '../header.ts';
import { isSet } from '../label-checks.ts';
import type { Layout } from '../layout.ts';
import type { Original } from '../original.ts';
import { hierarchyNeeded, noRowNumbers, notTheOriginal } from '../problems.ts';
import { csvSource, type SourceColumn } from '../source.ts';
import { fastThenSure } from '../two-readings.ts';
import { changedValues } from './mean-curves.ts';
import { countBorrowed, countStrangers, findStrangers } from './own-words.ts';
import type { PublishedRecords } from './published-records.ts';
import { isNamedBy } from './series-labels.ts';

/**
 * Every published record beside the row of the original it was: its values lie in the bands, its labels are true of it, its pattern says of
 * its own word what the method promises, its sensitive cells are unchanged. A cell the original does not have was filled in, and is not
 * compared.
 */
export async function checkSeriesOriginal(
  counter: Counter,
  records: PublishedRecords,
  folder: string,
  original: Original,
): Promise<readonly Breach[]> {
  const { layout, manifest } = records;
  const { file, path, format, there } = await evidenceIn(folder, manifest);
  const [name, ...more] = there && format === 'csv' ? ((await csvHeader(path, ',')) ?? []) : [];
  if (name !== rowName || more.length > 0) throw new Refusal(noRowNumbers(file));
  const claims = await claimsOf(counter, layout, original);
  return fastThenSure(false, async (reading) => {
    const evidence = csvSource(path, [{ name: rowName, role: 'subject', kind: 'id' }], ',', reading);
    await counter.ask(besideSql(claims, records, evidence.table, original.table));
    const different = await differences(counter, file);
    if (different.length > 0) return different;
    const repeated = await repeatedSubjects(counter, manifest, original, file);
    return [
      ...repeated,
      ...(await brokenClaims(counter, claims, original, file)),
      ...(await brokenPatterns(counter, layout, manifest, file)),
      ...(manifest.curve === 'mean' ? await changedValues(counter, layout) : []),
    ];
  });
}

/** What a published column says of a cell of the original. */
interface Claim {
  readonly kind: 'outside-band' | 'false-label' | 'changed-value';
  readonly column: SourceColumn;
  /** SQL for the cell of the original: a number that may be missing, or text. */
  readonly cell: string;
  /** Whether the cell, as `name`, contradicts what is published. */
  readonly isBroken: (name: string) => string;
  /** Of a category without its hierarchy: SQL for a label that could be the name of a node which nobody can look up. */
  readonly unexplained?: string;
}

async function claimsOf(counter: Counter, { source, envelope }: Layout, original: Original): Promise<readonly Claim[]> {
  const bands = envelope.flatMap((column, i): Claim[] => {
    if (column.declared.kind !== 'interval' && column.declared.kind !== 'lower') return []; // an upper bound is read with its lower one
    const { lower, upper } = boundsOf(column, envelope[i + 1]);
    const cell = `TRY_CAST(${cellOf(original, column)} AS DOUBLE)`;
    return [
      { kind: 'outside-band', column, cell, isBroken: (value) => `coalesce(${value} NOT BETWEEN ${lower} AND ${upper}, false)` },
    ];
  });
  const labels: Claim[] = [];
  for (const column of envelope) if (column.declared.kind === 'label') labels.push(await labelClaim(counter, column, original));
  const kept = source.columns
    .filter(({ declared }) => declared.role === 'sensitive')
    .map((column): Claim => {
      const cell = asText(cellOf(original, column));
      return { kind: 'changed-value', column, cell, isBroken: (value) => `${value} <> ${asText(column.sql)}` };
    });
  return [...bands, ...labels, ...kept];
}

const asText = (sql: string): string => `coalesce(CAST(${sql} AS VARCHAR), '')`;

async function labelClaim(counter: Counter, column: SourceColumn, original: Original): Promise<Claim> {
  const wanted = column.declared.of ?? column.declared.name;
  const known = Object.hasOwn(original.hierarchy, wanted);
  const ancestors = known
    ? await readAncestors(counter, `ancestors_${column.sql}`, original.hierarchy[wanted], wanted)
    : undefined;
  return {
    kind: 'false-label',
    column,
    cell: asText(cellOf(original, column)),
    isBroken: (value) => `NOT ${isNamedBy(column.sql, value, ancestors)}`,
    ...(known ? {} : { unexplained: `NOT ${isSet(column.sql)}` }),
  };
}

function cellOf({ name, columns }: Original, { declared }: SourceColumn): string {
  const wanted = declared.of ?? declared.name;
  const column = columns.find((other) => other.name === wanted);
  if (column === undefined) throw new Refusal(notTheOriginal(name, `it has no column ${wanted}`));
  return column.sql;
}

/** One row for each record and line of the evidence: which claims it breaks, its series in the original, its pattern and level. */
function besideSql(
  claims: readonly Claim[],
  { layout: { source, group, pattern, level }, line }: PublishedRecords,
  evidence: string,
  original: string,
): string {
  const broken = claims.map((claim, i) => `${claim.isBroken(`original${i}`)} AS broken${i}`);
  const series = claims.flatMap(({ column }, i) => (column.declared.role === 'series' ? [`original${i}`] : []));
  const cells = claims.map(({ cell }, i) => `${cell} AS original${i}`);
  const labels = claims.flatMap(({ column, unexplained }, i) =>
    unexplained === undefined ? [] : [`, ${column.sql} AS label${i}, ${unexplained} AS name${i}`],
  );
  return `CREATE OR REPLACE TEMP TABLE beside AS
    SELECT line, place, input_row, input, ${[...broken, `[${series.join(', ')}] AS series`].join(', ')}, ${group.sql} AS group_id, ${pattern.sql} AS pattern, TRY_CAST(${level.sql} AS INTEGER) AS level${labels.join('')}
    FROM (SELECT row_number() OVER () AS line, TRY_CAST(c0 AS BIGINT) AS input_row FROM ${evidence}) AS evidence
    FULL JOIN (SELECT ${line} AS place, * FROM ${source.table}) AS published ON line = place
    LEFT JOIN (SELECT row_number() OVER () AS input, ${cells.join(', ')} FROM ${original}) AS original ON input_row = input`;
}

/** Records without a line of the evidence, lines without a record, rows that are not there, rows told twice. */
async function differences(counter: Counter, file: string): Promise<readonly Breach[]> {
  const [alone, strange, first, repeated] = await counter.numbers(
    `SELECT count_if(line IS NULL OR place IS NULL), count_if(input IS NULL), coalesce(min(line) FILTER (input IS NULL), 0),
    count(input_row) - count(DISTINCT input_row) FROM beside`,
  );
  if (alone > 0) return [{ kind: 'evidence-differs', file, rows: alone }];
  if (strange > 0) return [{ kind: 'foreign-record', file, records: strange, row: first }];
  return repeated > 0 ? [{ kind: 'repeated-record', file, records: repeated }] : [];
}

/** Records whose rows in the original name a subject that another record has too; by normal form, unless ids count as they are written. */
async function repeatedSubjects(
  counter: Counter,
  { unit, subjectSpelling }: SeriesManifest,
  { name, table, columns }: Original,
  file: string,
): Promise<readonly Breach[]> {
  const wanted = /^one (?:row|series) per "(.*)", checked in the input$/s.exec(unit)?.[1];
  if (wanted === undefined) return []; // each row was declared to be a subject
  const column = columns.find((other) => other.name === wanted);
  if (column === undefined) throw new Refusal(notTheOriginal(name, `it has no column ${wanted}`));
  const rows = `(SELECT row_number() OVER () AS input, ${asText(column.sql)} AS subject FROM ${table}) AS original`;
  const { join, form } =
    subjectSpelling === 'exact'
      ? { join: '', form: 'subject' }
      : await foldText(counter, { table: rows, text: 'subject', name: 'original_subject' });
  const subjects = `SELECT count(DISTINCT input) AS records FROM ${rows} JOIN beside USING (input) ${join} GROUP BY ${form}`;
  const [records] = await counter.numbers(`SELECT coalesce(sum(records) - count(*), 0) FROM (${subjects})`);
  return records > 0 ? [{ kind: 'repeated-subject', file, records }] : [];
}

async function brokenClaims(
  counter: Counter,
  claims: readonly Claim[],
  original: Original,
  file: string,
): Promise<readonly Breach[]> {
  const counts = await counter.numbers(
    `SELECT ${claims.map((_, i) => `count_if(broken${i}), coalesce(min(line) FILTER (broken${i}), 0)`).join(', ')} FROM beside`,
  );
  const found = claims.map(({ kind, column }, i) => {
    return { kind, column: column.declared.name, cells: counts[2 * i], row: counts[2 * i + 1] };
  });
  for (const [i, { column, cell, unexplained }] of claims.entries()) {
    if (unexplained === undefined || found[i].cells === 0) continue;
    const [unknown] = await counter.numbers(
      `SELECT count(*) FROM beside WHERE broken${i} AND name${i} AND label${i} NOT IN (SELECT ${cell} FROM ${original.table})`,
    );
    if (unknown > 0) throw new Refusal(hierarchyNeeded(column.declared.name));
  }
  return breachesOfFaults(found, file);
}

/**
 * PRISM's ranges hold the own word of every member, and KAPRA's word is that of every member. Naive lets records borrow one, that at least P
 * others of the group have as their own. A representative word says nothing of any one member.
 */
async function brokenPatterns(
  counter: Counter,
  { pattern }: Layout,
  { method, pattern: declared, promises: { p } }: SeriesManifest,
  file: string,
): Promise<readonly Breach[]> {
  if (declared.form === 'representative') return [];
  await findStrangers(counter, declared);
  if (declared.form === 'interval' || method === 'kapra')
    return breachesOfFaults(
      [{ kind: 'outside-pattern', column: pattern.declared.name, ...(await countStrangers(counter)) }],
      file,
    );
  const borrowed = await countBorrowed(counter, p);
  return borrowed.leaves > 0 ? [{ kind: 'borrowed-pattern', file, p, ...borrowed }] : [];
}
