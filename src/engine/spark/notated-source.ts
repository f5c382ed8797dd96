import { Refusal } from '../../base/problem.ts';
import { describeNotation, type NotatedColumn, type Notation, type SettledNotations } from '../../formats/notation.ts';
import { unfitCells } from '../../formats/notation-problems.ts';
import type { SourceColumn } from '../engine.ts';
import { cellText } from './cells.ts';
import type { Cluster } from './cluster.ts';
import { isFilledSql, plainSql, unfitSql } from './notation-sql.ts';
import { trimSql } from './query-sql.ts';
import type { SparkSource } from './spark-source.ts';
import { sqlName } from './sql.ts';

/** Columns as they are told when their cells are turned and joined. */
export function notatedColumns(
  columns: readonly SourceColumn[],
  { join, columns: notated }: SettledNotations,
): readonly SourceColumn[] {
  const gone = new Set(Object.values(join).flat());
  const made = Object.keys(join).map((name) => ({ name, numeric: undefined }));
  const first = columns.findIndex(({ name }) => gone.has(name));
  const all = columns.filter(({ name }) => !gone.has(name));
  all.splice(first < 0 ? all.length : first, 0, ...made);
  return all.map((column) => {
    const one = notated.find((other) => other.column === column.name);
    return one?.unfit === 'refuse' && one.notations[0]?.kind === 'number' ? { ...column, numeric: true } : column;
  });
}

/** The columns that these are made of, as they are written. */
export function writtenColumns(wanted: readonly string[], { join, columns }: SettledNotations): readonly string[] {
  const read = [...wanted, ...columns.map(({ column }) => column)].filter((name) => !Object.hasOwn(join, name));
  return [...new Set([...read, ...Object.values(join).flat()])];
}

/**
 * The same rows with columns joined, and with numbers and times in plain form, as a view of the session. Cells that do not fit are counted first,
 * where they are not for the reader to count: a look at one column.
 */
export async function notatedSource(source: SparkSource, notations: SettledNotations, cluster: Cluster): Promise<SparkSource> {
  const written = new Map(source.described.map((one) => [one.name, one]));
  const textOf = (name: string): string => {
    const column = written.get(name);
    return column === undefined ? 'CAST(NULL AS STRING)' : cellText(source.name, column, sqlName(name));
  };
  const joined = new Map(
    Object.entries(notations.join).map(([name, parts]) => {
      const texts = parts.map((part) => `nullif(${trimSql(textOf(part))}, '')`);
      return [name, `concat_ws(' ', ${texts.join(', ')})`] as const;
    }),
  );
  const cells: string[] = [];
  for (const { name } of source.columns) {
    const sql = joined.get(name) ?? sqlName(name);
    const one = notations.columns.find(({ column }) => column === name);
    const text = joined.get(name) ?? (one === undefined || isNumeric(written.get(name)?.type) ? undefined : textOf(name));
    const notation = one === undefined || text === undefined ? undefined : await settleNotation(one, { text, source, cluster });
    const plain = notation && `CASE WHEN ${isFilledSql(text ?? sql)} THEN coalesce(${plainSql(text ?? sql, notation)}, '?') END`;
    cells.push(`${plain ?? sql} AS ${sqlName(name)}`);
  }
  const view = 'shoal_notated';
  await cluster.execute(`CREATE OR REPLACE TEMPORARY VIEW ${view} AS SELECT ${cells.join(', ')} FROM ${source.scan}`);
  const described = source.columns.map(({ name }, at) => ({
    name,
    type: cells[at].startsWith(`${sqlName(name)} AS`) ? (written.get(name)?.type ?? 'string') : 'string',
  }));
  return { ...source, scan: view, described, tellsRows: false, notations: undefined };
}

const isNumeric = (type = 'string'): boolean => /^(tinyint|smallint|int|bigint|float|double|decimal.*)$/.test(type);

interface Asked {
  readonly text: string;
  readonly source: SparkSource;
  readonly cluster: Cluster;
}

/** The notation of a column; where its cells decide, they are all asked, and so they are where one that does not fit ends the run. */
async function settleNotation(
  { column, notations, unfit }: NotatedColumn,
  { text, source, cluster }: Asked,
): Promise<Notation | undefined> {
  if (unfit === 'mark') return notations[0];
  const odd = notations.map((notation) => `count_if(${unfitSql(text, notation)})`);
  const counts = [`count_if(${isFilledSql(text)})`, 'count(*)', ...odd].map((sql, c) => `CAST(${sql} AS STRING) AS c${c}`);
  const found = await cluster.texts(`SELECT ${counts.join(', ')} FROM ${source.scan}`);
  const [filled, rows, ...unfits] = found.map(([count]) => Number(count));
  if (unfit === 'keep') return filled === 0 ? undefined : notations.find((_, n) => unfits[n] === 0);
  const [notation] = notations;
  if (unfits[0] > 0) {
    const about = { column, where: undefined, cells: unfits[0], rows };
    throw new Refusal(unfitCells({ ...about, kind: notation.kind, notation: describeNotation(notation) }));
  }
  return notation;
}
