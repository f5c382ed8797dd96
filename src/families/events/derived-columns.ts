import { type Branch, call, column, type Expression, number, when } from '../../engine/relation.ts';
import type { EventColumnName } from '../../policy/event-columns.ts';
import type { Draft } from './quasi-column.ts';

export interface Derivation {
  /** Least and greatest calendar year an event may fall in; a year more on either side is allowed for, as ISO years begin and end elsewhere. */
  readonly years: readonly [number, number];
  readonly hourBlock: number;
  /** Parts of the day and the hour each begins. */
  readonly periods: Readonly<Record<string, number>>;
  /** Class names; `classOf[e]` is the class of event code e. */
  readonly classes: readonly string[];
  readonly codes: readonly string[];
}

const time = column('t');
const minus = (one: Expression, value: number): Expression => call('subtract', one, number(value));

/** What a column is made of: `t` is the local time of an event, `e` the number of its code, `c` that of its class. */
export function derivedColumn(name: EventColumnName, of: Derivation): Draft {
  const [first, last] = of.years;
  const years = labelsOf(last - first + 1, (i) => String(first + i));
  switch (name) {
    case 'generalized_event':
      return plain(name, column('c'), of.classes);
    case 'event':
      return plain(name, column('e'), of.codes);
    case 'year':
      return plain(name, minus(call('year', time), first), years);
    case 'iso_year':
      return plain(name, minus(call('isoYear', time), first), years);
    case 'month':
      return plain(name, minus(call('month', time), 1), labelsOf(12, oneMore));
    case 'day':
      return plain(name, minus(call('day', time), 1), labelsOf(31, oneMore));
    case 'hour':
      return plain(name, call('hour', time), labelsOf(24, String));
    case 'quantized_hour':
      return plain(
        name,
        call('divide', call('hour', time), number(of.hourBlock)),
        labelsOf(Math.ceil(24 / of.hourBlock), (i) => String(i * of.hourBlock)),
      );
    case 'week_number':
      return {
        ...plain(name, minus(call('isoWeek', time), 1), labelsOf(53, oneMore)),
        coarser: [weeksOf(4, 13), weeksOf(13, 4)],
      };
    case 'iso_year_week':
      return {
        ...plain(
          name,
          call('add', call('multiply', minus(call('isoYear', time), first), number(53)), minus(call('isoWeek', time), 1)),
          years.flatMap((year) => labelsOf(53, (week) => `${year}-W${String(week + 1).padStart(2, '0')}`)),
        ),
        coarser: [weeksOf(4, 13), weeksOf(13, 4)].map(
          (block) => (value: number) => `${first + Math.floor(value / 53)}-W${block(value % 53)}`,
        ),
      };
    case 'weekday':
      return {
        ...plain(name, minus(call('isoWeekday', time), 1), labelsOf(7, String)),
        coarser: [(day) => (day < 5 ? 'workday' : 'weekend')],
      };
    case 'workday_weekend':
      return plain(name, when([[call('less', call('isoWeekday', time), number(6)), number(0)]], number(1)), [
        'workday',
        'weekend',
      ]);
    case 'time_period': {
      const { code, values } = periodsOf(of.periods);
      const night = values.indexOf('night');
      const other = values.includes('day') ? 'not_night' : 'day'; // a part of the day may itself be called so
      return { ...plain(name, code, values), coarser: night < 0 ? [] : [(value) => (value === night ? 'night' : other)] };
    }
    default:
      return name satisfies never;
  }
}

const plain = (name: string, code: Expression, values: readonly string[]): Draft => ({ name, code, values, coarser: [] });

const labelsOf = (count: number, label: (i: number) => string): string[] => Array.from({ length: count }, (_, i) => label(i));

const oneMore = (i: number): string => String(i + 1);

/**
 * Blocks of weeks as `9-12`; week 53 belongs to the last block. Some blocks of four lie across two quarters, which is no harm: a combination is
 * published at one level, and levels are only ever compared by their codes. Cut to fit the quarters, they would be larger and lose more.
 */
const weeksOf =
  (width: number, blocks: number) =>
  (value: number): string => {
    const block = Math.min(Math.floor(value / width), blocks - 1);
    return `${block * width + 1}-${block === blocks - 1 ? 53 : (block + 1) * width}`;
  };

/** Parts of the day by the hour they begin; the last one runs over midnight. */
function periodsOf(periods: Readonly<Record<string, number>>): { code: Expression; values: readonly string[] } {
  const sorted = Object.entries(periods).sort(([, a], [, b]) => a - b);
  const values = sorted.map(([name]) => name);
  const hour = call('hour', time);
  const branches = sorted
    .slice(0, -1)
    .map(
      ([, begins], i): Branch => [
        call('and', call('atLeast', hour, number(begins)), call('less', hour, number(sorted[i + 1][1]))),
        number(i),
      ],
    );
  const over = number(sorted.length - 1);
  return { code: branches.length === 0 ? over : when(branches, over), values };
}
