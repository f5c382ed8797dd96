import { invariant } from '../../base/problem.ts';
import type { QuasiColumn } from './quasi-column.ts';

/**
 * A combination as one BIGINT, by mixed radix: exact, so that two combinations never get one key as joined strings may, and one
 * eight-byte number to group, join and sort by.
 */
export interface Packing {
  readonly columns: readonly QuasiColumn[];
  readonly strides: readonly bigint[];
}

/** Undefined where the combinations there could be do not fit in 62 bits. */
export function packingOf(columns: readonly QuasiColumn[]): Packing | undefined {
  const strides: bigint[] = [];
  let room = 1n;
  for (const { labels } of columns) {
    strides.push(room);
    room *= BigInt(labels.length);
  }
  return room < 1n << 62n ? { columns, strides } : undefined;
}

/** The packed base code of an event, from `t` and `e`. */
export const packedSql = (packing: Packing): string => codesSql(packing, () => true);

/** The same of some columns alone, the others left out. */
export const codesSql = ({ columns, strides }: Packing, wanted: (column: QuasiColumn) => boolean): string =>
  [
    'CAST(0 AS BIGINT)',
    ...columns.flatMap((column, c) => (wanted(column) ? [`CAST(${column.sql} AS BIGINT) * ${strides[c]}`] : [])),
  ].join(' + ');

/** Code of column c in a packed key. */
export const codeSql = ({ columns, strides }: Packing, key: string, c: number): string =>
  `(${key} // ${strides[c]}) % ${columns[c].labels.length}`;

/** Base key `q` at one level for each column. */
export function coarserSql(packing: Packing, key: string, node: readonly number[]): string {
  const { columns, strides } = packing;
  invariant(node.length === columns.length, 'a node has one level for each column');
  return columns
    .map(({ levels }, c) => {
      const code = codeSql(packing, key, c);
      const level = levels[node[c]];
      if (node[c] === 0) return `${code} * ${strides[c]}`;
      if (node[c] === levels.length - 1) return `${BigInt(level[0]) * strides[c]}`;
      return `CAST([${level.join(',')}][${code} + 1] AS BIGINT) * ${strides[c]}`;
    })
    .join(' + ');
}
