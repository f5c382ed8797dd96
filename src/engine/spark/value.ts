import { invariant } from '../../base/problem.ts';
import type { HeldType } from '../tables-beside.ts';

export interface Value {
  readonly sql: string;
  readonly type: HeldType;
}

export const types: Readonly<Record<HeldType, string>> = {
  uint32: 'BIGINT',
  int32: 'INT',
  int64: 'BIGINT',
  uint64: 'DECIMAL(20,0)',
  int128: 'DECIMAL(38,0)',
  text: 'STRING',
  boolean: 'BOOLEAN',
  time: 'TIMESTAMP_NTZ',
};

const widths: readonly HeldType[] = ['int32', 'uint32', 'int64', 'int128'];

/** One type that holds what two hold. */
export function widerOf(one: HeldType, other: HeldType): HeldType {
  if (one === other) return one;
  const wide = Math.max(...[one, other].map((type) => (type === 'uint64' ? 3 : widths.indexOf(type))));
  invariant(wide >= 0, 'values of one column are of one kind');
  return widths[wide];
}
