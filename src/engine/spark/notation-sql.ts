import { invariant } from '../../base/problem.ts';
import { monthNumbers } from '../../formats/month-names.ts';
import type { Notation, NumberNotation, Thousands } from '../../formats/notation.ts';
import { escapeText, pieceForm } from '../../formats/piece-form.ts';
import { type TimeFormat, type TimePiece, timeFormatOf } from '../../formats/time-format.ts';
import { trimSql } from './query-sql.ts';
import { sqlText } from './sql.ts';

/** Spark's SQL of a text as a plain number, or as a time of ISO 8601; NULL where it does not fit from end to end, and where it is empty. */
export function plainSql(sql: string, notation: Notation): string {
  return notation.kind === 'number' ? plainNumber(sql, notation) : plainTime(sql, notation.format);
}

export const isFilledSql = (sql: string): string => `(${sql} IS NOT NULL AND ${trimSql(sql)} <> '')`;

export const unfitSql = (sql: string, notation: Notation): string =>
  `(${isFilledSql(sql)} AND (${plainSql(sql, notation)}) IS NULL)`;

const blank = '[ \\u00A0\\u202F\\u2009]';

/** Every sign that stands for one of the settings. */
const thousandsOf: Readonly<Record<Thousands, readonly string[]>> = {
  '.': ['.'],
  ',': [','],
  ' ': [' ', '\u00a0', '\u202f', '\u2009'],
  "'": ["'", '\u2019'],
};

function plainNumber(sql: string, { decimal, thousands, units }: NumberNotation): string {
  const cell = trimSql(sql);
  const unit = `(?iu:${units.map(escapeText).join('|')})`;
  const [before, behind] = units.length === 0 ? ['', ''] : [`(?:${unit}${blank}*)?`, `(?:${blank}*${unit})?`];
  const grouped = thousands === undefined ? '' : `[0-9]{1,3}(?:[${thousandsOf[thousands].join('')}][0-9]{3})+|`;
  const whole = `(?:(?:${grouped}[0-9]+)(?:[${decimal}][0-9]+)?|[${decimal}][0-9]+)`;
  const digits = `${whole}(?:[eE][+-]?[0-9]{1,3})?`;
  const form = `\\A(?:${before}(?:[+\u2212-]?${before}${digits}|${digits}[\u2212-])${behind})\\z`;
  const bare = units.length === 0 ? cell : `regexp_replace(${cell}, ${sqlText(`${blank}*${unit}${blank}*`)}, '')`;
  const together = (thousands === undefined ? [] : thousandsOf[thousands]).reduce(
    (text, sign) => `replace(${text}, ${sqlText(sign)}, '')`,
    bare,
  );
  const pointed = decimal === '.' ? together : `replace(${together}, '${decimal}', '.')`;
  const signed = `trim(LEADING '+' FROM replace(${pointed}, '\u2212', '-'))`;
  const minusFirst = `regexp_replace(${signed}, ${sqlText('\\A(.*)-\\z')}, '-$1')`;
  return `CASE WHEN ${cell} RLIKE ${sqlText(form)} THEN regexp_replace(${minusFirst}, ${sqlText('\\A(-?)[.]')}, '$10.') END`;
}

/** Pieces put together again; the calendar is asked whether there is such a day. */
function plainTime(sql: string, format: string): string {
  const read = timeFormatOf(format);
  invariant(typeof read !== 'string', 'a format has passed the door of policies');
  const { pieces } = read;
  const cell = trimSql(sql);
  const form = sqlText(`\\A${pieces.map((piece) => pieceForm(piece, blank)).join('')}\\z`);
  const fields = pieces.flatMap((piece) => ('field' in piece ? [piece.field] : []));
  const { text, exists } = timeText(read, (field) => `regexp_extract(${cell}, ${form}, ${fields.indexOf(field) + 1})`);
  return `CASE WHEN ${cell} RLIKE ${form} THEN CASE WHEN ${exists} THEN ${text} END END`;
}

type Field = Extract<TimePiece, { field: unknown }>['field'];

/** SQL of a time in ISO 8601 from that of its parts, and of whether there is such a day. */
function timeText({ pieces, to }: TimeFormat, part: (field: Field) => string) {
  const has = (field: Field) => pieces.some((piece) => 'field' in piece && piece.field === field);
  const two = (field: 'month' | 'day' | 'hour') => `lpad(${part(field)}, 2, '0')`;
  const month = `${yearOf(pieces, part)} || '-' || ${has('monthName') ? monthOfName(part('monthName')) : two('month')}`;
  const day = to === 'month' ? month : `${month} || '-' || ${two('day')}`;
  const exists = `try_cast(${day}${to === 'month' ? " || '-01'" : ''} AS DATE) IS NOT NULL`;
  if (to === 'month' || to === 'day') return { text: day, exists };
  const clock = [
    ` || 'T' || ${has('hour') ? two('hour') : `lpad(${hourOfHalf(part)}, 2, '0')`} || ':' || ${part('minute')}`,
    ...(to === 'minute' ? [] : [` || ':' || ${part('second')}`]),
    ...(to === 'fraction' ? [` || '.' || ${part('fraction')}`] : []),
    ...(has('offset') ? [` || ${part('offset')}`] : []),
  ];
  return { text: `${day}${clock.join('')}`, exists };
}

function yearOf(pieces: readonly TimePiece[], part: (field: Field) => string): string {
  const from = pieces.flatMap((piece) => ('from' in piece ? [piece.from] : []))[0];
  if (from === undefined) return part('year');
  return `CAST(${from} + (CAST(${part('shortYear')} AS INT) + ${100 - (from % 100)}) % 100 AS STRING)`;
}

/** Two digits, or nothing where no language has such a month. */
function monthOfName(name: string): string {
  const months = [...monthNumbers].flatMap(([spelling, month]) => [sqlText(spelling), `'${String(month).padStart(2, '0')}'`]);
  return `try_element_at(map(${months.join(', ')}), lower(${name}))`;
}

/** 12 am is the first hour of a day, 12 pm the one after noon. */
const hourOfHalf = (part: (field: Field) => string): string =>
  `CAST(CAST(${part('hour12')} AS INT) % 12 + CASE WHEN lower(left(${part('half')}, 1)) = 'p' THEN 12 ELSE 0 END AS STRING)`;
