import { join } from 'node:path';
import fc from 'fast-check';
import { verify } from 'shoal';
import { describe, expect, it } from 'vitest';
import { findTimedSets } from '../../../src/families/events/timed-sets.ts';
import { parsePolicy } from '../../../src/policy/policy.ts';
import { draws } from '../../suite/draws.ts';
import { madeOf, releasedCells, releaseOf } from './logs.ts';

/** Words such as `A1B2`: letters with the bin of the time before each. */
function toldOf(words: readonly string[], k: number, mayTime: (word: string) => boolean = () => true): string {
  const letters = words.map((word) => [...word].filter((_, i) => i % 2 === 0));
  const items = Uint32Array.from(letters.flat(), (letter) => letter.charCodeAt(0));
  const starts = [0];
  for (const word of letters) starts.push(starts[starts.length - 1] + word.length);
  const bins = Uint32Array.from([...words.join('')].filter((_, i) => i % 2 === 1).map(Number));
  const told = findTimedSets({
    combinations: { items, starts: Uint32Array.from(starts) },
    bins,
    leastOf: () => k,
    mayTime: (set) => mayTime(String.fromCharCode(...set)),
  });
  return [...told].join('');
}

describe('durations of an order', () => {
  it('are told where k have the very same order with the very same bins', () => {
    expect(toldOf(['A0B1', 'A0B1', 'A0B2', 'A0B2'], 2)).toBe('1111');
    expect(toldOf(['A0B1', 'A0B1', 'A0B2', 'A0B3'], 2)).toBe('1100');
    expect(toldOf(['A0B1', 'A0B1', 'A0B1', 'A0B2'], 2)).toBe('0000'); // one would stand apart, so all give them up
    expect(toldOf(['A0B1', 'A0B1', 'A0C1', 'A0C1'], 2)).toBe('1111');
  });

  it('are given up by the rarest first', () => {
    expect(toldOf(['A0B1', 'A0B1', 'A0B1', 'A0B2', 'A0B2', 'A0B3'], 2)).toBe('111000');
  });

  it('are not told where a time was taken, and of one event there is none to tell', () => {
    expect(toldOf(['A0B1', 'A0B1', 'C0', 'C0'], 2, (word) => !/[AC]/.test(word))).toBe('0011');
  });

  it('and their lack are shared by k or by nobody, in any log', () => {
    const anyWord = fc
      .array(fc.tuple(fc.constantFrom(...'AB'), fc.nat(2)), { minLength: 2, maxLength: 3 })
      .map((pairs) => pairs.map(([letter, bin], i) => `${letter}${i === 0 ? 0 : bin}`).join(''));
    const orderOf = (word: string) => word.replace(/\d/g, '');
    let [timed, open] = [0, 0];
    fc.assert(
      fc.property(fc.array(anyWord, { minLength: 4, maxLength: 40 }), fc.integer({ min: 2, max: 4 }), (log, k) => {
        const company = log.filter((word) => log.filter((other) => orderOf(other) === orderOf(word)).length >= k);
        const told = toldOf(company, k);
        const found = company.map((word, row) => (told[row] === '1' ? word : orderOf(word)));
        timed += found.filter((word) => /\d/.test(word)).length;
        open += found.filter((word) => !/\d/.test(word)).length;
        for (const word of found) expect(found.filter((other) => other === word).length).toBeGreaterThanOrEqual(k);
      }),
      { numRuns: draws(300) },
    );
    expect(Math.min(timed, open)).toBeGreaterThan(0);
  });
});

const columns = { subject: 'GUID', time: 'OD_ISO', event: 'dogodek', mapping: { '*': 'any' }, removeClasses: 'none' } as const;
const settings = { ...columns, flatten: 'none', pseudonym: 'shared', preset: undefined, k: 2 } as const;

