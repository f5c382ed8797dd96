import type { Expression } from '../../engine/relation.ts';

/**
 * A published column as codes: base values first, then the coarser values that may stand for them. A code is a set of base values, so two
 * levels share a code exactly where they mean the same set, and equal codes always mean equal labels.
 */
export interface QuasiColumn {
  readonly name: string;
  /** An event's base code, from its local time `t`, the number `e` of its event code and the number `c` of its class. */
  readonly code: Expression;
  /** Label of every code, base and coarser. */
  readonly labels: readonly string[];
  /** How many of the codes are base values. */
  readonly base: number;
  /** levels[l][v]: the code that stands for base value v at level l. Level 0 is the value itself, the last one says nothing. */
  readonly levels: readonly Uint32Array[];
}

/** A base column and the partitions of its values, from fine to coarse; `any` is the label of the last level. */
export interface Draft {
  readonly name: string;
  readonly code: Expression;
  readonly values: readonly string[];
  readonly coarser: readonly ((value: number) => string)[];
}

export function quasiColumn({ name, code, values, coarser }: Draft, any: string): QuasiColumn {
  const labels = [...values];
  const levels = [Uint32Array.from(values, (_, value) => value)];
  for (const level of coarser) {
    const codes = new Map<string, number>();
    const members = new Map<string, number>();
    for (let value = 0; value < values.length; value++) members.set(level(value), (members.get(level(value)) ?? 0) + 1);
    levels.push(
      Uint32Array.from(values, (_, value) => {
        const label = level(value);
        if (members.get(label) === 1) return value;
        const shared = codes.get(label) ?? labels.push(label) - 1;
        codes.set(label, shared);
        return shared;
      }),
    );
  }
  const last = labels.push(any) - 1;
  levels.push(new Uint32Array(values.length).fill(last));
  return { name, code, labels, base: values.length, levels };
}

/** Labels that cannot be the flat value: it would read as one of them. */
export const realValues = ({ labels }: QuasiColumn): readonly string[] => labels.slice(0, -1);
