import { tableFromIPC } from '@uwdata/flechette';
import { Bug, Refusal } from '../../../base/problem.ts';
import { unsupportedSparkType } from '../problems.ts';
import { Garbled } from './protobuf.ts';

/** What Spark answered, by column. */
export interface SparkRows {
  readonly rowCount: number;
  readonly columns: readonly SparkColumn[];
}

/** Values of one column; where `missing` is 1 there is none, and what stands in `values` means nothing. */
export type SparkColumn = { readonly name: string; readonly missing?: Uint8Array | undefined } & (
  | { readonly type: 'int'; readonly values: Int32Array }
  | { readonly type: 'long'; readonly values: BigInt64Array }
  | { readonly type: 'double'; readonly values: Float64Array }
  | { readonly type: 'boolean'; readonly values: Uint8Array }
  | { readonly type: 'text'; readonly values: readonly string[] }
  | { readonly type: 'bytes'; readonly values: readonly Uint8Array[] }
);

type SparkType = SparkColumn['type'];

/** What a row of a small answer looks like; a BIGINT is a number where a number holds it exactly. */
export type SparkRecord = Readonly<Record<string, string | number | bigint | boolean | Uint8Array | null>>;

/** One batch of rows, a whole stream of Arrow. */
export function readBatch(bytes: Uint8Array, name: string): SparkRows {
  const table = decode(bytes);
  const fields = table.schema.fields.map((field) => ({ name: field.name, type: typeOf(field.type) }));
  const odd = fields.filter(({ type }) => type === undefined).map((field) => field.name);
  if (odd.length > 0) throw new Refusal(unsupportedSparkType(name, odd));
  const columns = fields.map((field, place) => {
    const child = table.getChildAt(place);
    if (child === null || field.type === undefined) throw new Garbled('a column is missing');
    return columnOf(field.name, field.type, child);
  });
  return { rowCount: table.numRows, columns };
}

function decode(bytes: Uint8Array) {
  try {
    return tableFromIPC(Uint8Array.from(bytes), { useBigInt: true }); // a copy of its own: 64-bit columns are read in place, and must be aligned
  } catch {
    throw new Garbled('a batch is not whole Arrow data');
  }
}

/** By the numbers of Arrow's own format (Schema.fbs); undefined is what a query has to cast. */
function typeOf(type: { readonly typeId: number; readonly bitWidth?: number }): SparkType | undefined {
  switch (type.typeId) {
    case 2:
      return type.bitWidth === 64 ? 'long' : 'int';
    case 3:
      return 'double';
    case 4:
    case 19:
      return 'bytes';
    case 5:
    case 20:
      return 'text';
    case 6:
      return 'boolean';
    default:
      return undefined;
  }
}

interface ArrowColumn {
  readonly length: number;
  readonly nullCount: number;
  at(row: number): unknown;
}

function columnOf(name: string, type: SparkType, column: ArrowColumn): SparkColumn {
  const { length } = column;
  const missing = column.nullCount > 0 ? Uint8Array.from({ length }, (_, row) => (column.at(row) === null ? 1 : 0)) : undefined;
  const at = (row: number): unknown => column.at(row);
  switch (type) {
    case 'int':
      return { name, type, missing, values: Int32Array.from({ length }, (_, row) => Number(at(row) ?? 0)) };
    case 'long':
      return { name, type, missing, values: BigInt64Array.from({ length }, (_, row) => (at(row) as bigint | null) ?? 0n) }; // useBigInt
    case 'double':
      return { name, type, missing, values: Float64Array.from({ length }, (_, row) => Number(at(row) ?? 0)) };
    case 'boolean':
      return { name, type, missing, values: Uint8Array.from({ length }, (_, row) => (at(row) ? 1 : 0)) };
    case 'text':
      return { name, type, missing, values: Array.from({ length }, (_, row) => (at(row) as string | null) ?? '') }; // a text, by its type
    case 'bytes':
      return {
        name,
        type,
        missing,
        values: Array.from({ length }, (_, row) => (at(row) as Uint8Array | null) ?? new Uint8Array()),
      }; // bytes, by its type
    default:
      return type satisfies never;
  }
}

/** Batches of one answer, one after the other, as one. */
export function joinRows(batches: readonly SparkRows[]): SparkRows {
  if (batches.length < 2) return batches[0] ?? { rowCount: 0, columns: [] };
  const rowCount = batches.reduce((sum, batch) => sum + batch.rowCount, 0);
  return { rowCount, columns: batches[0].columns.map((_, place) => joinColumns(batches, place, rowCount)) };
}

function joinColumns(batches: readonly SparkRows[], place: number, rowCount: number): SparkColumn {
  const columns = batches.map((batch) => batch.columns[place]);
  const first = columns[0];
  if (columns.some((column) => column?.type !== first.type)) throw new Garbled('a column changes its type');
  const into = emptyColumn(
    first,
    rowCount,
    columns.some(({ missing }) => missing !== undefined),
  );
  let at = 0;
  for (const column of columns) {
    if (column.missing !== undefined) into.missing?.set(column.missing, at);
    put(into, column, at);
    at += column.values.length;
  }
  return into;
}

function emptyColumn({ name, type }: SparkColumn, length: number, holes: boolean): SparkColumn {
  const missing = holes ? new Uint8Array(length) : undefined;
  switch (type) {
    case 'int':
      return { name, type, missing, values: new Int32Array(length) };
    case 'long':
      return { name, type, missing, values: new BigInt64Array(length) };
    case 'double':
      return { name, type, missing, values: new Float64Array(length) };
    case 'boolean':
      return { name, type, missing, values: new Uint8Array(length) };
    case 'text':
      return { name, type, missing, values: new Array<string>(length) };
    case 'bytes':
      return { name, type, missing, values: new Array<Uint8Array>(length) };
    default:
      return type satisfies never;
  }
}

function put(into: SparkColumn, from: SparkColumn, at: number): void {
  const { values } = into;
  if (Array.isArray(values)) for (const [row, value] of (from.values as readonly unknown[]).entries()) values[at + row] = value;
  else (values as Float64Array).set(from.values as Float64Array, at); // both of one type, as was asked above
}

/** A small answer row by row. */
export function recordsOf({ rowCount, columns }: SparkRows): readonly SparkRecord[] {
  return Array.from({ length: rowCount }, (_, row) =>
    Object.fromEntries(columns.map((column) => [column.name, cellOf(column, row)])),
  );
}

function cellOf(column: SparkColumn, row: number): SparkRecord[string] {
  if (column.missing?.[row] === 1) return null;
  if (column.type === 'boolean') return column.values[row] === 1;
  const value = column.values[row];
  return typeof value === 'bigint' && BigInt(Number(value)) === value && Number.isSafeInteger(Number(value))
    ? Number(value)
    : value;
}

/** The column of that name, of the type that the query gave it. */
export function columnNamed<Type extends SparkType>(
  rows: SparkRows,
  name: string,
  type: Type,
): Extract<SparkColumn, { readonly type: Type }> {
  const found = rows.columns.find((column) => column.name === name);
  if (found?.type !== type) throw new Bug(`the query answers a column ${name} of type ${type}`);
  return found as Extract<SparkColumn, { readonly type: Type }>; // by its type
}
