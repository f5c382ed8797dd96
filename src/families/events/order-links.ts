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

/**
 * Whether the order of combinations may be told. Beside events that say when they were, an order would give back what was taken from the time of a coarser one: that is
 * told only where all say the same of their time.
 */
export async function readOrderRule(engine: Relational): Promise<(combinations: Uint32Array) => boolean> {
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
  return (combinations) =>
    !combinations.some((one) => coarse.has(one)) ||
    combinations.every((one) => timings.get(one) === timings.get(combinations[0]));
}

/** Rows of a query that come in the order of their first column: each of its values, and what the second holds beside it. */
export async function readSequences(
  query: Query,
  engine: Relational,
): Promise<{ readonly keys: Uint32Array; readonly sequences: Sequences }> {
  const keys: number[] = [];
  const starts: number[] = [];
  const chunks: Uint32Array[] = [];
  let rows = 0;
  for await (const [key, item] of engine.stream(query)) {
    for (let i = 0; i < key.length; i++)
      if (keys.at(-1) !== key[i]) {
        keys.push(key[i]);
        starts.push(rows + i);
      }
    chunks.push(item.slice());
    rows += item.length;
  }
  const items = new Uint32Array(rows);
  let at = 0;
  for (const chunk of chunks) {
    items.set(chunk, at);
    at += chunk.length;
  }
  return { keys: Uint32Array.from(keys), sequences: { items, starts: Uint32Array.from([...starts, rows]) } };
}

/** The place of each event among those that agree in some columns, by its time; of equal times by its place in the log. */
export const placeWithin = (...within: readonly string[]): Expression =>
  as('uint32', { kind: 'rowNumber', within: within.map(column), order: [column('t'), column('place')] });

/** In the order of a key and of a place. */
export const inOrder = (rows: Query['rows'], key: string): Query => ({
  rows: select(rows, ...[key, 'combination', 'position'].map((name) => [name, as('uint32', column(name))] as const)),
  order: [column(key), column('position')],
});
