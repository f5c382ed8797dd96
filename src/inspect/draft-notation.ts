import type { NumberNotation } from '../formats/notation.ts';
import { shownSign } from '../formats/notation.ts';
import type { FieldFacts } from './field.ts';
import type { FoundNotation, FoundNotations } from './find-notations.ts';
import { exampleOf } from './find-numbers.ts';
import { isMoment } from './look.ts';
import type { Setting } from './yaml-text.ts';

/** The settings that say how a file is written, each with its evidence; one value for the file where that is true of all its columns. */
export function notationSettings(found: FoundNotations | undefined, fields: readonly FieldFacts[]): readonly Setting[] {
  if (found === undefined) return [];
  const { encoding, join, columns } = found;
  const own = new Set(columns.map(({ column }) => column));
  const others = fields.filter((field) => field.columns.some((name) => !own.has(name)));
  return [
    ...(encoding === undefined ? [] : [{ key: 'encoding', value: encoding.name, why: encoding.evidence }]),
    ...numberSettings(columns, others),
    ...timeSettings(columns, others),
    ...(join.length === 0
      ? []
      : [
          {
            key: 'join',
            value: Object.fromEntries(join.map(({ name, parts }) => [name, parts])),
            why: join[0].evidence,
          },
        ]),
  ];
}

function numberSettings(columns: readonly FoundNotation[], others: readonly FieldFacts[]): readonly Setting[] {
  const numbers = columns.flatMap(({ column, notation, evidence }) =>
    notation.kind === 'number' ? [{ column, notation, evidence }] : [],
  );
  if (numbers.length === 0) return [];
  const decimals = new Set(numbers.map(({ notation }) => notation.decimal));
  const perFile = decimals.size === 1 && (decimals.has('.') || !others.some(({ kind }) => kind === 'number')); // a plain decimal point would not fit
  const onlyMinus = numbers.every(({ notation: { thousands, units } }) => thousands === undefined && units.length === 0); // which a setting has to say
  const [{ evidence }] = numbers;
  const setting = (
    key: string,
    valueIn: (notation: NumberNotation) => string | readonly string[] | undefined,
    why: string,
  ): Setting[] => {
    const told = numbers.flatMap(({ column, notation }) => {
      const value = valueIn(notation);
      return value === undefined ? [] : [[column, value] as const];
    });
    if (told.length === 0) return [];
    const same = new Set(told.map(([, value]) => String(value))).size === 1;
    const [[, first]] = told;
    return [
      {
        key,
        value:
          perFile && same
            ? typeof first === 'string'
              ? first
              : first.map((name) => ({ name, why: '' }))
            : Object.fromEntries(told),
        why,
      },
    ];
  };
  return [
    ...setting('decimal', ({ decimal }) => (decimal === '.' && perFile && !onlyMinus ? undefined : decimal), evidence),
    ...setting(
      'thousands',
      ({ thousands }) => thousands,
      `as in ${exampleOf(numbers.find(({ notation }) => notation.thousands !== undefined)?.notation ?? numbers[0].notation)}`,
    ),
    ...setting(
      'unit',
      ({ units }) => (units.length === 0 ? undefined : units.length === 1 ? units[0] : units),
      decimals.has(',') ? 'stands beside the numbers' : evidence,
    ),
  ];
}

function timeSettings(columns: readonly FoundNotation[], others: readonly FieldFacts[]): readonly Setting[] {
  const times = columns.flatMap(({ column, notation, evidence }) =>
    notation.kind === 'time' ? [{ column, format: notation.format, evidence }] : [],
  );
  if (times.length === 0) return [];
  const perFile = new Set(times.map(({ format }) => format)).size === 1 && !others.some(({ kind }) => isMoment(kind));
  const value = perFile ? times[0].format : Object.fromEntries(times.map(({ column, format }) => [column, format]));
  return [{ key: 'timeFormat', value, why: times.map(({ evidence }) => evidence).join('; ') }];
}

/** What was found, a line for each, for a person. */
export function describeNotations({ encoding, join, columns }: FoundNotations): readonly string[] {
  return [
    ...(encoding === undefined ? [] : [`encoding ${encoding.name}: ${encoding.evidence}`]),
    ...join.map(({ name, parts, evidence }) => `"${name}" is ${parts.map((part) => `"${part}"`).join(' and ')}: ${evidence}`),
    ...columns.map(({ column, notation, evidence }) => {
      const what = notation.kind === 'time' ? `times, ${notation.format}` : `numbers, decimal ${shownSign(notation.decimal)}`;
      return `"${column}" holds ${what}: ${evidence}`;
    }),
  ];
}
