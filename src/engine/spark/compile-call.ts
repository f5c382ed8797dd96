import type { CallName } from '../relation.ts';
import { sqlText } from './sql.ts';
import { types, type Value, widerOf } from './value.ts';

/** A call in Spark's SQL; `CallName` says what each means. */
export function callValue(name: CallName, of: readonly Value[]): Value {
  const [one] = of;
  const joinWith = (sign: string) => `(${of.map(({ sql }) => sql).join(` ${sign} `)})`;
  const truth = (sql: string): Value => ({ sql, type: 'boolean' });
  const count = (sql: string): Value => ({ sql: `CAST(${sql} AS BIGINT)`, type: 'int64' });
  const text = (sql: string): Value => ({ sql, type: 'text' });
  switch (name) {
    case 'add':
      return arithmetic(of, '+');
    case 'subtract':
      return arithmetic(of, '-');
    case 'multiply':
      return arithmetic(of, '*');
    case 'divide':
      return { sql: joinWith('div'), type: 'int64' };
    case 'remainder':
      return arithmetic(of, '%');
    case 'equal':
      return truth(joinWith('='));
    case 'less':
      return truth(joinWith('<'));
    case 'atLeast':
      return truth(joinWith('>='));
    case 'and':
      return truth(joinWith('AND'));
    case 'or':
      return truth(joinWith('OR'));
    case 'not':
      return truth(`(NOT ${one.sql})`);
    case 'isMissing':
      return truth(`((${one.sql}) IS NULL)`);
    case 'firstKnown':
      return {
        sql: `coalesce(${of.map(({ sql }) => sql).join(', ')})`,
        type: of.reduce((widest, { type }) => widerOf(widest, type), one.type),
      };
    case 'join':
      return text(`concat(${of.map((part) => textOf(part)).join(', ')})`);
    case 'trimmed':
      return text(`trim(${one.sql})`);
    case 'holdsNul':
      return truth(`contains(${one.sql}, chr(0))`);
    case 'key':
      return { sql: keySql(textOf(one)), type: 'uint64' };
    case 'holdsCapitals':
      return truth(unlessPlain(one.sql, 'false', `${one.sql} <> lower(${one.sql})`));
    case 'holdsSmallLetters':
      return truth(unlessPlain(one.sql, `${one.sql} RLIKE '[a-z]'`, `${one.sql} <> upper(${one.sql})`));
    case 'holdsUnusual':
      return truth(unlessPlain(one.sql, 'false', `${one.sql} RLIKE '[^!-~]'`));
    case 'holdsForeign':
      return truth(unlessPlain(one.sql, 'false', `octet_length(${one.sql}) <> char_length(${one.sql})`));
    case 'year':
    case 'month':
    case 'day':
    case 'hour':
      return count(`${name}(${one.sql})`);
    case 'isoYear':
      return count(`extract(YEAROFWEEK FROM ${one.sql})`);
    case 'isoWeek':
      return count(`extract(WEEK FROM ${one.sql})`);
    case 'isoWeekday':
      return count(`(weekday(CAST(${one.sql} AS DATE)) + 1)`);
    case 'secondOfDay':
      return count(`(hour(${one.sql}) * 3600 + minute(${one.sql}) * 60 + second(${one.sql}))`);
    case 'dayNumber':
      return count(`unix_date(CAST(${one.sql} AS DATE))`);
    case 'dayBegin':
      return { sql: `CAST(date_from_unix_date(CAST(${one.sql} AS INT)) AS TIMESTAMP_NTZ)`, type: 'time' };
    case 'hourBegin':
      return {
        sql: `(CAST(date_from_unix_date(CAST(floor(${one.sql} / 24) AS INT)) AS TIMESTAMP_NTZ) + make_dt_interval(0, CAST(pmod(${one.sql}, 24) AS INT)))`,
        type: 'time',
      };
    default:
      return name satisfies never;
  }
}

/**
 * Most ids are small letters, digits and signs. That is told by one pattern, which Spark looks for once for all that is asked of a text: it is a third of the time
 * that four questions take. One for any character that does not belong would be asked at every place of a text.
 */
const unlessPlain = (text: string, plain: string, other: string): string =>
  `(CASE WHEN ${text} RLIKE ${sqlText('\\A[!-@\\[-~]*\\z')} THEN ${plain} ELSE ${other} END)`;

/** Whole numbers of 64 bits, or all that a decimal holds where one of them may be wider. */
function arithmetic(of: readonly Value[], sign: string): Value {
  const wide = of.some(({ type }) => type === 'uint64' || type === 'int128');
  const type = wide ? 'int128' : 'int64';
  return {
    sql: `(${of.map((one) => (one.type === type ? one.sql : `CAST(${one.sql} AS ${types[type]})`)).join(` ${sign} `)})`,
    type,
  };
}

const textOf = ({ sql, type }: Value): string => (type === 'text' ? sql : `CAST(${sql} AS STRING)`);

/** The first eight bytes of the MD5 of a text, the first of them counting least: docs/engine.md. Spark works the hash out once for all its pieces. */
export function keySql(text: string): string {
  const bytes = [8, 7, 6, 5, 4, 3, 2, 1].map((byte) => `substr(md5(${text}), ${2 * byte - 1}, 2)`);
  return `CAST(conv(concat(${bytes.join(', ')}), 16, 10) AS ${types.uint64})`;
}
