import { invariant } from '../../base/problem.ts';
import type { Aggregate, CallName, Expression, Keys, Named, Query, Relation, SourceCell, Step, Type } from '../relation.ts';
import { keySql, sqlName, sqlText } from './duckdb.ts';

/** What the input is to the compiler: the SQL that reads it, and what stands for its cells. */
export interface CompiledSource {
  readonly scan: string;
  cell(of: SourceCell): string;
}

export interface CompileContext {
  readonly source: CompiledSource;
  readonly keys: Keys;
  /** Tables that have places. */
  readonly placed: ReadonlySet<string>;
}

/** Steps as statements of DuckDB. */
export function stepSql(step: Step, context: CompileContext): readonly string[] {
  switch (step.step) {
    case 'create':
      return [`CREATE OR REPLACE TABLE ${sqlName(step.table)} AS ${querySql(step.as, context)}`];
    case 'update': {
      const name = sqlName(step.table);
      const set = step.set.map((of) => `${sqlName(of)} = r.${sqlName(of)}`).join(', ');
      const agree = step.on.map((of) => `r.${sqlName(of)} = ${name}.${sqlName(of)}`).join(' AND ');
      return [`UPDATE ${name} SET ${set} FROM ${rowsSql(step.from, context)} AS r WHERE ${agree}`];
    }
    case 'drop':
      return step.tables.map((table) => `DROP TABLE IF EXISTS ${sqlName(table)}`);
    case 'number':
      return [
        `DROP TYPE IF EXISTS ${sqlName(step.name)}`,
        `CREATE TYPE ${sqlName(step.name)} AS ENUM (SELECT unnest(${listSql(step.texts)}))`,
      ];
    default:
      return step satisfies never;
  }
}

/** A whole SELECT. What it orders by are columns of its rows, never its own of the same name: hence `r`. */
export function querySql({ rows, columns, order }: Query, context: CompileContext): string {
  const what = columns === undefined ? '*' : namedSql(columns, context);
  const sorted = order === undefined ? '' : ` ORDER BY ${order.map((by) => expressionSql(by, context)).join(', ')}`;
  return `SELECT ${what} FROM ${rowsSql(rows, context)} AS r${sorted}`;
}

/** What may stand after FROM. */
function rowsSql(rows: Relation, context: CompileContext): string {
  const sqlOf = (of: Expression) => expressionSql(of, context);
  switch (rows.kind) {
    case 'source':
      return context.source.scan;
    case 'table': // DuckDB counts rows as it stores them, so that a place costs nothing
      return context.placed.has(rows.name) ? `(SELECT rowid + 1 AS place, * FROM ${sqlName(rows.name)})` : sqlName(rows.name);
    case 'range':
      return `(SELECT unnest(range(${rows.from}, ${rows.to + 1})) AS ${sqlName(rows.column)})`;
    case 'select':
      return `(${querySql(rows, context)})`;
    case 'filter':
      return `(SELECT * FROM ${rowsSql(rows.rows, context)} AS r WHERE ${sqlOf(rows.where)})`;
    case 'group': {
      const told = rows.tell.map(([name, of]) => `${aggregateSql(of, context)} AS ${sqlName(name)}`);
      const keys = rows.by.length === 0 ? [] : [namedSql(rows.by, context)];
      const by = rows.by.length === 0 ? '' : ` GROUP BY ${rows.by.map((_, place) => place + 1).join(', ')}`;
      return `(SELECT ${[...keys, ...told].join(', ')} FROM ${rowsSql(rows.rows, context)} AS r${by})`;
    }
    case 'join': {
      const how = { inner: 'JOIN', left: 'LEFT JOIN', semi: 'SEMI JOIN', without: 'ANTI JOIN' }[rows.how];
      const [left, right] = [rowsSql(rows.left, context), rowsSql(rows.right, context)];
      return `(SELECT * FROM ${left} AS l ${how} ${right} AS r USING (${rows.on.map(sqlName).join(', ')}))`;
    }
    case 'distinct':
      return `(SELECT DISTINCT * FROM ${rowsSql(rows.rows, context)} AS r)`;
    case 'repeat': {
      const numbers = `unnest(range(1, CAST(r.${sqlName(rows.times)} AS BIGINT) + 1))`;
      return `(SELECT r.*, ${numbers} AS ${sqlName(rows.column)} FROM ${rowsSql(rows.rows, context)} AS r)`;
    }
    case 'union':
      return `(${rows.rows.map((one) => `SELECT * FROM ${rowsSql(one, context)} AS r`).join(' UNION ALL ')})`;
    default:
      return rows satisfies never;
  }
}

const namedSql = (columns: readonly Named<Expression>[], context: CompileContext): string =>
  columns.map(([name, of]) => `${expressionSql(of, context)} AS ${sqlName(name)}`).join(', ');

function aggregateSql(of: Aggregate, context: CompileContext): string {
  const where = of.where === undefined ? '' : ` FILTER (WHERE ${expressionSql(of.where, context)})`;
  if (of.tell === 'count') return `count(*)${where}`;
  const value = expressionSql(of.of, context);
  const { tell } = of;
  switch (tell) {
    case 'distinct':
      return `count(DISTINCT ${value})${where}`;
    case 'sum':
      return `coalesce(sum(${value})${where}, 0)`;
    case 'least':
      return `min(${value})${where}`;
    case 'greatest':
      return `max(${value})${where}`;
    case 'any':
      return `coalesce(bool_or(${value})${where}, false)`;
    default:
      return tell satisfies never;
  }
}

