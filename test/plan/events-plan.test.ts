import { existsSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { plan, run } from 'shoal';
import { describe, expect, it } from 'vitest';
import type { EventsInput } from '../../src/policy/policy-input.ts';
import { inPlace } from '../attacks/attack.ts';
import { anyLog } from '../families/events/logs.ts';
import { draws } from '../suite/draws.ts';

/** Refusals that only the making can find: whether anything holds k, and how unique the ids of what was written are. */
const foundInMaking = ['policy/nothing-left', 'output/unicity'];

const anyPolicy: fc.Arbitrary<Partial<EventsInput> & { readonly subject: string }> = fc.record(
  {
    subject: fc.constantFrom('GUID', 'weekday', 'Week_Number', '_row', 'hour'),
    k: fc.integer({ min: 2, max: 12 }),
    quasi: fc.constantFrom(['generalized_event', 'week_number'], ['weekday', 'hour'], ['event', 'weekday', 'time_period']),
    flatten: fc.constantFrom(['none'], ['sweep'], ['weekday'], ['week_number']),
    flatValue: fc.constantFrom(100, 5, 'night'),
    removeClasses: fc.constantFrom(['none'], ['system_event'], ['fall_detected', 'smoke_detected', 'emergency_button']),
    unmapped: fc.constantFrom('fail', 'drop', 'other'),
    reduce: fc.constantFrom('events', 'users'),
    pseudonym: fc.constantFrom('random', 'drop', 'rotate:week', 'keep'),
    release: fc.constantFrom('internal', 'public'),
  },
  { requiredKeys: ['subject'] },
);

describe('the plan and the run of an event log', () => {
  it('agree for any policy: what one refuses before it counts, the other refuses with the same code', async () => {
    await fc.assert(
      fc.asyncProperty(anyLog, anyPolicy, fc.boolean(), (log, settings, unknown) =>
        inPlace(async (place) => {
          const rows = log.map(({ time, subject, code }) => `${time};${subject};${code}\n`);
          const extra = unknown ? '2024-03-05T10:00:00;home-1;UNKNOWN.CODE\n' : '';
          writeFileSync(place.path('log.csv'), `OD_ISO;${settings.subject};dogodek\n${rows.join('')}${extra}`);
          const policy = {
            ...settings,
            method: 'events',
            input: place.path('log.csv'),
            out: place.path('out'),
            threads: 1,
          } as const;
          const planned = await plan(policy);
          const made = await run(policy);
          const codes = made.ok ? [] : made.problems.map(({ code }) => code);
          if (planned.ok) expect(foundInMaking).toEqual(expect.arrayContaining(codes));
          else expect(codes).toEqual(planned.problems.map(({ code }) => code));
          expect(existsSync(place.path('out'))).toBe(made.ok);
        }),
      ),
      { numRuns: draws(10) },
    );
  });

  it('refuse a subject column called like a published one for a reason that is about events', () =>
    inPlace(async (place) => {
      writeFileSync(place.path('log.csv'), 'OD_ISO;weekday;dogodek\n2024-03-05T10:00:00;a;PULL_CORD.PULLED\n');
      const words = ['log.csv', '--method', 'events', '--subject', 'weekday'];
      for (const command of ['plan', 'run']) {
        const { code, stderr } = await place.call([command, ...words]);
        expect(code).toBe(2);
        expect(stderr).toContain('policy/name-taken');
        expect(stderr).toContain('--pseudonym drop');
        expect(stderr).not.toContain('GroupID');
      }
    }));
});
