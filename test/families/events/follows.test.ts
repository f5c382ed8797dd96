import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { followsError } from '../../../src/measure/events/follows.ts';
import { draws } from '../../suite/draws.ts';
import { releasedCells, releaseOf } from './logs.ts';

describe('the directly-follows error', () => {
  const arc = (from: number, to: number, events: number) => ({ from, to, events });

  it('is the share of the weight that is wrong', () => {
    expect(followsError([arc(1, 2, 8), arc(2, 1, 2)], [arc(1, 2, 4), arc(2, 1, 1)])).toBe(0);
    expect(followsError([arc(1, 2, 8), arc(2, 1, 2)], [arc(1, 2, 5)])).toBeCloseTo(0.2);
    expect(followsError([arc(1, 2, 8)], [arc(2, 1, 5)])).toBe(1);
    expect(followsError([arc(1, 2, 8)], [])).toBe(1);
    expect(followsError([], [])).toBeUndefined();
  });

  it('is what a recount of log and release finds, and XES has the events of a trace in their order', async () => {
    const anyTrace = fc.string({ unit: fc.constantFrom(...'ABC'), minLength: 1, maxLength: 3 });
    let told = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(anyTrace, { minLength: 6, maxLength: 14 }), async (traces) => {
        const events = traces.flatMap((trace, who) =>
          [...trace].map((code, i) => `2024-03-04T10:0${i}:00;home-${who};${code}\n`),
        );
        const mixed = events.map((_, i) => events[(i * 7) % events.length]); // in no order of time, where 7 does not divide them
        const log = `OD_ISO;GUID;dogodek\n${events.length % 7 === 0 ? events.join('') : mixed.join('')}`;
        const columns = {
          subject: 'GUID',
          time: 'OD_ISO',
          event: 'dogodek',
          quasi: ['event'],
          flatten: 'none',
          mapping: undefined,
        };
        const settings = { k: 2, pseudonym: 'shared', traces: 2, format: 'xes', preset: undefined } as const;
        const found = await releaseOf(
          log,
          { ...columns, ...settings, mapping: { '*': 'any' }, removeClasses: 'none' },
          (summary, out) => ({
            error: summary.measure.followsError,
            rows: releasedCells(join(out, 'anonymized_events.csv')),
            xes: readFileSync(join(out, 'anonymized_events.xes'), 'utf8'),
          }),
        );
        if ('code' in found) return;
        const numbers = [...new Set(found.rows.map(({ GUID }) => GUID))];
        const placed = numbers.map((number) =>
          found.rows
            .filter(({ GUID }) => GUID === number)
            .toSorted((a, b) => Number(a.position) - Number(b.position))
            .map(({ event }) => event),
        );
        told += placed.filter(({ length }) => length > 1).length;
        const original = arcsOf(traces.map((trace) => [...trace]));
        const error = followsError(original, arcsOf(placed));
        if (error === undefined) expect(found.error).toBeUndefined();
        else expect(found.error).toBeCloseTo(error);
        const written = [...found.xes.matchAll(/<trace>.*?<\/trace>/gs)].map(([trace]) =>
          [...trace.matchAll(/key="position" value="(\d+)"/g)].map(([, position]) => Number(position)),
        );
        for (const positions of written) expect(positions).toEqual(positions.map((_, i) => i + 1));
      }),
      { numRuns: draws(8) },
    );
    expect(told).toBeGreaterThan(0);
  });
});

/** By their letters. */
function arcsOf(walks: readonly (readonly string[])[]) {
  const counts = new Map<string, number>();
  for (const walk of walks)
    for (let i = 1; i < walk.length; i++) counts.set(walk[i - 1] + walk[i], (counts.get(walk[i - 1] + walk[i]) ?? 0) + 1);
  return [...counts].map(([arc, events]) => ({ from: arc.charCodeAt(0), to: arc.charCodeAt(1), events }));
}
