import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Engine } from '../../../src/engine/engine.ts';
import type { Relational } from '../../../src/engine/relation.ts';
import { draws } from '../../suite/draws.ts';
import { anyLog, madeOf } from './logs.ts';

/** An engine that gets every step and question as JSON, as one behind a network would; `sent` is all that was said to it. */
function overWire(engine: Engine, sent: string[]): Engine {
  const send = <Data>(data: Data): Data => {
    const said = JSON.stringify(data);
    sent.push(said);
    return JSON.parse(said);
  };
  const relational = (one: Relational): Relational => ({
    ...one,
    codeLog: undefined, // an array of rows is no data of this kind: the source is read by steps
    run: (steps, keys) => one.run(send(steps), keys),
    ask: (query) => one.ask(send(query)),
    stream: (query) => one.stream(send(query)),
    write: (query, path, format) => one.write(send(query), path, format),
    findRow: (where) => one.findRow(send(where)),
  });
  return { ...engine, relate: async (source) => relational(await engine.relate(source)) };
}

const settings = fc.record({
  k: fc.integer({ min: 2, max: 4 }),
  flatten: fc.constantFrom('week_number', 'sweep', 'none'),
  reduce: fc.constantFrom('events', 'users'),
  pseudonym: fc.constantFrom('random', 'keep', 'drop', 'rotate:day', 'rotate:month', 'shared'),
} as const);

describe('the steps of an event log', () => {
  it('say all that an engine needs, in JSON, and no secret', async () => {
    let published = 0;
    await fc.assert(
      fc.asyncProperty(anyLog, settings, async (log, policy) => {
        const sent: string[] = [];
        const near = await madeOf(log, policy);
        const far = await madeOf(log, policy, (engine) => overWire(engine, sent));
        expect(far).toEqual(near);
        if ('rows' in far) published += far.rows.length;
        expect(sent.join('\n')).not.toMatch(/[0-9a-f]{64}|SELECT|CAST/);
      }),
      { numRuns: draws(8) },
    );
    expect(published).toBeGreaterThan(0);
  });
});
