import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CodedLog } from '../../../src/engine/coded-log.ts';
import type { Engine } from '../../../src/engine/engine.ts';
import { draws } from '../../suite/draws.ts';
import { anyLog, type Event, madeOf } from './logs.ts';

/** An engine that is asked to code a log, and does, or cannot. */
const codingBy = (engine: Engine, code: ((log: CodedLog | undefined) => void) | undefined): Engine => ({
  ...engine,
  async relate(source) {
    const relational = await engine.relate(source);
    return {
      ...relational,
      codeLog:
        code === undefined
          ? undefined
          : async (request, pool) => {
              const log = await relational.codeLog?.(request, pool);
              code(log);
              return log;
            },
    };
  },
});

const settings = fc.record({
  k: fc.integer({ min: 2, max: 4 }),
  flatten: fc.constantFrom('week_number', 'sweep', 'none'),
  reduce: fc.constantFrom('events', 'users'),
  pseudonym: fc.constantFrom('random', 'keep', 'drop', 'rotate:day', 'rotate:week', 'shared', 'shared:day', 'shared:week'),
  confidence: fc.constantFrom(undefined, 0.5),
  removeClasses: fc.constantFrom<readonly string[]>([], ['fall_detected']),
  subjectSpelling: fc.constantFrom('normal', 'exact'),
  format: fc.constantFrom('csv', 'parquet'),
} as const);

/** Ids in several spellings, and, now and then, a line that is not plain. */
const spelled = fc.tuple(anyLog, fc.array(fc.nat(7), { minLength: 1, maxLength: 9 })).map(([log, spellings]) =>
  log.map((event, i): Event => {
    const spelling = spellings[i % spellings.length];
    const subject = spelling === 0 ? event.subject.toUpperCase() : spelling === 1 ? ` ${event.subject}  ` : event.subject;
    return { ...event, subject };
  }),
);

describe('a log whose lines are plain', () => {
  it('is published as any other is, though no step reads its rows', async () => {
    let coded = 0;
    await fc.assert(
      fc.asyncProperty(spelled, settings, async (log, { confidence, ...rest }) => {
        const policy = rest.pseudonym.startsWith('shared') ? { ...rest, confidence } : rest;
        const far = await madeOf(log, policy, (engine) => codingBy(engine, undefined));
        const near = await madeOf(log, policy, (engine) =>
          codingBy(engine, (found) => void (coded += found?.subjects.length ?? 0)),
        );
        expect(near).toEqual(far);
      }),
      { numRuns: draws(60) },
    );
    expect(coded).toBeGreaterThan(0);
  });

  it('has the same numbers where k share them', async () => {
    const dense = fc.array(
      fc.record({
        time: fc
          .tuple(fc.integer({ min: 4, max: 13 }), fc.constantFrom('07', '18'))
          .map(([day, hour]) => `2024-03-${String(day).padStart(2, '0')}T${hour}:05:00`),
        subject: fc.integer({ min: 1, max: 6 }).map((home) => `home-${home}`),
        code: fc.constantFrom('FALL_DETECTOR.FALL', 'SMOKE_DETECTOR.SMOKE'),
      }),
      { minLength: 100, maxLength: 200 },
    );
    const rules = fc.record({
      k: fc.integer({ min: 2, max: 3 }),
      pseudonym: fc.constantFrom('shared', 'shared:day', 'shared:week'),
      confidence: fc.constantFrom(undefined, 0.8),
    } as const);
    let linked = 0;
    await fc.assert(
      fc.asyncProperty(dense, rules, async (log, policy) => {
        const far = await madeOf(log, policy, (engine) => codingBy(engine, undefined));
        const near = await madeOf(log, policy);
        expect(near).toEqual(far);
        if ('rows' in near) linked += near.rows.length - new Set(near.rows.map(([number]) => number)).size;
      }),
      { numRuns: draws(15) },
    );
    expect(linked).toBeGreaterThan(0);
  });

  it.each([
    ['a quote', ({ subject }: Event) => ({ subject: `"${subject}"` })],
    ['a letter beyond ASCII', ({ subject }: Event) => ({ subject: `${subject}é` })],
    ['a part of a second', ({ time }: Event) => ({ time: `${time}.5` })],
    ['a time without seconds', ({ time }: Event) => ({ time: time.slice(0, 16) })],
  ])('is no more where it has %s, and published all the same', async (_, odd) => {
    const [log] = fc.sample(anyLog, { numRuns: draws(1), seed: 7 });
    const lines = log.map((event, i) => (i === log.length - 1 ? { ...event, ...odd(event) } : event));
    let found: CodedLog | undefined;
    const near = await madeOf(lines, { k: 2, pseudonym: 'random' }, (engine) => codingBy(engine, (one) => void (found = one)));
    expect(found).toBeUndefined();
    expect(near).toEqual(await madeOf(lines, { k: 2, pseudonym: 'random' }, (engine) => codingBy(engine, undefined)));
    expect(near).toHaveProperty('rows');
  });
});
