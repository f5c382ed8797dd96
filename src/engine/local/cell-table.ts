import type { DuckDBConnection } from '@duckdb/node-api';
import type { OnProgress } from '../../base/progress.ts';
import type { Field } from '../../inspect/field.ts';
import { isMoment, isNumeric, type Kind } from '../../inspect/look.ts';
import type { Source, SourceColumn } from './source.ts';

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

/**
 * Reads the input once into a compact table `cells` that everything else is asked of: reading text is nine tenths of the time, and a
 * hash takes eight bytes whatever it stands for. Values never leave DuckDB.
 */
export async function makeCells(
  source: Source,
  fields: readonly Field[],
  connection: DuckDBConnection,
  onProgress: OnProgress,
): Promise<readonly FieldCells[]> {
  const columns = new Map(source.columns.map((column) => [column.name, column]));
  const made = fields.map((field, f) =>
    cellsOf(
      field,
      f,
      field.columns.flatMap((name) => columns.get(name) ?? []),
      source,
    ),
  );
  const watch = setInterval(() => {
    const { percentage } = connection.progress;
    if (percentage > 0 && source.likelyRows > 0)
      onProgress({
        phase: 'read',
        done: Math.round((percentage / 100) * source.likelyRows),
        total: source.likelyRows,
        unit: 'rows',
      });
  }, 100);
  try {
    const select = made.flatMap(({ select }) => select).join(', ');
    await connection.run(`CREATE OR REPLACE TEMP TABLE cells AS SELECT ${select} FROM ${source.scan(new Set())}`);
  } finally {
    clearInterval(watch);
  }
  return made.map(({ cells }) => cells);
}

function cellsOf(
  field: Field,
  f: number,
  columns: readonly SourceColumn[],
  source: Source,
): { cells: FieldCells; select: string[] } {
  const read = columns.map(({ sql }) => readAs(field.kind, sql, source));
  if (columns.length === 1) {
    const kept = `f${f}`;
    const cells = {
      field,
      kept: [kept],
      names: field.columns,
      missing: `count(*) - count(${kept})`,
      odd: `count_if(${oddIn(field.kind, kept)})`,
    };
    return { cells, select: [`${read[0]} AS ${kept}`] };
  }
  const places = spread(columns.length, mostInstants);
  const kept = places.map((_, i) => `f${f}_${i}`);
  const missing = `f${f}_missing`;
  const odd = `f${f}_odd`;
  const sum = (terms: readonly string[]) => terms.join(' + ');
  const select = [
    ...places.map((place, i) => `${read[place]} AS ${kept[i]}`),
    `${sum(columns.map(({ sql }) => `(NOT coalesce(${filled(sql, source)}, false))::INT`))} AS ${missing}`,
    `${sum(read.map((value) => `coalesce(isnan(${value}), false)::INT`))} AS ${odd}`,
  ];
  return {
    cells: {
      field,
      kept,
      names: places.map((place) => columns[place].name),
      missing: `coalesce(sum(${missing}), 0)`,
      odd: `coalesce(sum(${odd}), 0)`,
    },
    select,
  };
}

/** Up to `most` places of `count`, the first and the last among them. */
const spread = (count: number, most: number): number[] =>
  count <= most
    ? Array.from({ length: count }, (_, place) => place)
    : Array.from({ length: most }, (_, i) => Math.round((i * (count - 1)) / (most - 1)));

/** An empty cell is NULL; a cell that is not what its column is, is a mark that no real value has. */
function readAs(kind: Kind, sql: string, source: Source): string {
  if (isNumeric(kind)) return `CASE WHEN ${filled(sql, source)} THEN coalesce(TRY_CAST(${sql} AS DOUBLE), 'NaN'::DOUBLE) END`;
  if (isMoment(kind))
    return `CASE WHEN ${filled(sql, source)} THEN coalesce(TRY_CAST(${sql} AS TIMESTAMP), '-infinity'::TIMESTAMP) END`;
  const text = source.format === 'parquet' ? `CAST(${sql} AS VARCHAR)` : sql;
  return `CASE WHEN ${text} <> '' THEN hash(${text}) END`;
}

const filled = (sql: string, { format }: Source): string => (format === 'parquet' ? `${sql} IS NOT NULL` : `${sql} <> ''`);

const oddIn = (kind: Kind, kept: string): string =>
  isNumeric(kind) ? `isnan(${kept})` : isMoment(kind) ? `NOT isfinite(${kept})` : 'false';
