import {
  as,
  call,
  column,
  type Expression,
  number,
  type Query,
  type Relational,
  select,
  table,
  when,
} from '../../engine/relation.ts';
import { timeColumns } from '../../policy/event-columns.ts';
import { codeIn, type Packing } from './packing.ts';
import type { Sequences } from './sequences.ts';

/** What a combination says of its time, as one number, and whether that is coarser than it could be; for `texts`. */
export function timingOf(packing: Packing, key: Expression): { readonly timing: Expression; readonly coarse: Expression } {
  const ofTime = packing.columns.flatMap(({ name, base }, c) => (timeColumns.includes(name) ? [{ c, base }] : []));
  const codes = ofTime.map(({ c }) => call('multiply', codeIn(packing, key, c), number(packing.strides[c])));
  const isCoarse = ofTime.map(({ c, base }): readonly [Expression, Expression] => [
    call('atLeast', codeIn(packing, key, c), number(base)),
    number(1),
  ]);
  return { timing: call('add', number(0), ...codes), coarse: isCoarse.length === 0 ? number(0) : when(isCoarse, number(0)) };
}

/** What may be told of combinations under one number. */
export interface TimeRules {
  readonly mayOrder: (combinations: Uint32Array) => boolean;
  readonly mayTime: (combinations: Uint32Array) => boolean;
}

/**
 * Beside events that say when they were, an order would give back what was taken from the time of a coarser one: it is told only where all say the same of their time. The time between two
 * may give back more, even of two that say the same: it is told only where nothing was taken.
 */
export async function readTimeRules(engine: Relational): Promise<TimeRules> {
  const timings = new Map<number, number>();
  const coarse = new Set<number>();
  const rows = select(
    table('texts'),
    ...['combination', 'timing', 'coarse'].map((name) => [name, as('uint32', column(name))] as const),
  );
  for await (const [combinations, times, isCoarse] of engine.stream({ rows }))
    for (let i = 0; i < combinations.length; i++) {
      timings.set(combinations[i], times[i]);
      if (isCoarse[i] === 1) coarse.add(combinations[i]);
    }
  const mayTime = (combinations: Uint32Array) => !combinations.some((one) => coarse.has(one));
  const mayOrder = (combinations: Uint32Array) =>
    mayTime(combinations) || combinations.every((one) => timings.get(one) === timings.get(combinations[0]));
  return { mayOrder, mayTime };
}

/** Rows of a query that come in the order of their first column: each of its values, what the second holds beside it, and what further ones do. */
export async function readSequences(
  query: Query,
  engine: Relational,
): Promise<{ readonly keys: Uint32Array; readonly sequences: Sequences; readonly further: readonly Uint32Array[] }> {
  const keys: number[] = [];
  const starts: number[] = [];
  const chunks: Uint32Array[][] = [];
  let rows = 0;
  for await (const [key, ...columns] of engine.stream(query)) {
    for (let i = 0; i < key.length; i++)
      if (keys.at(-1) !== key[i]) {
        keys.push(key[i]);
        starts.push(rows + i);
      }
    chunks.push(columns.map((values) => values.slice()));
    rows += key.length;
  }
  const [items = new Uint32Array(), ...further] = Array.from({ length: chunks[0]?.length ?? 0 }, (_, c) =>
    endToEnd(chunks.map((columns) => columns[c])),
  );
  starts.push(rows);
  return { keys: Uint32Array.from(keys), sequences: { items, starts: Uint32Array.from(starts) }, further };
}

export function endToEnd(parts: readonly Uint32Array[]): Uint32Array {
  const whole = new Uint32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** The place of each event among those that agree in some columns, by its time; of equal times by its place in the log. */
export const placeWithin = (...within: readonly string[]): Expression =>
  as('uint32', { kind: 'rowNumber', within: within.map(column), order: [column('t'), column('place')] });

/** In the order of a key and of a place. */
export const inOrder = (rows: Query['rows'], key: string, ...further: readonly string[]): Query => ({
  rows: select(rows, ...[key, 'combination', 'position', ...further].map((name) => [name, as('uint32', column(name))] as const)),
  order: [column(key), column('position')],
});
