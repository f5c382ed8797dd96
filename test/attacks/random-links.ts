import fc from 'fast-check';
import { anyId, anySetting, fitting, type Hunted, known, maybe, two } from './random-cells.ts';

/**
 * A log of people who do much the same, so that k share linked sets, orders and whole cases; now and then one does it twice, or somewhat otherwise. Every
 * setting about links is drawn beside every other.
 */
export const anyLinked: fc.Arbitrary<Hunted> = fc
  .record({
    people: fc.integer({ min: 6, max: 28 }),
    odd: fc.constantFrom(0, 0, 20),
    ways: fc.array(fc.array(fc.tuple(fc.nat(3), fc.nat(5), fc.nat(60)), { minLength: 1, maxLength: 6 }), {
      minLength: 1,
      maxLength: 4,
    }),
    settings: fc.record({
      ...anySetting,
      k: fc.integer({ min: 2, max: 4 }),
      format: maybe(fc.constantFrom('csv' as const, 'parquet' as const, 'arrow' as const, 'xes' as const)),
      quasi: fc.subarray(['event', 'generalized_event', 'week_number', 'iso_year_week', 'weekday', 'time_period', 'where'], {
        minLength: 1,
        maxLength: 3,
      }),
      flatten: fc.constantFrom('none', 'none', 'sweep', 'all'),
      pseudonym: fc.constantFrom('shared', 'shared', 'shared:day', 'shared:week'),
      confidence: maybe(fc.constantFrom(0.3, 0.5, 0.667, 0.9, 1)),
      order: maybe(fc.constantFrom('none', 'position')),
      traces: maybe(fc.constantFrom(0, 1)),
      durations: maybe(fc.constantFrom('1h', '1m,1h,8h,1d,1w', '1s,2d')),
      alsoProtect: maybe(fc.constant('who')),
      flatValue: maybe(fc.constantFrom(100, 'all')),
      unmapped: maybe(fc.constantFrom('other', 'drop')),
    }),
  })
  .chain(({ people, odd, ways, settings }) =>
    fc
      .tuple(
        fc.array(
          fc.record({
            id: anyId(people, odd),
            way: fc.nat(ways.length - 1),
            left: fc.nat(12),
            again: fc.nat(9),
            late: fc.nat(5),
          }),
          {
            minLength: people,
            maxLength: people,
          },
        ),
        fc.array(fc.nat(99), { minLength: 40, maxLength: 40 }),
      )
      .map(([cases, draw]) => {
        const records = cases
          .flatMap(({ id, way, left, again, late }) => {
            const events = ways[way].flatMap(([what, day, minute], i) =>
              i === left ? [] : [{ what, day, minute: 60 * i + minute + late }],
            );
            return [...events, ...(again === 0 ? events.slice(0, 1) : [])].map((event) => ({ id, ...event }));
          })
          .map(({ id, what, day, minute }) => ({
            ...{
              id,
              at: `2024-03-${two(4 + 2 * day)}T${two(7 + Math.floor(minute / 60))}:${two(minute % 60)}:00`,
              what: `E${what}`,
            },
            ...{ where: what % 2 === 0 ? 'north' : '' },
          }))
          .map((record, i) => ({ ...record, who: `nurse ${draw[i % 37] % 7}`, place: draw[(7 * i) % 40] }))
          .toSorted((a, b) => a.place - b.place)
          .map(({ place, ...record }) => record);
        const { k, flatten, traces, durations, order, quasi: drawn, pseudonym, ...others } = settings;
        const ordered = traces !== undefined || order === 'position';
        const quasi = traces !== undefined && pseudonym === 'shared' ? drawn : [...new Set([...drawn, 'week_number', 'weekday'])];
        return {
          policy: {
            ...known('events', {
              ...fitting(others),
              ...{ pseudonym, order, quasi, flatten: flatten === 'all' ? quasi.filter((name) => name !== 'where') : flatten },
              ...(traces === undefined ? {} : { traces: k + traces }),
              ...(ordered ? { durations } : {}),
            }),
            ...{ method: 'events', k, subject: 'id', time: 'at', event: 'what', mapping: 'mapping.csv', removeClasses: 'none' },
          } as Hunted['policy'],
          records,
          files: { 'mapping.csv': 'code,class\nE0,alpha\nE1,beta\nE2,beta\nE3,gamma\n' },
        };
      }),
  );
