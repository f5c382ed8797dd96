import fc from 'fast-check';
import type { PolicyInput } from 'shoal';
import { keysOf } from '../../src/policy/policy.ts';
import { csvOf, type Row } from './rows.ts';

/** A table and a policy, drawn at random, odd in what people's files are odd in. */
export interface Hunted {
  readonly policy: PolicyInput & { readonly k: number };
  readonly records: readonly Readonly<Record<string, string>>[];
  /** Further files that the policy names. */
  readonly files: Readonly<Record<string, string>>;
}

/** Stands in every id, so that a message that tells one can be found. */
export const marker = 'zq';

const spellings: readonly ((id: string) => string)[] = [
  (id) => id,
  (id) => id.toUpperCase(),
  (id) => ` ${id}`,
  (id) => `${id} `,
  (id) => `${id}\u00a0`,
  (id) => id.replaceAll(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)), // full-width
];
const anyId = (people: number, odd: number) =>
  fc
    .tuple(fc.nat(people - 1), fc.nat(99), fc.nat(spellings.length - 1))
    .map(([person, chance, way]) => spellings[chance < odd ? way : 0](`${marker}-${person}`));

const oddNumbers = [
  '-0',
  '007',
  '1e3',
  '-2.5e-3',
  '0.1',
  '-3',
  '999999.5',
  '9007199254740991',
  '1e15',
  '0.30000000000000004',
  '+4',
];
const anyNumber = fc.oneof(
  { weight: 12, arbitrary: fc.integer({ min: -9, max: 9 }).map(String) },
  { weight: 6, arbitrary: fc.integer({ min: -2000, max: 2000 }).map((value) => (value / 100).toFixed(2)) },
  { weight: 1, arbitrary: fc.constantFrom(...oddNumbers) },
);
const cellOf = <Value extends string>(cell: fc.Arbitrary<Value>, empty: number) =>
  fc.tuple(cell, fc.nat(999)).map(([value, chance]) => (chance < empty ? '' : value));
const anyText = fc.constantFrom(
  'ill',
  'ILL',
  'well',
  'Željko',
  '北京',
  'a,b',
  'say "no"',
  '=1+1',
  '{x|y}',
  '[1-2]',
  '*',
  'e\u0301',
  'é',
);
const anyTime = fc
  .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }), fc.nat(23), fc.nat(59), fc.nat(3))
  .map(([month, day, hour, minute, same]) =>
    same > 0
      ? `2024-03-${two(day)} ${two(hour)}:00:00`
      : `20${20 + (day % 5)}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:59`,
  );
const two = (value: number): string => String(value).padStart(2, '0');

/** Those of the settings that this method has today. */
const known = (method: keyof typeof keysOf, settings: object): object =>
  Object.fromEntries(Object.entries(settings).filter(([key, value]) => value !== undefined && keysOf[method].includes(key)));
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });

const anySetting = {
  k: fc.integer({ min: 2, max: 6 }),
  release: fc.constantFrom('internal' as const, 'partner' as const, 'public' as const),
  format: maybe(fc.constantFrom('csv' as const, 'parquet' as const)),
  lang: maybe(fc.constantFrom('en', 'it', 'sl', 'zh')),
  threads: maybe(fc.constantFrom(1, 2)),
  subjectSpelling: maybe(fc.constantFrom('normal', 'exact')),
  snap: maybe(fc.constantFrom('auto', 'off', 2, 0.5, 1000)),
  spreadsheetSafe: maybe(fc.boolean()),
  partRows: maybe(fc.constantFrom(100, 1000)),
};

/** What is promised of the values of a sensitive column of few values, or of one of numbers. */
const anyModel = (few: string, numbers: string) =>
  fc.oneof(
    fc.record({ t: fc.constantFrom(0.2, 0.5, 0.8) }),
    fc.record({
      diversity: fc.oneof(
        fc.record({ column: fc.constant(few), kind: fc.constantFrom('entropy', 'distinct'), l: fc.constantFrom(2, 3) }),
        fc.record({
          column: fc.constant(few),
          kind: fc.constant('recursive'),
          c: fc.constantFrom(1, 3),
          l: fc.constantFrom(2, 3),
        }),
      ),
    }),
    fc.record({ alpha: fc.record({ column: fc.constant(few), share: fc.constantFrom(0.5, 0.7, 0.9) }) }),
    fc.record({
      closeness: fc.record({
        column: fc.constant(numbers),
        t: fc.constantFrom(0.3, 0.6),
        distance: fc.constantFrom('equal', 'ordered'),
      }),
    }),
  );

