import type { Manifest } from '../release/manifest.ts';
import type { CellBreach, CellFault } from './cell-breaches.ts';
import { type CellCheck, envelopeChecks, groupCheck, levelCheck, patternCheck, subjectCheck } from './cell-checks.ts';
import type { Counter } from './counter.ts';
import { numbered } from './first-row.ts';
import type { Layout } from './layout.ts';
import type { Source } from './source.ts';

/** The form of every published cell but the sensitive ones. Looks at each envelope and each leaf once, however many rows share it. */
export async function checkCells(counter: Counter, layout: Layout, { pattern, data }: Manifest): Promise<readonly CellBreach[]> {
  const { group, envelope, level, subject } = layout;
  const ofEnvelopes = envelopeChecks(envelope);
  const ofLeaves = [
    groupCheck(group),
    patternCheck(layout.pattern, level, pattern),
    levelCheck(level, pattern),
    ...(subject === undefined ? [] : [subjectCheck(subject)]),
  ];
  const faults = [
    ...(await faultsIn(counter, 'leaves JOIN classes ON leaves.rowid = classes.leaf', 'rows', ofEnvelopes)),
    ...(await faultsIn(counter, 'leaves', 'n', ofLeaves)),
    ...(await signedZeros(counter, layout)),
  ];
  return breachesOf(faults, await firstRows(counter, layout.source, faults), data.file);
}

interface Found {
  readonly check: CellCheck;
  readonly fault: CellFault;
  readonly cells: number;
}

async function faultsIn(counter: Counter, table: string, weight: string, checks: readonly CellCheck[]): Promise<Found[]> {
  const derived = [...new Set(checks.flatMap((check) => check.derived))];
  const counts = await counter.numbers(
    `SELECT ${checks.map(({ fault }) => `count(${fault})`).join(', ')} FROM (SELECT ${['*', ...derived].join(', ')} FROM ${table})`,
  );
  const found: Found[] = [];
  for (const check of checks.filter((_, i) => counts[i] > 0)) {
    const cells = `SELECT ${check.fault} AS fault, ${weight} AS n FROM (SELECT ${['*', ...check.derived].join(', ')} FROM ${table})`;
    const rows = await counter.ask(
      `SELECT fault, CAST(sum(n) AS BIGINT) FROM (${cells}) WHERE fault IS NOT NULL GROUP BY fault ORDER BY fault`,
    );
    for (const [fault, count] of rows) found.push({ check, fault: fault as CellFault, cells: Number(count) }); // the checks vouch for the word
  }
  return found;
}

/** A double can be a negative zero, which DuckDB counts as zero and a reader tells apart: looked for in the rows themselves. */
async function signedZeros(counter: Counter, { source, envelope }: Layout): Promise<Found[]> {
  const doubles = envelope.filter(({ type }) => type === 'double');
  if (doubles.length === 0) return [];
  const signed = doubles.map(({ sql }) => `${sql} = 0 AND signbit(${sql})`);
  const counts = await counter.numbers(
    `SELECT ${signed.map((condition) => `count_if(${condition})`).join(', ')} FROM ${source.table}`,
  );
  return doubles.flatMap((column, i) => {
    if (counts[i] === 0) return [];
    const check = { column, derived: [], fault: `CASE WHEN ${signed[i]} THEN 'malformed-number' END` };
    return [{ check, fault: 'malformed-number' as const, cells: counts[i] }];
  });
}

async function firstRows(counter: Counter, source: Source, faults: readonly Found[]): Promise<readonly number[]> {
  if (faults.length === 0) return [];
  const derived = [...new Set(faults.flatMap(({ check }) => check.derived))];
  const rows = `SELECT ${['*', ...derived].join(', ')} FROM ${numbered(source, source.columns)}`;
  return counter.numbers(
    `SELECT ${faults.map(({ check, fault }) => `min(row) FILTER (WHERE ${check.fault} = '${fault}')`).join(', ')} FROM (${rows})`,
  );
}

/** One breach for each kind of fault, naming every column that has it. */
function breachesOf(faults: readonly Found[], rows: readonly number[], file: string): CellBreach[] {
  const kinds = [...new Set(faults.map(({ fault }) => fault))];
  return kinds.map((kind) => {
    const alike = faults.flatMap(({ check, fault, cells }, i) => (fault === kind ? [{ check, cells, row: rows[i] }] : []));
    return {
      kind,
      file,
      columns: [...new Set(alike.map(({ check }) => check.column.declared.name))],
      cells: alike.reduce((sum, { cells }) => sum + cells, 0),
      row: Math.min(...alike.map(({ row }) => row)),
    };
  });
}