describe('a release with durations', () => {
  const bins = ['0-1m', '1m-1h', '1h-1d', '1d+'];
  /** Seconds after which each event follows, and its bin; at the edges, too. */
  const steps = [0, 59, 60, 3599, 3600, 86_399, 86_400].map((seconds) => ({
    seconds,
    bin: bins[[60, 3600, 86_400].filter((edge) => edge <= seconds).length],
  }));

  it.each([
    ['whole traces', { traces: 2, quasi: ['event'] }],
    ['orders of a week', { order: 'position', quasi: ['event', 'week_number'] }],
  ] as const)('of %s tells what k share, and tells it truly', async (_, asked) => {
    const anyTrace = fc.array(fc.tuple(fc.constantFrom(...'AB'), fc.constantFrom(...steps)), { minLength: 1, maxLength: 3 });
    let told = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(anyTrace, { minLength: 6, maxLength: 14 }), async (traces) => {
        const lines = traces.flatMap((trace, who) => {
          let at = Date.UTC(2024, 2, 4, 1);
          return trace.map(([code, { seconds }], i) => {
            at += i === 0 ? 0 : seconds * 1000;
            return `${new Date(at).toISOString().slice(0, 19)};home-${who};${code}\n`;
          });
        });
        const log = `OD_ISO;GUID;dogodek\n${lines.join('')}`;
        const found = await releaseOf(log, { ...settings, ...asked, durations: '1m,1h,1d' }, async (_summary, out) => ({
          rows: releasedCells(join(out, 'anonymized_events.csv')),
          verdict: await verify(out, { original: { file: join(out, '..', 'log.csv') } }),
        }));
        if ('code' in found) return;
        const { rows, verdict } = found;
        expect(verdict).toMatchObject({ ok: true, value: { holds: true } });
        const numbers = [...new Set(rows.map(({ GUID }) => GUID))];
        const kinds = numbers.map((number) =>
          rows
            .filter(({ GUID }) => GUID === number)
            .toSorted((a, b) => (a.position < b.position || (a.position === b.position && a.event < b.event) ? -1 : 1))
            .map(({ event, since_previous }) => `${event} ${since_previous}`)
            .join(),
        );
        for (const kind of kinds)
          if (kind.includes(',')) expect(kinds.filter((other) => other === kind).length).toBeGreaterThan(1);
        told += kinds.filter((kind) => bins.some((bin) => kind.includes(bin))).length;
        const own = traces.map((trace) => trace.map(([code, { bin }], i) => `${code} ${i === 0 ? 'first' : bin}`).join());
        if ('traces' in asked)
          for (const kind of kinds) if (kind.includes(',') && !kind.includes('*')) expect(own).toContain(kind);
      }),
      { numRuns: draws(8) },
    );
    expect(told).toBeGreaterThan(0);
  });

  it('asks for a clock: a day alone is no time there', async () => {
    const log = ['home-1', 'home-2'].map((subject) => ({ time: '2024-03-04', subject, code: 'FALL_DETECTOR.FALL' }));
    const asked = { k: 2, pseudonym: 'shared', order: 'position', quasi: ['generalized_event', 'week_number'] } as const;
    expect(await madeOf(log, asked)).toHaveProperty('rows');
    expect(await madeOf(log, { ...asked, durations: '1d' })).toEqual({ code: 'input/bad-time' });
  });

  it('of events within a second has the order of their fractions, and the verifier the same', async () => {
    const lines = ['home-1', 'home-2'].flatMap((home) => [
      `2024-03-04T10:00:00.75;${home};B\n`,
      `2024-03-04T10:00:00.25;${home};A\n`,
    ]);
    const asked = { ...settings, order: 'position', quasi: ['event', 'week_number'], durations: ['1s'] } as const;
    const found = await releaseOf(`OD_ISO;GUID;dogodek\n${lines.join('')}`, asked, async (_summary, out) => ({
      rows: releasedCells(join(out, 'anonymized_events.csv')),
      verdict: await verify(out, { original: { file: join(out, '..', 'log.csv') } }),
    }));
    if ('code' in found) throw new Error(found.code);
    const { rows, verdict } = found;
    expect(verdict).toMatchObject({ ok: true, value: { holds: true } });
    for (const { event, position, since_previous } of rows)
      expect([position, since_previous]).toEqual(event === 'A' ? ['1', 'first'] : ['2', '0-1s']);
  });

  it('needs an order, and edges that rise', () => {
    const codes = (given: object) => {
      const policy = parsePolicy({ pseudonym: 'shared', method: 'events', ...given });
      return policy.ok ? [] : policy.problems.map(({ code }) => code);
    };
    expect(codes({ durations: '1m,1h', order: 'position' })).toEqual([]);
    expect(codes({ durations: '1m' })).toEqual(['policy/needs-order']);
    expect(codes({ durations: '1m', pseudonym: 'random' })).toEqual(['policy/needs-links']);
    for (const durations of ['1h,1m', '1m,60s', '0m', '1.5h', '1y', 'day', '1m,', []])
      expect(codes({ durations, order: 'position' })).toEqual(['policy/bad-value']);
  });
});
