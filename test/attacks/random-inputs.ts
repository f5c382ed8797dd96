import fc from 'fast-check';
import {
  anyId,
  anyModel,
  anyNumber,
  anySetting,
  anyText,
  anyTime,
  cellOf,
  fitting,
  type Hunted,
  known,
  marker,
  maybe,
} from './random-cells.ts';
import { anyLinked } from './random-links.ts';
import { anyTable } from './random-tables.ts';

export type { Hunted } from './random-cells.ts';
export { marker } from './random-cells.ts';

const anySeries: fc.Arbitrary<Hunted> = fc
  .record({
    people: fc.integer({ min: 6, max: 40 }),
    length: fc.integer({ min: 1, max: 5 }),
    empty: fc.constantFrom(0, 0, 0, 20),
    odd: fc.constantFrom(0, 0, 3),
    settings: fc.record({
      ...anySetting,
      method: fc.constantFrom('naive' as const, 'kapra' as const, 'prism' as const),
      p: fc.integer({ min: 2, max: 6 }),
      l: maybe(fc.integer({ min: 1, max: 3 })),
      segments: fc.integer({ min: 1, max: 5 }),
      maxLevel: maybe(fc.integer({ min: 1, max: 26 })),
      intervals: maybe(fc.constantFrom('text', 'columns')),
      shape: maybe(fc.constantFrom('wide', 'long')),
      missing: maybe(fc.constantFrom('fail', 'drop', 'interpolate')),
      reconstruct: maybe(fc.boolean()),
      decimals: maybe(fc.integer({ min: 0, max: 4 })),
      badLeaf: maybe(fc.constantFrom('raw', 'paper')),
      grouping: maybe(fc.constantFrom('hash', 'tree')),
      presplit: maybe(fc.constantFrom('on', 'off')),
      residue: maybe(fc.constantFrom('suppress', 'generic')),
      exact: maybe(fc.boolean()),
      pattern: maybe(fc.constantFrom('interval', 'representative')),
      effort: maybe(fc.constantFrom('fast', 'normal')),
      quasi: fc.subarray(['age:number', 'town:category']),
      curve: maybe(fc.constantFrom('middle', 'mean')),
      model: maybe(anyModel('mood', 'toll')),
    }),
  })
  .chain(({ people, length, empty, odd, settings }) => {
    const names = Array.from({ length }, (_, i) => `T${i + 1}`);
    const record = fc.record({
      ...Object.fromEntries(names.map((name) => [name, cellOf(anyNumber, empty)])),
      age: cellOf(fc.integer({ min: 1, max: 99 }).map(String), empty),
      town: cellOf(anyText, empty),
      ill: cellOf(anyText, 30),
      mood: cellOf(fc.constantFrom('glad', 'glad', 'sad', 'calm', 'cross'), empty),
      toll: cellOf(anyNumber, empty),
    });
    const ids = Array.from({ length: people }, (_, i) =>
      odd > 0 && i % 9 === odd ? anyId(people, 50) : fc.constant(`${marker}-${i}`),
    );
    return fc.tuple(fc.tuple(...ids), fc.array(record, { minLength: people, maxLength: people })).map(([subjects, rows]) => {
      const quasi = settings.quasi.map((name) => name.split(':')[0]);
      const { method, k, p, model, ...others } = settings;
      const promised = model === undefined ? [] : ['mood', 'toll'];
      return {
        policy: {
          ...known(method, {
            ...fitting(others),
            ...model,
            p: Math.min(p, k),
            queries: 0,
            segments: Math.min(length, settings.segments),
          }),
          ...{ method, k, subject: 'id', series: names.join(','), sensitive: ['ill', ...promised] },
          drop: ['age', 'town', 'mood', 'toll'].filter((name) => !quasi.includes(name) && !promised.includes(name)),
        } as Hunted['policy'],
        records: rows.map((row, i) => ({ id: subjects[i], ...row })),
        files: {},
      };
    });
  });

const anyEvents: fc.Arbitrary<Hunted> = fc
  .record({
    people: fc.integer({ min: 3, max: 12 }),
    odd: fc.constantFrom(0, 0, 30),
    settings: fc.record({
      ...anySetting,
      format: maybe(fc.constantFrom('csv' as const, 'parquet' as const, 'arrow' as const, 'xes' as const)),
      quasi: fc.subarray(['generalized_event', 'week_number', 'weekday', 'time_period', 'quantized_hour'], { minLength: 1 }),
      flatten: fc.constantFrom('none', 'sweep', 'all'),
      reduce: maybe(fc.constantFrom('events', 'users')),
      hourBlock: maybe(fc.constantFrom(1, 3, 12, 24)),
      pseudonym: fc.constantFrom('random', 'drop', 'rotate:day', 'rotate:week', 'rotate:month', 'shared', 'shared:day', 'keep'),
      unmapped: maybe(fc.constantFrom('other', 'drop', 'fail')),
      flatValue: maybe(fc.constantFrom(100, 'all', 0)),
      maxUnicity: maybe(fc.constantFrom(0.09, 1)),
      confidence: maybe(fc.constantFrom(0.4, 0.667, 0.9)),
      order: maybe(fc.constantFrom('none', 'position')),
      whole: fc.boolean(),
      durations: maybe(fc.constantFrom('1h', '1m,1h,8h,1d,1w')),
      alsoProtect: maybe(fc.constant('who')),
      further: fc.nat(3),
    }),
  })
  .map(({ settings, ...rest }) => {
    const { confidence, order, whole, durations, further, ...others } = settings;
    const named = [...settings.quasi, ...(further === 0 ? ['where'] : [])]; // a column of the input, beside those that are made
    if (!settings.pseudonym.startsWith('shared')) return { ...rest, settings: { ...others, quasi: named } };
    const bound = { confidence, ...(whole ? { traces: settings.k } : {}) };
    const quasi = [...new Set([...named, 'week_number', 'weekday'])]; // what numbers link must have a window
    const times = whole || order === 'position' ? { durations } : {};
    return { ...rest, settings: { ...others, order, ...bound, ...times, quasi } };
  })
  .chain(({ people, odd, settings: { k, flatten, ...others } }) =>
    fc
      .array(
        fc.record({
          id: anyId(people, odd),
          at: anyTime,
          what: fc.constantFrom('E0', 'E1', 'E2', 'E3', 'Ω'),
          where: fc.constantFrom('north', 'south'),
          who: fc
            .tuple(fc.nat(8), fc.nat(9))
            .map(([nurse, way]) => (nurse === 0 ? '' : `${way === 0 ? ' NURSE' : 'nurse'} ${nurse}`)),
        }),
        { minLength: 12, maxLength: 90 },
      )
      .map((records) => ({
        policy: {
          ...known('events', { ...fitting(others), flatten: flatten === 'all' ? others.quasi : flatten }),
          ...{ method: 'events', k, subject: 'id', time: 'at', event: 'what', mapping: 'mapping.csv', removeClasses: 'none' },
        } as Hunted['policy'],
        records,
        files: { 'mapping.csv': 'code,class\nE0,alpha\nE1,beta\nE2,beta\nE3,gamma\n' },
      })),
  );

export const anyHunted: fc.Arbitrary<Hunted> = fc.oneof(anySeries, anySeries, anyEvents, anyLinked, anyTable);
export { anyLinked };
