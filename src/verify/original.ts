import { Refusal } from '../base/problem.ts';
import type { TableManifest } from '../release/manifest.ts';
import type { Breach } from './breaches.ts';
import { type Counter, Unreadable } from './counter.ts';
import type { Evidence } from './evidence.ts';
import { gathered } from './gathered.ts';
import { claimsOf } from './original-claims.ts';
import { hierarchyNeeded, noRowNumbers, notTheOriginal } from './problems.ts';

/** The table a release was made from, as DuckDB reads it, its rows in their order. */
export interface Original {
  /** As the person named it. */
  readonly name: string;
  /** What stands after FROM. */
  readonly table: string;
  readonly columns: readonly { readonly name: string; readonly sql: string }[];
  /** Hierarchy file of each category that has one. */
  readonly hierarchy: Readonly<Record<string, string>>;
  /** Where timestamps with an offset are told the time; as written where left out. */
  readonly timeZone?: string | undefined;
}

/** Every record of the evidence beside the row of the original it claims to be: same subject, same values, and labels that are true of it. */
export async function checkOriginal(
  counter: Counter,
  evidence: Evidence,
  manifest: TableManifest,
  original: Original,
): Promise<readonly Breach[]> {
  const { file, source, row } = evidence;
  if (row === undefined) throw new Refusal(noRowNumbers(file));
  await counter.ask("SET TimeZone = 'UTC'"); // zoned times print the same on every machine
  const claims = await claimsOf(counter, evidence, manifest, original.hierarchy, original.timeZone);
  const inputs = [...new Map(claims.map(({ input, value }) => [value, input]))];
  const cells = inputs.map(([value, name]) => `coalesce(CAST(${columnOf(original, name)} AS VARCHAR), '') AS ${value}`);
  const pairs = `(SELECT row_number() OVER () AS place, * FROM ${source.table}) AS e LEFT JOIN
    (SELECT row_number() OVER () AS input, ${cells.join(', ')} FROM ${original.table}) AS o ON TRY_CAST(${row.sql} AS BIGINT) = input`;

  const asked = async (sql: string) => {
    try {
      return await counter.numbers(sql);
    } catch (error) {
      if (error instanceof Unreadable) throw new Refusal(notTheOriginal(original.name, 'it cannot be read to its end'));
      throw error;
    }
  };
  const faults = claims.map(({ holds }) => `input IS NOT NULL AND NOT coalesce(${holds}, false)`);
  const [strange, first, repeated, ...counts] = await asked(
    `SELECT count_if(input IS NULL), min(place) FILTER (input IS NULL), count(*) - count(DISTINCT ${row.sql}),
    ${faults.map((bad) => `count_if(${bad}), min(place) FILTER (${bad})`).join(', ')} FROM ${pairs}`,
  );
  for (const [i, { column, value, unexplained }] of claims.entries()) {
    if (counts[2 * i] === 0 || unexplained === undefined) continue;
    const known = `SELECT ${value} FROM (SELECT ${cells.join(', ')} FROM ${original.table})`;
    const [unknown] = await asked(
      `SELECT count(*) FROM ${pairs} WHERE ${faults[i]} AND ${unexplained} AND ${column.sql} NOT IN (${known})`,
    );
    if (unknown > 0) throw new Refusal(hierarchyNeeded(column.declared.name));
  }
  const found = claims.map(({ kind, column }, i) => {
    return { kind, column: column.declared.name, cells: counts[2 * i], row: counts[2 * i + 1] };
  });
  return [
    ...(strange > 0 ? [{ kind: 'foreign-record' as const, file, records: strange, row: first }] : []),
    ...(repeated > 0 ? [{ kind: 'repeated-record' as const, file, records: repeated }] : []),
    ...gathered(found, file),
  ];
}

function columnOf({ name, columns }: Original, wanted: string): string {
  const column = columns.find((other) => other.name === wanted);
  if (column === undefined) throw new Refusal(notTheOriginal(name, `it has no column ${wanted}`));
  return column.sql;
}
