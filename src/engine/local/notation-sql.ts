import { invariant } from '../../base/problem.ts';
import type { Notation, NumberNotation, Thousands } from '../../formats/notation.ts';
import { type TimePiece, timeFormatOf } from '../../formats/time-format.ts';
import { sqlText } from './duckdb.ts';

/**
 * SQL of a cell as a plain number, or as a time of ISO 8601; NULL where it does not fit, and where it is empty. A cell must fit from end to end:
 * what DuckDB would forgive is not forgiven.
 */
export function plainSql(sql: string, notation: Notation): string {
  return notation.kind === 'number' ? plainNumber(sql, notation) : plainTime(sql, notation.format);
}

/** SQL that holds where a cell says something and does not fit. */
export const unfitSql = (sql: string, notation: Notation): string =>
  `(${isFilledSql(sql)} AND (${plainSql(sql, notation)}) IS NULL)`;

export const isFilledSql = (sql: string): string => `(${sql} IS NOT NULL AND trim(${sql}) <> '')`;

function plainNumber(sql: string, { decimal, thousands, units }: NumberNotation): string {
  const unit = `(?i:${units.map(escapeText).join('|')})`;
  const [before, behind] = units.length === 0 ? ['', ''] : [`(?:${unit}${blank}*)?`, `(?:${blank}*${unit})?`];
  const grouped = thousands === undefined ? '' : `[0-9]{1,3}(?:${signClass[thousands]}[0-9]{3})+|`;
  const form = `^${before}([+\\x{2212}-]?)${before}(${grouped}[0-9]*)(?:[${decimal}]([0-9]+))?((?:[eE][+-]?[0-9]{1,3})?)${behind}$`;
  const pieces = `regexp_extract(trim(${sql}), ${sqlText(form)}, ['sign', 'whole', 'part', 'power'])`;
  const whole = thousands === undefined ? 'n.whole' : `regexp_replace(n.whole, ${sqlText(signClass[thousands])}, '', 'g')`;
  const text = `CASE WHEN n.sign IN ('', '+') THEN '' ELSE '-' END || CASE n.whole WHEN '' THEN '0' ELSE ${whole} END || CASE n.part WHEN '' THEN '' ELSE '.' || n.part END || n.power`;
  return `list_transform([${pieces}], lambda n: CASE WHEN n.whole <> '' OR n.part <> '' THEN ${text} END)[1]`;
}

const blank = '[ \\x{00A0}\\x{202F}\\x{2009}]';

const signClass: Readonly<Record<Thousands, string>> = {
  '.': '[.]',
  ',': '[,]',
  ' ': '[ \\x{00A0}\\x{202F}\\x{2009}]',
  "'": "['\\x{2019}]",
};

const escapeText = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** Pieces by their names, put together again; the calendar is asked whether there is such a day. */
function plainTime(sql: string, format: string): string {
  const read = timeFormatOf(format);
  invariant(typeof read !== 'string', 'a format has passed the door of policies');
  const { pieces, to } = read;
  const fields = pieces.flatMap((piece) => ('field' in piece ? [piece.field] : []));
  const form = sqlText(`^${pieces.map(pieceForm).join('')}$`);
  const found = `regexp_extract(trim(${sql}), ${form}, [${fields.map((field) => `'${field}'`).join(', ')}])`;
  const month = "t.year || '-' || lpad(t.month, 2, '0')";
  const day = to === 'month' ? month : `${month} || '-' || lpad(t.day, 2, '0')`;
  const hour = fields.includes('hour') ? 't.hour' : hourOfHalf;
  const clock = [
    ` || 'T' || lpad(${hour}, 2, '0') || ':' || t.minute`,
    ...(to === 'minute' ? [] : [" || ':' || t.second"]),
    ...(to === 'fraction' ? [" || '.' || t.fraction"] : []),
    ...(fields.includes('offset') ? [' || t.offset'] : []),
  ].join('');
  const exists = `TRY_CAST(${day}${to === 'month' ? " || '-01'" : ''} AS DATE) IS NOT NULL`;
  const told = to === 'month' || to === 'day' ? day : `${day}${clock}`;
  return `list_transform([${found}], lambda t: CASE WHEN t.year <> '' AND ${exists} THEN ${told} END)[1]`;
}

/** 12 am is the first hour of a day, 12 pm the one after noon. */
const hourOfHalf = "CAST(CAST(t.hour12 AS INTEGER) % 12 + CASE WHEN lower(left(t.half, 1)) = 'p' THEN 12 ELSE 0 END AS VARCHAR)";

function pieceForm(piece: TimePiece): string {
  if ('text' in piece) return escapeText(piece.text).replaceAll(' ', blank);
  const two = 'digits' in piece && piece.digits === '2';
  switch (piece.field) {
    case 'year':
      return '([0-9]{4})';
    case 'month':
    case 'day':
      return two ? '([0-9]{2})' : '([0-9]{1,2})';
    case 'hour':
      return two ? '([01][0-9]|2[0-3])' : '([01]?[0-9]|2[0-3])';
    case 'hour12':
      return two ? '(0[1-9]|1[0-2])' : '(0?[1-9]|1[0-2])';
    case 'minute':
    case 'second':
      return '([0-5][0-9])';
    case 'fraction':
      return '([0-9]{1,9})';
    case 'half':
      return '([aApP][.]?[mM][.]?)';
    case 'offset':
      return '(Z|z|[+-](?:0[0-9]|1[0-5])(?::?[0-5][0-9])?)';
    default:
      return piece satisfies never;
  }
}