const types: Readonly<Record<Type, string>> = {
  uint32: 'UINTEGER',
  int32: 'INTEGER',
  int64: 'BIGINT',
  uint64: 'UBIGINT',
  int128: 'HUGEINT',
  text: 'VARCHAR',
};

export function expressionSql(of: Expression, context: CompileContext): string {
  const sqlOf = (one: Expression) => expressionSql(one, context);
  const listOf = (many: readonly Expression[]) => many.map(sqlOf).join(', ');
  switch (of.kind) {
    case 'column':
      return `r.${sqlName(of.name)}`;
    case 'number':
      invariant(/^-?\d+$/.test(of.digits), 'a number has digits');
      return `CAST(${of.digits} AS BIGINT)`;
    case 'text':
      return sqlText(of.text);
    case 'missing':
      return `CAST(NULL AS ${types[of.type]})`;
    case 'call':
      return callSql(of.name, of.of.map(sqlOf));
    case 'as':
      return `CAST(${sqlOf(of.of)} AS ${types[of.type]})`;
    case 'pick': {
      const item = `${listSql(of.list)}[${sqlOf(of.at)} + 1]`;
      return typeof of.list[0] === 'number' ? `CAST(${item} AS BIGINT)` : item;
    }
    case 'among':
      return of.texts.length === 0 ? 'false' : `${sqlOf(of.of)} IN (${of.texts.map(sqlText).join(', ')})`;
    case 'numbered':
      return `CAST(enum_code(TRY_CAST(${sqlOf(of.of)} AS ${sqlName(of.by)})) AS BIGINT)`;
    case 'case':
      return `CASE ${of.branches.map(([holds, value]) => `WHEN ${sqlOf(holds)} THEN ${sqlOf(value)}`).join(' ')} ELSE ${sqlOf(of.otherwise)} END`;
    case 'drawn': {
      const key = context.keys[of.key];
      invariant(key !== undefined && /^[0-9a-f]+$/.test(key), `the key "${of.key}" is given`);
      const text = `'${key}/' || CAST(${sqlOf(of.of)} AS VARCHAR)`;
      return of.lot ? `CAST(${keySql(text)} >> 2 AS BIGINT)` : `md5_number(${text})`;
    }
    case 'rowNumber': {
      const within = of.within.length === 0 ? '' : `PARTITION BY ${listOf(of.within)} `;
      return `row_number() OVER (${within}ORDER BY ${listOf(of.order)})`;
    }
    case 'rank':
      return `dense_rank() OVER (ORDER BY ${listOf(of.order)})`;
    case 'sumWithin':
      return `sum(${sqlOf(of.of)}) OVER (PARTITION BY ${listOf(of.within)})`;
    default:
      return context.source.cell(of);
  }
}

function callSql(name: CallName, of: readonly string[]): string {
  const [one] = of;
  const joinWith = (sign: string) => `(${of.join(` ${sign} `)})`;
  switch (name) {
    case 'add':
      return joinWith('+');
    case 'subtract':
      return joinWith('-');
    case 'multiply':
      return joinWith('*');
    case 'divide':
      return joinWith('//');
    case 'remainder':
      return joinWith('%');
    case 'equal':
      return joinWith('=');
    case 'less':
      return joinWith('<');
    case 'atLeast':
      return joinWith('>=');
    case 'and':
      return joinWith('AND');
    case 'or':
      return joinWith('OR');
    case 'not':
      return `(NOT ${one})`;
    case 'isMissing':
      return `((${one}) IS NULL)`;
    case 'firstKnown':
      return `coalesce(${of.join(', ')})`;
    case 'join':
      return `(${of.map((part) => `CAST(${part} AS VARCHAR)`).join(' || ')})`;
    case 'trimmed':
      return `trim(${one})`;
    case 'holdsNul':
      return `contains(${one}, chr(0))`;
    case 'key':
      return keySql(one);
    case 'holdsCapitals':
      return `(${one} <> lower(${one}))`;
    case 'holdsSmallLetters':
      return `(${one} <> upper(${one}))`;
    case 'holdsUnusual':
      return `regexp_matches(${one}, '[^!-~]')`;
    case 'holdsForeign':
      return `(strlen(${one}) <> length(${one}))`;
    case 'year':
      return `year(${one})`;
    case 'month':
      return `month(${one})`;
    case 'day':
      return `day(${one})`;
    case 'hour':
      return `hour(${one})`;
    case 'isoYear':
      return `isoyear(${one})`;
    case 'isoWeek':
      return `week(${one})`;
    case 'isoWeekday':
      return `isodow(${one})`;
    case 'secondOfDay':
      return `(hour(${one}) * 3600 + minute(${one}) * 60 + second(${one}))`;
    case 'dayNumber':
      return `datediff('day', DATE '1970-01-01', CAST(${one} AS DATE))`;
    case 'dayBegin':
      return `(TIMESTAMP '1970-01-01' + to_days(CAST(${one} AS INTEGER)))`;
    case 'hourBegin':
      return `(TIMESTAMP '1970-01-01' + to_hours(CAST(${one} AS BIGINT)))`;
    default:
      return name satisfies never;
  }
}

const listSql = (list: readonly number[] | readonly string[]): string =>
  `[${list.map((item) => (typeof item === 'number' ? String(item) : sqlText(item))).join(',')}]`;
