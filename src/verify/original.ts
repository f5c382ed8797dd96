import { type Counter, Unreadable } from '../base/counting.ts';
import { Refusal } from '../base/problem.ts';
import type { TableManifest } from '../release/manifest.ts';
import type { Breach } from './breaches.ts';
import { breachesOfFaults } from './column-faults.ts';
import type { EventRules } from './events/event-classes.ts';
import type { Evidence } from './evidence.ts';
import { numberedRows } from './first-row.ts';
import { type FoldedText, foldText, isNormal } from './folded-text.ts';
import { list } from './layout.ts';
import { type Claim, claimsOf, type LabelAids } from './original-claims.ts';
import { hierarchyNeeded, noRowNumbers, notTheOriginal } from './problems.ts';
import type { SourceColumn } from './source.ts';
import type { LongOriginal, WrittenColumn } from './written-columns.ts';

/** The table a release was made from, as DuckDB reads it, its rows in their order. */
export interface Original extends LabelAids {
  /** As the person named it. */
  readonly name: string;
  /** What stands after FROM. */
  readonly table: string;
  readonly columns: readonly { readonly name: string; readonly sql: string }[];
  /** How large its file is, where that is known. */
  readonly bytes?: number | undefined;
  /** Columns of the file itself, where they are others than these. */
  readonly header?: readonly string[];
  /** Columns that are not written plainly, and how. */
  readonly written?: readonly WrittenColumn[] | undefined;
  /** Of a long table: its rows as they are written. */
  readonly long?: LongOriginal | undefined;
  /** Of an event log: how the run read it, where that is known. */
  readonly events?: EventRules | undefined;
}

/** Every record of the evidence beside the row of the original it claims to be: same subject, same values, and labels that are true of it. */
export async function checkOriginal(
  counter: Counter,
  evidence: Evidence,
  manifest: TableManifest,
  original: Original,
): Promise<readonly Breach[]> {
  const { file, row } = evidence;
  if (row === undefined) throw new Refusal(noRowNumbers(file));
  await counter.ask("SET TimeZone = 'UTC'"); // zoned times print the same on every machine
  const who = isNormal(manifest) ? await ofOriginal(original, foldedSubjects(counter, manifest, original)) : undefined;
  const claims = await claimsOf(counter, evidence, manifest, { ...original, subjectForm: who?.form });
  const pairs = `${pairsOf(evidence, row, claims, original)} ${who?.join ?? ''}`;
  const [strange, first, repeated, ...counts] = await ofOriginal(
    original,
    counter.numbers(
      `SELECT count_if(input IS NULL), min(place) FILTER (input IS NULL), count(input) - count(DISTINCT input),
      ${claims.map((claim) => `count_if(${fails(claim)}), min(place) FILTER (${fails(claim)})`).join(', ')} FROM ${pairs}`,
    ),
  );
  const found = claims.map((claim, i) => ({ ...claim, cells: counts[2 * i], row: counts[2 * i + 1] }));
  for (const claim of found) if (claim.cells > 0) await ofOriginal(original, mustBeExplained(counter, claim, pairs, original));
  const lost = manifest.suppression === undefined ? [] : await checkLeftOut(counter, evidence, manifest, { ...original, who });
  return [
    ...lost,
    ...(strange > 0 ? [{ kind: 'foreign-record' as const, file, records: strange, row: first }] : []),
    ...(repeated > 0 ? [{ kind: 'repeated-record' as const, file, records: repeated }] : []),
    ...breachesOfFaults(
      found.map(({ kind, column, cells, row: at }) => ({ kind, column: column.declared.name, cells, row: at })),
      file,
    ),
  ];
}

/** How many subjects of the original have a row that no record of the evidence is, against the share that the manifest allows. Rows of nobody count for nobody. */
async function checkLeftOut(
  counter: Counter,
  { file, source, row }: Evidence,
  { unit, suppression = 1 }: TableManifest,
  { who, ...original }: Original & { readonly who: FoldedText | undefined },
): Promise<readonly Breach[]> {
  const own = unit === 'row' ? 'CAST(row_number() OVER () AS VARCHAR)' : textOf(original, unit);
  const rows = `(SELECT row_number() OVER () AS input, ${own} AS original_subject FROM ${original.table}) AS o`;
  const told = `SELECT TRY_CAST(${row?.sql} AS BIGINT) FROM ${source.table}`;
  const subject = who ?? { form: 'original_subject', join: '' };
  const [lost, all] = await ofOriginal(
    original,
    counter.numbers(
      `SELECT count(DISTINCT subject) FILTER (NOT told), count(DISTINCT subject) FROM
      (SELECT ${subject.form} AS subject, input IN (${told}) AS told FROM ${rows} ${subject.join}) WHERE subject <> ''`,
    ),
  );
  return lost > suppression * all + 1e-9
    ? [{ kind: 'too-many-left-out', file, subjects: lost, of: all, share: suppression }]
    : [];
}

const foldedSubjects = (counter: Counter, { unit }: TableManifest, original: Original): Promise<FoldedText> => {
  const table = `(SELECT ${textOf(original, unit)} AS original_subject FROM ${original.table})`;
  return foldText(counter, { table, text: 'original_subject', name: 'original' });
};

/** Each record with its place in the evidence, and the cells of its row of the original; none of these where there is no such row. */
function pairsOf({ source }: Evidence, row: SourceColumn, claims: readonly Claim[], original: Original): string {
  const cells = claims.map(({ input, value }) => `${textOf(original, input)} AS ${value}`);
  return `(SELECT row AS place, ${list(source.columns)} FROM ${numberedRows(source, source.columns)}) AS e LEFT JOIN
    (SELECT row_number() OVER () AS input, ${cells.join(', ')} FROM ${original.table}) AS o ON TRY_CAST(${row.sql} AS BIGINT) = input`;
}

function textOf({ name, columns }: Original, input: string): string {
  const column = columns.find((other) => other.name === input);
  if (column === undefined) throw new Refusal(notTheOriginal(name, `it has no column ${input}`));
  return `coalesce(CAST(${column.sql} AS VARCHAR), '')`;
}

const fails = ({ holds }: Claim): string => `input IS NOT NULL AND NOT coalesce(${holds}, false)`;

/** A label that occurs nowhere in the original may be a node of a hierarchy that is not at hand, and is then neither true nor false. */
async function mustBeExplained(counter: Counter, claim: Claim, pairs: string, original: Original): Promise<void> {
  const { column, input, unexplained } = claim;
  if (unexplained === undefined) return;
  const known = `SELECT ${textOf(original, input)} FROM ${original.table}`;
  const [unknown] = await counter.numbers(
    `SELECT count(*) FROM ${pairs} WHERE ${fails(claim)} AND ${unexplained} AND ${column.sql} NOT IN (${known})`,
  );
  if (unknown > 0) throw new Refusal(hierarchyNeeded(column.declared.name));
}

/** The evidence was read before: what cannot be read now is the original. */
async function ofOriginal<Value>({ name }: Original, answer: Promise<Value>): Promise<Value> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Unreadable) throw new Refusal(notTheOriginal(name, 'it cannot be read to its end'));
    throw error;
  }
}
