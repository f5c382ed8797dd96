import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Engine } from '../../../src/engine/engine.ts';
import type { Query, Relational } from '../../../src/engine/relation.ts';
import { isNarrow } from '../../../src/families/events/flatten-few.ts';
import { packingOf } from '../../../src/families/events/packing.ts';
import { quasiColumn } from '../../../src/families/events/quasi-column.ts';
import { draws } from '../../suite/draws.ts';
import { anyLog, madeOf } from './logs.ts';

/** An engine that says of every log that its pairs are too many to be brought home; `asked` counts how often it was asked. */
function withManyPairs(engine: Engine, asked: { times: number }): Engine {
  const asksForPairs = ({ rows }: Query) => rows.kind === 'group' && rows.tell.some(([name]) => name === 'pairs');
  const relational = (one: Relational): Relational => ({
    ...one,
    async ask(query) {
      if (!asksForPairs(query)) return one.ask(query);
      asked.times++;
      return [[Number.MAX_SAFE_INTEGER]];
    },
  });
  return { ...engine, relate: async (source) => relational(await engine.relate(source)) };
}

const settings = fc.record({
  k: fc.integer({ min: 2, max: 4 }),
  flatten: fc.constantFrom('week_number', 'week_number+weekday', 'sweep'),
  reduce: fc.constantFrom('events', 'users'),
} as const);

describe('few combinations of an event log', () => {
  it('are flattened as the engine flattens many', async () => {
    const asked = { times: 0 };
    let published = 0;
    await fc.assert(
      fc.asyncProperty(anyLog, settings, async (log, policy) => {
        const few = await madeOf(log, policy);
        expect(few).toEqual(await madeOf(log, policy, (engine) => withManyPairs(engine, asked)));
        if ('rows' in few) published += few.rows.length;
      }),
      { numRuns: draws(12) },
    );
    expect(published).toBeGreaterThan(0);
    expect(asked.times).toBeGreaterThan(0);
  });

  it('are left to the engine where their keys are no numbers of ours', () => {
    const columnOf = (labels: number) =>
      quasiColumn(
        { name: 'any', code: { kind: 'column', name: 't' }, values: Array.from({ length: labels }, String), coarser: [] },
        'all',
      );
    const packed = (columns: number) => packingOf(Array.from({ length: columns }, () => columnOf(2000)));
    expect([4, 5].map((columns) => packed(columns)).map((packing) => packing !== undefined && isNarrow(packing))).toEqual([
      true,
      false,
    ]);
  });
});
