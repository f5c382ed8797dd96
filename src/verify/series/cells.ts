import type { Counter } from '../../base/counting.ts';
import type { SeriesManifest } from '../../release/manifest.ts';
import type { CellBreach, CellFault } from '../cell-breaches.ts';
import { type CellCheck, envelopeChecks, groupCheck, levelCheck, numberCheck, patternCheck } from '../cell-checks.ts';
import { numberedRows } from '../first-row.ts';
import { blankIn } from '../label-checks.ts';
import type { Layout } from '../layout.ts';
import type { Source, SourceColumn } from '../source.ts';
import { listCheck } from './series-labels.ts';

/** The form of every published cell but the sensitive ones. Looks at each envelope and each leaf once, however many rows share it. */
export async function checkCells(
  counter: Counter,
  layout: Layout,
  { pattern, data, curve: kind }: SeriesManifest,
): Promise<readonly CellBreach[]> {
  const { group, envelope, level, curves } = layout;
  const ofEnvelopes = envelopeChecks(envelope).map((check) =>
    check.column.declared.kind === 'label' ? listCheck(check.column) : check,
  );
  const ofLeaves = [
    groupCheck(group),
    patternCheck(layout.pattern, level, pattern),
    levelCheck(level, pattern),
    ...curves.map((curve) => (kind === 'mean' ? numberOrBlank(curve) : numberCheck(curve))),
  ];
  const faults = [
    ...(await faultsIn(counter, 'leaves JOIN classes ON leaves.rowid = classes.leaf', 'rows', ofEnvelopes)),
    ...(await faultsIn(counter, 'leaves', 'n', ofLeaves)),
    ...(await signedZeros(counter, layout)),
  ];
  return breachesOf(counter, layout.source, faults, data.file);
}

/** The signs of zeros are looked for in the rows. */
function numberOrBlank(column: SourceColumn): CellCheck {
  const check = numberCheck(column);
  return { ...check, fault: `CASE WHEN ${blankIn(column)} THEN NULL ELSE ${check.fault} END` };
}

/** Where to look for faults in the cells of a source. */
interface CellTable {
  readonly source: Source;
  /** SQL for its distinct cells, and in `n` how many rows share them. */
  readonly table: string;
  readonly file: string;
}

/** Some checks of a source's cells. */
export async function checkCellsIn(
  counter: Counter,
  { source, table, file }: CellTable,
  checks: readonly CellCheck[],
): Promise<readonly CellBreach[]> {
  return breachesOf(counter, source, await faultsIn(counter, table, 'n', checks), file);
}

interface Found {
  readonly check: CellCheck;
  readonly fault: CellFault;
  readonly cells: number;
}

const columnsAtOnce = 48; // DuckDB plans one query over 1,500 columns for a minute, and 32 over 48 each in a second

async function faultsIn(counter: Counter, table: string, weight: string, every: readonly CellCheck[]): Promise<Found[]> {
  const found: Found[] = [];
  const sound = await soundAlike(counter, table, every);
  const all = every.filter((check) => !sound.has(check));
  for (let from = 0; from < all.length; from += columnsAtOnce) {
    const checks = all.slice(from, from + columnsAtOnce);
    const counts = await counter.numbers(
      `SELECT ${checks.map(({ fault }) => `count(${fault})`).join(', ')} FROM ${preparedCells(checks, table)}`,
    );
    const broken = checks.filter((_, i) => counts[i] > 0);
    if (broken.length === 0) continue;
    const kinds = broken.map((check, i) => {
      const cells = `SELECT ${check.fault} AS fault, ${weight} AS weight FROM ${preparedCells([check], table, weight)}`;
      return `SELECT ${i} AS place, fault, CAST(sum(weight) AS BIGINT) FROM (${cells}) WHERE fault IS NOT NULL GROUP BY fault`;
    });
    const rows = await counter.ask(`${kinds.join(' UNION ALL ')} ORDER BY place, fault`);
    for (const [place, fault, cells] of rows)
      found.push({ check: broken[Number(place)], fault: fault as CellFault, cells: Number(cells) }); // the checks vouch for the word
  }
  return found;
}

/** Checks that find nothing, of those that ask the same of several columns: all their cells are asked about in the time that one column is planned in. */
async function soundAlike(counter: Counter, table: string, checks: readonly CellCheck[]): Promise<ReadonlySet<CellCheck>> {
  const alike = new Map<string, CellCheck[]>();
  for (const check of checks) {
    if (check.of === undefined) continue;
    const { derived, fault } = check.of('cell');
    const question = `SELECT count(${fault}) FROM (SELECT ${['cell', ...derived].join(', ')} FROM (SELECT unnest(cells) AS cell FROM`;
    alike.set(question, [...(alike.get(question) ?? []), check]);
  }
  const sound = new Set<CellCheck>();
  for (const [question, some] of alike) {
    if (some.length === 1) continue;
    const cells = `(SELECT [${some.map(({ column }) => column.sql).join(', ')}] AS cells FROM ${table})`;
    const [faults] = await counter.numbers(`${question} ${cells}))`);
    if (faults === 0) for (const check of some) sound.add(check);
  }
  return sound;
}

/** A table with what some checks read, and what they want computed first. */
function preparedCells(checks: readonly CellCheck[], table: string, ...more: readonly string[]): string {
  const read = checks.flatMap((check) => [check.column, ...check.with].map(({ sql }) => sql));
  return `(SELECT ${[...new Set([...read, ...more, ...checks.flatMap(({ derived }) => derived)])].join(', ')} FROM ${table})`;
}

/** A double can be a negative zero, which DuckDB counts as zero and a reader tells apart: looked for in the rows themselves. */
async function signedZeros(counter: Counter, { source, envelope, curves }: Layout): Promise<Found[]> {
  const doubles = [...envelope, ...curves].filter(({ type }) => type === 'double');
  if (doubles.length === 0) return [];
  const signed = doubles.map(({ sql }) => `${sql} = 0 AND signbit(${sql})`);
  const counts = await counter.numbers(
    `SELECT ${signed.map((condition) => `count_if(${condition})`).join(', ')} FROM ${source.table}`,
  );
  return doubles.flatMap((column, i) => {
    if (counts[i] === 0) return [];
    const check = { column, with: [], derived: [], fault: `CASE WHEN ${signed[i]} THEN 'malformed-number' END` };
    return [{ check, fault: 'malformed-number' as const, cells: counts[i] }];
  });
}

/** One breach for each kind of fault, naming every column that has it, and the first row of the first of them. */
async function breachesOf(counter: Counter, source: Source, faults: readonly Found[], file: string): Promise<CellBreach[]> {
  const breaches: CellBreach[] = [];
  for (const kind of new Set(faults.map(({ fault }) => fault))) {
    const alike = faults.filter(({ fault }) => fault === kind);
    const [{ check }] = alike;
    const rows = preparedCells([check], numberedRows(source, [check.column, ...check.with]), 'row');
    const [row] = await counter.numbers(`SELECT min(row) FROM ${rows} WHERE ${check.fault} = '${kind}'`);
    const columns = [...new Set(alike.map((found) => found.check.column.declared.name))];
    breaches.push({ kind, file, columns, cells: alike.reduce((sum, { cells }) => sum + cells, 0), row });
  }
  return breaches;
}