/** Without what is refused beside another setting: refusals alone show little. */
function fitting<Settings extends { format?: string | undefined; spreadsheetSafe?: boolean | undefined }>(
  settings: Settings,
): Settings {
  const others = 'reduce' in settings && settings.reduce === 'users' ? { ...settings, alsoProtect: undefined } : settings;
  return settings.format === 'parquet' ? { ...others, spreadsheetSafe: undefined } : others;
}

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
          who: fc.integer({ min: 1, max: 8 }).map((nurse) => `nurse ${nurse}`),
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

const anyTable: fc.Arbitrary<Hunted> = fc
  .record({
    people: fc.integer({ min: 4, max: 20 }),
    odd: fc.constantFrom(0, 0, 30),
    empty: fc.constantFrom(0, 0, 20),
    settings: fc.record({
      ...anySetting,
      quasi: fc.shuffledSubarray(
        ['place:prefix', 'at:time', 'at:hour', 'at:weekday', 'at:date', 'at:month', 'size:number', 'cargo:category'],
        {
          minLength: 1,
          maxLength: 4,
        },
      ),
      method: fc.constantFrom('kaca', 'local', 'hierarchy', 'disjoint'),
      clustering: maybe(fc.constantFrom('kmeans', 'hierarchy', 'merge', 'local')),
      labelsOf: maybe(fc.constantFrom('sets', 'hierarchy')),
      weights: maybe(fc.constantFrom({ at: 2 }, {})),
      aggregate: maybe(fc.constantFrom('count', 'count,avg:toll')),
      suppression: maybe(fc.constantFrom(0, 0.2)),
      dominance: maybe(fc.constantFrom('off', '1,0.6', '2,0.9')),
      labels: maybe(fc.constantFrom('zh', 'en', 'it', 'sl')),
      missing: maybe(fc.constantFrom('fail', 'drop')),
      exact: maybe(fc.boolean()),
      decimals: maybe(fc.integer({ min: 0, max: 4 })),
      residue: maybe(fc.constantFrom('suppress', 'generic')),
      effort: maybe(fc.constantFrom('fast', 'normal', 'best')),
      top: maybe(fc.constantFrom({ size: 5 }, { size: 100 })),
      bottom: maybe(fc.constantFrom({ size: -4 }, { size: 0 })),
      model: maybe(fc.oneof(fc.record({ l: fc.integer({ min: 2, max: 3 }) }), anyModel('mood', 'toll'))),
      register: maybe(
        fc.record({
          kMap: maybe(fc.integer({ min: 2, max: 12 })),
          presence: maybe(fc.constantFrom([0, 0.9], [0, 1], [0.05, 1])),
        }),
      ),
    }),
  })
  .chain(({ people, odd, empty, settings: { k, ...others } }) =>
    fc
      .array(
        fc.record({
          id: anyId(people, odd),
          place: cellOf(fc.constantFrom('G1', 'G12', 'G123', 'G2', 'S1', 'Š1', 'g1'), empty),
          at: anyTime,
          size: cellOf(anyNumber, empty),
          cargo: cellOf(anyText, empty),
          toll: cellOf(anyNumber, empty),
          mood: cellOf(fc.constantFrom('glad', 'glad', 'sad', 'calm', 'cross'), empty),
        }),
        { minLength: 8, maxLength: 70 },
      )
      .map((records) => {
        const used = others.quasi.map((name) => name.split(':')[0]);
        const means = others.aggregate?.includes('avg') === true;
        const kept = others.aggregate === undefined ? ['toll', 'mood'] : [];
        const dropped = ['place', 'at', 'size', 'cargo', 'toll', 'mood'].filter(
          (name) => !used.includes(name) && !kept.includes(name) && !(means && name === 'toll'),
        );
        const { dominance, method, clustering, weights, top, bottom, model, register, ...settings } = others;
        const registered = register?.kMap !== undefined || register?.presence !== undefined;
        return {
          policy: {
            ...known('table', {
              ...fitting(settings),
              ...(means ? { dominance } : {}),
              ...(method === 'kaca' ? { clustering } : {}),
              ...(used.includes('at') ? { weights } : {}),
              ...(used.includes('size') ? { top, bottom } : {}),
              ...(kept.length > 0 ? model : {}),
              ...(registered ? { ...register, population: 'population.csv' } : {}),
            }),
            ...{ method, k, subject: 'id', drop: dropped, sensitive: kept },
          } as Hunted['policy'],
          records,
          files: registered ? { 'population.csv': csvOf([...records, ...neighboursOf(records)]) } : {},
        };
      }),
  );

/** Others like those of a table, under ids of their own: a register from which it was drawn. */
const neighboursOf = (records: readonly Row[]): readonly Row[] =>
  records.flatMap((record, i) => (i % 2 === 0 ? [{ ...record, id: `${marker}-n${i}` }] : []));

export const anyHunted: fc.Arbitrary<Hunted> = fc.oneof(anySeries, anySeries, anyEvents, anyTable);
