import fc from 'fast-check';
import type { PolicyInput } from 'shoal';
import { keysOf } from '../../src/policy/policy.ts';
import type { Row } from './rows.ts';

/** A table and a policy, drawn at random, odd in what people's files are odd in. */
export interface Hunted {
  readonly policy: PolicyInput & { readonly k: number };
  readonly records: readonly Row[];
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
export const anyId = (people: number, odd: number) =>
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
export const anyNumber = fc.oneof(
  { weight: 12, arbitrary: fc.integer({ min: -9, max: 9 }).map(String) },
  { weight: 6, arbitrary: fc.integer({ min: -2000, max: 2000 }).map((value) => (value / 100).toFixed(2)) },
  { weight: 1, arbitrary: fc.constantFrom(...oddNumbers) },
);
export const cellOf = <Value extends string>(cell: fc.Arbitrary<Value>, empty: number) =>
  fc.tuple(cell, fc.nat(999)).map(([value, chance]) => (chance < empty ? '' : value));
export const texts = ['ill', 'ILL', 'well', 'Željko', '北京', 'a,b', 'say "no"', '=1+1', '{x|y}', '[1-2]', '*', 'e\u0301', 'é'];
export const anyText = fc.constantFrom(...texts);
export const anyTime = fc
  .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }), fc.nat(23), fc.nat(59), fc.nat(3))
  .map(([month, day, hour, minute, same]) =>
    same > 0
      ? `2024-03-${two(day)} ${two(hour)}:00:00`
      : `20${20 + (day % 5)}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:59`,
  );
export const two = (value: number): string => String(value).padStart(2, '0');

/** Those of the settings that this method has today. */
export const known = (method: keyof typeof keysOf, settings: object): object =>
  Object.fromEntries(Object.entries(settings).filter(([key, value]) => value !== undefined && keysOf[method].includes(key)));
export const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });

export const anySetting = {
  k: fc.integer({ min: 2, max: 6 }),
  release: fc.constantFrom('internal' as const, 'partner' as const, 'public' as const),
  format: maybe(fc.constantFrom('csv' as const, 'parquet' as const, 'arrow' as const)),
  lang: maybe(fc.constantFrom('en', 'it', 'sl', 'zh')),
  threads: maybe(fc.constantFrom(1, 2)),
  subjectSpelling: maybe(fc.constantFrom('normal', 'exact')),
  snap: maybe(fc.constantFrom('auto', 'off', 2, 0.5, 1000)),
  spreadsheetSafe: maybe(fc.boolean()),
  partRows: maybe(fc.constantFrom(100, 1000)),
};

/** What is promised of the values of a sensitive column of few values, or of one of numbers. */
export const anyModel = (few: string, numbers: string) =>
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
export function fitting<
  Settings extends { format?: string | undefined; spreadsheetSafe?: boolean | undefined; partRows?: number | undefined },
>(settings: Settings): Settings {
  const others = 'reduce' in settings && settings.reduce === 'users' ? { ...settings, alsoProtect: undefined } : settings;
  if (settings.format === 'parquet') return { ...others, spreadsheetSafe: undefined };
  return settings.format === 'arrow' || settings.format === 'xes' ? { ...others, partRows: undefined } : others;
}
