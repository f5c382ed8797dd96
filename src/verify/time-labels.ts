import type { LabelWords } from '../release/label-words.ts';
import type { ManifestColumn } from '../release/manifest.ts';
import { text } from './counter.ts';

/** Kinds of labels that are bins of the clock or the calendar. */
const kinds = ['time', 'hour', 'weekday', 'date', 'week', 'month'] as const;
export type BinKind = (typeof kinds)[number];

export const binKind = (kind: ManifestColumn['kind']): BinKind | undefined => kinds.find((bin) => bin === kind);

/**
 * SQL that holds where a text is a bin of its kind. The bins of a kind lie within each other, so of any two labels that pass one holds the other, or they
 * have nothing in common.
 */
export function isBin(kind: BinKind, sql: string, words: LabelWords): string {
  switch (kind) {
    case 'time':
      return oneOf(sql, clockLabels([15, 60, 180, 360, 1440]));
    case 'hour':
      return oneOf(sql, clockLabels([60, 180, 360, 1440]));
    case 'weekday':
      return oneOf(sql, Object.keys(weekdaysOf(words)));
    case 'date':
    case 'week': {
      const [from, to] = daysOf(kind, sql);
      const sizes = kind === 'date' ? [1, 7, 28, 364] : [7, 28, 364];
      const size = `(${to} - ${from})`;
      const aligned = `(${size} = 1 OR (${from} + 3) % ${size} = 0)`; // the first Monday before 1970 is three days before it
      const written = `regexp_full_match(${sql}, '${forms[kind]}(?:/${forms[kind]})?')`;
      const once = `(NOT contains(${sql}, '/') OR ${size} > ${sizes[0]})`; // one day from itself to itself would be a second way to write it
      return `(${sql} = '*' OR coalesce(${written} AND ${size} IN (${sizes.join(', ')}) AND ${aligned} AND ${once}, false))`;
    }
    case 'month':
      return `(${sql} = '*' OR regexp_full_match(${sql}, '[0-9]{4}(?:-(?:Q[1-4]|0[1-9]|1[0-2]))?'))`;
    default:
      return kind satisfies never;
  }
}

/** SQL that holds where a sound label is true of the moment that a text of the original tells. */
export function isInBin(kind: BinKind, sql: string, moment: Moment, words: LabelWords): string {
  switch (kind) {
    case 'time':
    case 'hour': {
      const minute = (at: number) =>
        `CAST(substr(${sql}, ${at}, 2) AS INTEGER) * 60 + CAST(substr(${sql}, ${at + 3}, 2) AS INTEGER)`;
      return `(${moment.minute} >= ${minute(1)} AND ${moment.minute} < ${minute(7)})`;
    }
    case 'weekday': {
      const days = Object.entries(weekdaysOf(words)).map(
        ([label, [from, to]]) => `WHEN ${text(label)} THEN ${day(moment)} BETWEEN ${from} AND ${to}`,
      );
      return `CASE ${sql} ${days.join(' ')} END`;
    }
    case 'date':
    case 'week': {
      const [from, to] = daysOf(kind, sql);
      return `(${sql} = '*' OR (${daysSince(moment.date)} >= ${from} AND ${daysSince(moment.date)} < ${to}))`;
    }
    case 'month': {
      const quarter = `strftime(${moment.date}, '%Y-Q') || CAST(quarter(${moment.date}) AS VARCHAR)`;
      return `(${sql} = '*' OR ${sql} IN (strftime(${moment.date}, '%Y-%m'), strftime(${moment.date}, '%Y'), ${quarter}))`;
    }
    default:
      return kind satisfies never;
  }
}

/** SQL of the minute of the day and of the date, each NULL where there is none. */
export interface Moment {
  readonly minute: string;
  readonly date: string;
}

const oneOf = (sql: string, labels: readonly string[]): string => `${sql} IN (${labels.map(text).join(', ')})`;

function clockLabels(minutes: readonly number[]): string[] {
  return minutes.flatMap((width) =>
    Array.from({ length: 1440 / width }, (_, i) => `${clockText(i * width)}-${clockText((i + 1) * width)}`),
  );
}

const clockText = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/** Each sound label with its first and last day, from 1 for Monday on. */
function weekdaysOf({ weekdays }: LabelWords): Readonly<Record<string, readonly [number, number]>> {
  const one = weekdays.map((word, i) => [word, [i + 1, i + 1]] as const);
  const run = (from: number, to: number) => [`${weekdays[from - 1]}-${weekdays[to - 1]}`, [from, to]] as const;
  return Object.fromEntries([...one, run(1, 5), run(6, 7), run(1, 7)]);
}

const day = ({ date }: Moment): string => `isodow(${date})`;

const forms = { date: '[0-9]{4}-[0-9]{2}-[0-9]{2}', week: '[0-9]{4}-W[0-9]{2}' };

const daysSince = (date: string): string => `datediff('day', DATE '1970-01-01', ${date})`;

/** SQL of the first day that a label of dates or weeks holds, and of the first that it no longer holds, counted from 1970 on. */
function daysOf(kind: 'date' | 'week', sql: string): readonly [string, string] {
  const [first, last] = [`split_part(${sql}, '/', 1)`, `split_part(${sql}, '/', -1)`];
  if (kind === 'date') return [daysSince(`TRY_CAST(${first} AS DATE)`), `(${daysSince(`TRY_CAST(${last} AS DATE)`)} + 1)`];
  return [mondayOf(first), `(${mondayOf(last)} + 7)`];
}

/** The first week of a year is the one with the fourth of January (ISO 8601); NULL for a week that the year has not. */
function mondayOf(week: string): string {
  const year = `TRY_CAST(left(${week}, 4) AS INTEGER)`;
  const monday = `(${daysSince(`CAST(date_trunc('week', TRY_CAST(left(${week}, 4) || '-01-04' AS DATE)) AS DATE)`)} + 7 * (TRY_CAST(right(${week}, 2) AS INTEGER) - 1))`;
  return `CASE WHEN isoyear(DATE '1970-01-01' + CAST(${monday} + 3 AS INTEGER)) = ${year} AND right(${week}, 2) <> '00' THEN ${monday} END`;
}
