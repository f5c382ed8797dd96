import type { DuckDBConnection } from '@duckdb/node-api';
import type { OnProgress } from '../../base/progress.ts';
import type { Field } from '../../inspect/field.ts';
import { isMoment, isNumeric, type Kind } from '../../inspect/look.ts';
import { isoMomentSql } from './iso-time.ts';
import type { Source, SourceColumn } from './source.ts';
import { watchShare } from './watch-share.ts';

/** A field's columns in the table `cells`: numbers and times as they are, texts as 64-bit hashes. */
export interface FieldCells {
  readonly field: Field;
  /** SQL names of the columns kept; of a run a few of its instants, evenly spread. */
  readonly kept: readonly string[];
  /** Their names in the input. */
  readonly names: readonly string[];
  /** SQL that counts empty cells, and those not of the field's kind; of a run over all its columns. */
  readonly missing: string;
  readonly odd: string;
}

const mostInstants = 8;

/** How numbers are read: as such, which is faster and stops at the first cell that is none, or cell by cell out of their text. */
type Reading = 'strict' | 'lenient';

/**
 * Reads the input once into a compact table `cells` that everything else is asked of: reading text is most of the time, and a hash takes
 * eight bytes whatever it stands for. Only where a column of numbers turns out to hold text is it read again, to count such cells.
 */
export async function makeCells(
  source: Source,
  fields: readonly Field[],
  connection: DuckDBConnection,
  onProgress: OnProgress,
): Promise<readonly FieldCells[]> {
  const total = source.likelyRows;
  const tellShare = (share: number) => onProgress({ phase: 'read', done: Math.round(share * total), total, unit: 'rows' });
  return watchShare(connection, tellShare, () =>
    cellsRead(source, fields, connection, 'strict').catch(() => cellsRead(source, fields, connection, 'lenient')),
  );
}

async function cellsRead(
  source: Source,
  fields: readonly Field[],
  connection: DuckDBConnection,
  reading: Reading,
): Promise<readonly FieldCells[]> {
  const columns = new Map(source.columns.map((column) => [column.name, column]));
  const made = fields.map((field, f) => {
    const own = field.columns.flatMap((name) => columns.get(name) ?? []);
    const read = (sql: string) => readAs(field.kind, sql, source, reading);
    return own.length === 1 ? oneColumn(field, f, own[0], read) : runOfColumns(field, f, own, read);
  });
  const numbers = new Set(
    reading === 'strict' ? fields.filter(({ kind }) => isNumeric(kind)).flatMap((field) => field.columns) : [],
  );
  const select = made.flatMap((one) => one.select).join(', ');
  await connection.run(`CREATE OR REPLACE TEMP TABLE cells AS SELECT ${select} FROM ${source.scan(numbers)}`);
  return made.map(({ cells }) => cells);
}

interface Made {
  readonly cells: FieldCells;
  readonly select: readonly string[];
}

function oneColumn(field: Field, f: number, { sql }: SourceColumn, read: (sql: string) => string): Made {
  const kept = `f${f}`;
  const { kind } = field;
  const odd = isNumeric(kind) ? `isnan(${kept})` : isMoment(kind) ? `NOT isfinite(${kept})` : 'false';
  const cells = { field, kept: [kept], names: field.columns, missing: `count(*) - count(${kept})`, odd: `count_if(${odd})` };
  return { cells, select: [`${read(sql)} AS ${kept}`] };
}

function runOfColumns(field: Field, f: number, columns: readonly SourceColumn[], read: (sql: string) => string): Made {
  const cells = columns.map(({ sql }) => read(sql));
  const places = placesAmong(columns.length, mostInstants);
  const kept = places.map((_, i) => `f${f}_${i}`);
  const sumOf = (condition: (value: string) => string) =>
    balancedSum(cells.map((value) => `coalesce(${condition(value)}, false)::INT`));
  return {
    cells: {
      field,
      kept,
      names: places.map((place) => columns[place].name),
      missing: `coalesce(sum(f${f}_missing), 0)`,
      odd: `coalesce(sum(f${f}_odd), 0)`,
    },
    select: [
      ...places.map((place, i) => `${cells[place]} AS ${kept[i]}`),
      `${sumOf((value) => `(${value}) IS NULL`)} AS f${f}_missing`,
      `${sumOf((value) => `isnan(${value})`)} AS f${f}_odd`,
    ],
  };
}

/** Added up in halves: DuckDB refuses expressions that are a thousand deep, as a plain sum over so many columns is. */
function balancedSum(terms: readonly string[]): string {
  if (terms.length <= 8) return terms.join(' + ');
  const half = terms.length >> 1;
  return `(${balancedSum(terms.slice(0, half))}) + (${balancedSum(terms.slice(half))})`;
}

/** Whether a column of this kind is kept as hashes of its texts. */
export const isHashed = (kind: Kind): boolean => !isNumeric(kind) && !isMoment(kind);

/** Up to `most` places of `count`, the first and the last among them. */
const placesAmong = (count: number, most: number): number[] =>
  count <= most
    ? Array.from({ length: count }, (_, place) => place)
    : Array.from({ length: most }, (_, i) => Math.round((i * (count - 1)) / (most - 1)));

/** An empty cell is NULL; a cell that is not what its column is, is a mark that no real value has. */
function readAs(kind: Kind, sql: string, source: Source, reading: Reading): string {
  const filled = source.format === 'parquet' ? `${sql} IS NOT NULL` : `${sql} <> ''`;
  const text = source.format === 'parquet' ? `CAST(${sql} AS VARCHAR)` : sql;
  if (isNumeric(kind) && reading === 'strict') return `CAST(${sql} AS DOUBLE)`;
  if (isNumeric(kind)) return `CASE WHEN ${filled} THEN coalesce(TRY_CAST(${sql} AS DOUBLE), 'NaN'::DOUBLE) END`;
  if (isMoment(kind)) return `CASE WHEN ${filled} THEN coalesce(${isoMomentSql(text)}, '-infinity'::TIMESTAMP) END`;
  return `CASE WHEN ${text} <> '' THEN hash(${text}) END`;
}
