import { invariant, Refusal } from '../../base/problem.ts';
import type { SourceCell } from '../relation.ts';
import type { Beside } from './compile.ts';
import { unlikeText } from './engine-problems.ts';
import { isoDaySql, isoLocalSql, isoOffsetSql, isoZonedSql, maybeOffsetSql } from './iso-time.ts';
import { sqlName, sqlText } from './sql.ts';
import type { Value } from './value.ts';

/** Types of Spark whose values are the same text in every engine. */
const alike = /^(string|varchar\(\d+\)|char\(\d+\)|tinyint|smallint|int|bigint|boolean)$/;

const isText = (type: string): boolean => /^(string|varchar\(\d+\))$/.test(type);

/** A column of the input as Spark declares it. */
export interface InputColumn {
  readonly name: string;
  /** As DESCRIBE tells it, such as `bigint`. */
  readonly type: string;
}

/** How the normal form of a column is worked out: `beside` joins what is only known to the driver. */
export type FormOf = (beside: Beside) => string;

/** What stands for cells of the input, by their columns and those among them whose spellings are settled. */
export function cellsOf(
  input: string,
  columns: readonly InputColumn[],
  forms: ReadonlyMap<string, FormOf>,
): (of: SourceCell, beside: Beside) => Value {
  return (of, beside) => {
    const column = columns.find(({ name }) => name === of.column);
    invariant(column !== undefined, 'a cell is of a column that is there');
    const sql = `r.${sqlName(column.name)}`;
    switch (of.kind) {
      case 'cell':
        return { sql: cellText(input, column, sql), type: 'text' };
      case 'normalForm': {
        const form = forms.get(of.column);
        invariant(form !== undefined, 'spellings are settled before a normal form is asked for');
        return { sql: form(beside), type: 'text' };
      }
      case 'localTime':
        return { sql: momentSql(column, sql, of), type: 'time' };
      case 'maybeOffset':
        return { sql: isText(column.type) ? maybeOffsetSql(sql) : 'false', type: 'boolean' };
      case 'offset':
        return { sql: isText(column.type) ? isoOffsetSql(sql) : 'CAST(NULL AS BIGINT)', type: 'int64' };
      default:
        return of satisfies never;
    }
  };
}

/** A cell as text; refused where Spark writes such a value otherwise than others do, which would make other subjects of it. */
export function cellText(input: string, { name, type }: InputColumn, sql: string): string {
  if (!alike.test(type)) throw new Refusal(unlikeText(input, name, type));
  return type === 'string' ? sql : `CAST(${sql} AS STRING)`;
}

/** A date alone is its midnight, for those who ask it for no clock. */
function momentSql(
  column: InputColumn,
  sql: string,
  { zone, offsets, days }: Extract<SourceCell, { kind: 'localTime' }>,
): string {
  const time = localTimeSql(column, sql, zone, offsets);
  if (days !== true) return time;
  if (column.type === 'date') return `CAST(${sql} AS TIMESTAMP_NTZ)`;
  return isText(column.type) ? `coalesce(${time}, ${isoDaySql(sql)})` : time;
}

function localTimeSql({ type }: InputColumn, sql: string, zone: string | undefined, offsets: boolean): string {
  if (type === 'timestamp_ntz') return sql;
  if (type === 'timestamp') return onClockOf(zone ?? 'UTC', `CAST(${sql} AS TIMESTAMP_NTZ)`); // the session's own clock is UTC
  if (!isText(type)) return 'CAST(NULL AS TIMESTAMP_NTZ)';
  if (!offsets) return isoLocalSql(sql);
  const instant = `(${isoZonedSql(sql)}) - make_dt_interval(0, 0, ${isoOffsetSql(sql)})`;
  const there = zone === undefined ? isoZonedSql(sql) : onClockOf(zone, instant);
  return `CASE WHEN ${maybeOffsetSql(sql)} THEN ${there} ELSE ${isoLocalSql(sql)} END`;
}

const onClockOf = (zone: string, utc: string): string => `convert_timezone('UTC', ${sqlText(zone)}, ${utc})`;
