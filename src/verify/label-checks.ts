import type { Language } from '../base/languages.ts';
import { type LabelWords, labelWords } from '../release/label-words.ts';
import { type CellCheck, emptyCheck, envelopeChecks, firstOf, numberCheck } from './cell-checks.ts';
import { text } from './counter.ts';
import type { SourceColumn } from './source.ts';
import { codedCheck, isCoded } from './table/coded-numbers.ts';
import { type BinKind, binKind, isBin } from './time-labels.ts';

/** What generalised quasi-identifiers owe: to be labels in the words of one language, and never empty. */
export function quasiChecks(columns: readonly SourceColumn[], language: Language): CellCheck[] {
  const words = labelWords[language];
  return columns.flatMap((column) => {
    const { kind } = column.declared;
    if (kind === 'prefix') return [regionCheck(column, words)];
    if (kind === 'period') return [periodCheck(column, words)];
    if (kind === 'code') return [emptyCheck(column)];
    const bin = binKind(kind);
    if (bin !== undefined) return [binCheck(column, bin, words)];
    if (kind === 'interval' && isCoded(column.declared)) return [codedCheck(column)];
    return kind === 'label' ? [categoryCheck(column)] : envelopeChecks([column]);
  });
}

function regionCheck(column: SourceColumn, { region, allRegions }: LabelWords): CellCheck {
  const { sql } = column;
  const [before, after] = region.map(literal);
  const sound = `${sql} = ${text(allRegions)} OR regexp_full_match(${sql}, ${text(`(?s)${before}.+${after}`)})`;
  return { ...emptyCheck(column), fault: firstOf([`${sql} = ''`, 'empty-cell'], [`NOT (${sound})`, 'malformed-prefix']) };
}

function binCheck(column: SourceColumn, kind: BinKind, words: LabelWords): CellCheck {
  const { sql } = column;
  const malformed = `NOT coalesce(${isBin(kind, sql, words)}, false)`;
  return { ...emptyCheck(column), fault: firstOf([`${sql} = ''`, 'empty-cell'], [malformed, 'malformed-period']) };
}

/** There are so few sound periods that all can be named: each range of hours has one way to be written. */
function periodCheck(column: SourceColumn, words: LabelWords): CellCheck {
  const { sql } = column;
  const sound = `regexp_full_match(${sql}, ${text(periodLabels(words).map(literal).join('|'))})`;
  return { ...emptyCheck(column), fault: firstOf([`${sql} = ''`, 'empty-cell'], [`NOT ${sound}`, 'malformed-period']) };
}

function periodLabels({ periods, hours, overnight, allDay }: LabelWords): string[] {
  const named = new Map(periods.map((word, i) => [`${6 * i}-${6 * i + 6}`, word]));
  const labels = [periodLabel(allDay, 0, 24)];
  for (let from = 0; from < 24; from++) {
    for (let to = from + 1; to <= 24; to++)
      if (to - from < 24) labels.push(periodLabel(named.get(`${from}-${to}`) ?? hours, from, to));
    for (let to = 1; to < from; to++) labels.push(periodLabel(overnight, from, to));
  }
  return labels;
}

const periodLabel = (word: string, from: number, to: number): string => `${word}(${twoDigits(from)}-${twoDigits(to)})`;

const twoDigits = (hour: number): string => String(hour).padStart(2, '0');

function categoryCheck(column: SourceColumn): CellCheck {
  const { sql } = column;
  const members = membersOf(sql);
  const sound = `regexp_full_match(${sql}, '(?s)\\{[^|{}]+(?:\\|[^|{}]+)+\\}') AND ${members} = list_sort(list_distinct(${members}))`;
  const fault = firstOf([`${sql} = ''`, 'empty-cell'], [`${isSet(sql)} AND NOT (${sound})`, 'malformed-set']);
  return { ...emptyCheck(column), fault };
}

/** Whether a category's label is a listed set such as {a|b}; without a bar it is a name, as nodes of a hierarchy may have any. */
export const isSet = (sql: string): string => `(starts_with(${sql}, '{') AND contains(${sql}, '|'))`;

/** The categories that a listed set names. */
export const membersOf = (sql: string): string => `string_split(substr(${sql}, 2, length(${sql}) - 2), '|')`;

export function countCheck(column: SourceColumn): CellCheck {
  const malformed = `NOT regexp_full_match(${column.sql}, '[1-9][0-9]{0,14}')`;
  return { ...emptyCheck(column), fault: firstOf([`${column.sql} = ''`, 'empty-cell'], [malformed, 'malformed-count']) };
}

/** A number on its grid, or a blank. */
export function meanCheck(column: SourceColumn): CellCheck {
  const { sql, type } = column;
  const check = numberCheck(column);
  const signed = type === 'double' ? `WHEN ${sql} = 0 AND signbit(${sql}) THEN 'malformed-number'` : ''; // text tells by itself
  return { ...check, fault: `CASE WHEN ${blankIn(column)} THEN NULL ${signed} ELSE ${check.fault} END` };
}

export const blankIn = ({ sql, type }: SourceColumn): string => (type === 'double' ? `${sql} IS NULL` : `${sql} = ''`);

/** A regular expression for the text itself. */
const literal = (words: string): string => words.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
