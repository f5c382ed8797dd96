import { invariant } from '../../base/problem.ts';
import { as, call, type Expression, number, pick } from '../../engine/relation.ts';
import type { QuasiColumn } from './quasi-column.ts';

/**
 * A combination as one number of 64 bits, by mixed radix: exact, so that two combinations never get one key as joined strings may, and one
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

/** The packed base code of an event, from `t`, `e` and `c`. */
export const packedCode = (packing: Packing): Expression => packedCodeOf(packing, () => true);

/** The same of some columns alone, the others left out. */
export const packedCodeOf = ({ columns, strides }: Packing, wanted: (column: QuasiColumn) => boolean): Expression =>
  call(
    'add',
    number(0),
    ...columns.flatMap((column, c) => (wanted(column) ? [call('multiply', as('int64', column.code), number(strides[c]))] : [])),
  );

/** Code of column c in a packed key. */
export const codeIn = ({ columns, strides }: Packing, key: Expression, c: number): Expression =>
  call('remainder', call('divide', key, number(strides[c])), number(columns[c].labels.length));

/** Label of column c in a packed key. Looked up in a list, not joined: a join hands rows on in any order, and theirs may be drawn. */
export const labelIn = (packing: Packing, key: Expression, c: number): Expression =>
  pick(packing.columns[c].labels, codeIn(packing, key, c));

/** A base key at one level for each column. */
export function coarserKey(packing: Packing, key: Expression, node: readonly number[]): Expression {
  const { columns, strides } = packing;
  invariant(node.length === columns.length, 'a node has one level for each column');
  const parts = columns.map(({ levels }, c) => {
    const level = levels[node[c]];
    if (node[c] === levels.length - 1) return number(BigInt(level[0]) * strides[c]);
    const code = codeIn(packing, key, c);
    return call('multiply', node[c] === 0 ? code : pick(Array.from(level), code), number(strides[c]));
  });
  return call('add', number(0), ...parts);
}
