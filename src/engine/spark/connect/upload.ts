import { binary, bool, columnFromArray, float64, int32, int64, tableFromColumns, tableToIPC, utf8 } from '@uwdata/flechette';
import { invariant } from '../../../base/problem.ts';

/** A column to send; null where a text has no value. Columns of a view are equally long. */
export type UploadColumn = { readonly name: string } & (
  | { readonly type: 'int'; readonly values: Int32Array }
  | { readonly type: 'long'; readonly values: BigInt64Array }
  | { readonly type: 'double'; readonly values: Float64Array }
  | { readonly type: 'boolean'; readonly values: readonly boolean[] }
  | { readonly type: 'text'; readonly values: readonly (string | null)[] }
  | { readonly type: 'bytes'; readonly values: readonly Uint8Array[] }
);

const types = { int: int32, long: int64, double: float64, boolean: bool, text: utf8, bytes: binary } as const;
const names = { int: 'INT', long: 'BIGINT', double: 'DOUBLE', boolean: 'BOOLEAN', text: 'STRING', bytes: 'BINARY' } as const;

/** Columns as one stream of Arrow; nothing where they have no rows, as then their types alone say what they are. */
export function arrowOf(columns: readonly UploadColumn[]): Uint8Array | undefined {
  const rows = columns[0]?.values.length ?? 0;
  invariant(columns.length > 0 && columns.every(({ values }) => values.length === rows), 'columns of a view are equally long');
  if (rows === 0) return undefined;
  const table = tableFromColumns(
    columns.map(({ name, type, values }): [string, ReturnType<typeof columnFromArray>] => [
      name,
      columnFromArray(values as Float64Array, types[type]()), // the type fits, by UploadColumn
    ]),
  );
  return tableToIPC(table, { format: 'stream' }) ?? undefined;
}

/** The same columns as Spark declares them. */
export const schemaOf = (columns: readonly UploadColumn[]): string =>
  columns.map(({ name, type }) => `\`${name.replaceAll('`', '``')}\` ${names[type]}`).join(', ');
