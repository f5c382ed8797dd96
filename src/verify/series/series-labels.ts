import { type CellCheck, emptyCheck, firstOf } from '../cell-checks.ts';
import { text } from '../counter.ts';
import type { SourceColumn } from '../source.ts';

/**
 * SQL that holds where a label of a series release is true of the value, a text of the original: it is the value, a set that lists it, or
 * an ancestor of it. An empty value is written `(none)`, and in a set the signs \ | { } stand behind a backslash.
 */
export function isNamedBy(label: string, value: string, ancestors: string | undefined): string {
  const named = `CASE WHEN ${value} = '' THEN '(none)' ELSE ${value} END`;
  const written = `regexp_replace(${named}, '([\\\\|{}])', '\\\\\\1', 'g')`;
  const members = membersOf(`substr(${label}, 2, length(${label}) - 2)`);
  const listed = `starts_with(${label}, '{') AND ends_with(${label}, '}') AND list_contains(${members}, ${written})`;
  const below = ancestors === undefined ? '' : ` OR (${value}, ${label}) IN (SELECT (value, label) FROM ${ancestors})`;
  return `coalesce(${label} = ${named} OR (${listed})${below}, false)`;
}

/** SQL for the members of a list as they are written: a sign behind a backslash is no bar, and no other sign stands for it, as a value may hold any. */
const membersOf = (list: string): string => `regexp_extract_all(${list}, '(?s)(?:\\\\.|[^|])+')`;

/**
 * A label that reads as a list is written in the one way there is: two or more categories in order, each once, and a backslash only where one
 * is needed. What was empty comes first. Rare signs are in another order for makers than for DuckDB; of lists with them only repeats are found.
 */
export function listCheck(column: SourceColumn): CellCheck {
  const { sql } = column;
  const form = text(`(?s)\\{${member}(?:\\|${member})+\\}`);
  const inner = `regexp_replace(substr(${sql}, 2, length(${sql}) - 2), '^\\(none\\)\\|', '')`;
  const members = membersOf(inner);
  const rare = `regexp_matches(${sql}, '[\\\\\\x{E000}-\\x{10FFFF}]')`;
  const ordered = `len(list_distinct(${members})) = len(${members}) AND (${rare} OR ${members} = list_sort(${members}))`;
  const isList = `starts_with(${sql}, '{') AND ends_with(${sql}, '}') AND contains(${sql}, '|')`;
  const sound = `regexp_full_match(${sql}, ${form}) AND ${ordered}`;
  return {
    ...emptyCheck(column),
    fault: firstOf([`${sql} = ''`, 'empty-cell'], [`${isList} AND NOT (${sound} OR ${isWrapped(sql)})`, 'malformed-set']),
  };
}

const member = '(?:[^\\\\|{}]|\\\\[\\\\|{}])+';

/** One category that would read as a list itself: a list of it alone. */
const isWrapped = (sql: string): string => `regexp_full_match(${sql}, ${text(`(?s)\\{\\\\\\{${member}\\\\\\}\\}`)})`;
