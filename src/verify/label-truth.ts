import type { Language } from '../base/languages.ts';
import { labelWords } from '../release/label-words.ts';
import type { ManifestColumn } from '../release/manifest.ts';
import { boundsOf } from './cell-checks.ts';
import { text } from './counter.ts';
import { isSet, membersOf } from './label-checks.ts';
import type { SourceColumn } from './source.ts';
import { isCoded, openBound } from './table/coded-numbers.ts';
import { isInBin, type Moment } from './time-labels.ts';

/** What a label may be read with, beside the words of its language. */
export interface Reading {
  readonly language: Language;
  /** A table of pairs, a category as `value` and each of its ancestors as `label`. */
  readonly ancestors?: string | undefined;
  /** Where a timestamp with an offset is told the time; as written where left out. */
  readonly timeZone?: string | undefined;
}

/** SQL that holds where a sound label is true of the value, a text of the original, that it stands for. */
export function truthOf(label: SourceColumn, value: string, { language, ancestors, timeZone }: Reading): string {
  const { sql, declared } = label;
  switch (declared.kind) {
    case 'prefix': {
      const { region, allRegions } = labelWords[language];
      const [before, after] = region.map((words) => words.length);
      const prefix = `substr(${sql}, ${before + 1}, length(${sql}) - ${before + after})`;
      return `(${sql} = ${text(allRegions)} OR starts_with(${value}, ${prefix}))`;
    }
    case 'code':
      return `(${sql} = ${value} OR (ends_with(${sql}, '*') AND starts_with(${value}, left(${sql}, length(${sql}) - 1))))`;
    case 'time':
    case 'hour':
    case 'weekday':
    case 'date':
    case 'week':
    case 'month':
      return isInBin(declared.kind, sql, momentIn(value, timeZone), labelWords[language]);
    case 'period': {
      const [from, to] = [6, 3].map((back) => `CAST(substr(${sql}, length(${sql}) - ${back - 1}, 2) AS INTEGER)`); // …(07-15)
      const hour = hourIn(value, timeZone); // periods begin and end with an hour, so the minutes do not matter
      return `CASE WHEN ${from} < ${to} THEN ${hour} >= ${from} AND ${hour} < ${to} ELSE ${hour} >= ${from} OR ${hour} < ${to} END`;
    }
    case 'interval': {
      const { lower, upper } = boundsOf(label, label);
      const number = `TRY_CAST(${value} AS DOUBLE)`;
      const within = `${number} BETWEEN ${lower} AND ${upper}`;
      if (!isCoded(declared)) return within;
      const bound = openBound(sql);
      return `CASE WHEN ${sql} = '*' THEN ${number} IS NOT NULL WHEN starts_with(${sql}, '>') THEN ${number} >= ${bound}
        WHEN starts_with(${sql}, '<') THEN ${number} <= ${bound} ELSE ${within} END`;
    }
    default: {
      const listed = `${isSet(sql)} AND list_contains(${membersOf(sql)}, ${value})`;
      const below = ancestors === undefined ? '' : ` OR (${value}, ${sql}) IN (SELECT (value, label) FROM ${ancestors})`;
      return `(${sql} = '*' OR ${sql} = ${value} OR (${listed})${below})`;
    }
  }
}

/** SQL that holds where a text of the original is a value of its kind at all. */
export function isReadable(kind: ManifestColumn['kind'], value: string, timeZone: string | undefined): string {
  if (kind === 'interval') return `isfinite(TRY_CAST(${value} AS DOUBLE))`;
  if (kind === 'time' || kind === 'hour' || kind === 'period') return `${momentIn(value, timeZone).minute} IS NOT NULL`;
  if (kind === 'weekday' || kind === 'date' || kind === 'week' || kind === 'month')
    return `${momentIn(value, timeZone).date} IS NOT NULL`;
  return `trim(${value}) <> ''`;
}

/** The hour on the clock; NULL where there is none. */
const hourIn = (value: string, timeZone: string | undefined): string => `(${momentIn(value, timeZone).minute}) // 60`;

/** What a text of the original tells, each NULL where it does not. */
function momentIn(value: string, timeZone: string | undefined): Moment {
  const clock = (group: number) => `TRY_CAST(regexp_extract(${value}, '(?:^|[T ])([0-9]{1,2}):([0-9]{2})', ${group}) AS INTEGER)`;
  const minute = `(${clock(1)} * 60 + ${clock(2)})`;
  const date = `TRY_CAST(regexp_extract(${value}, '^\\s*([0-9]{4}-[0-9]{2}-[0-9]{2})', 1) AS DATE)`;
  if (timeZone === undefined) return { minute, date };
  const joined = `regexp_replace(upper(trim(${value})), ' (Z|[+-][0-9:]+)$', '\\1')`;
  const instant = `regexp_replace(${joined}, '([T ][0-9]{2}:[0-9]{2})([Z+-])', '\\1:00\\2')`; // before a zone DuckDB wants seconds, and no blank
  const there = `timezone(${text(timeZone)}, TRY_CAST(${instant} AS TIMESTAMPTZ))`;
  const orThere = (part: string, written: string) =>
    `(CASE WHEN regexp_matches(${value}, ':[0-9.:]+ ?(?:[Zz]|[+-][0-9:]+)\\s*$') THEN ${part} ELSE ${written} END)`;
  return { minute: orThere(`hour(${there}) * 60 + minute(${there})`, minute), date: orThere(`CAST(${there} AS DATE)`, date) };
}
