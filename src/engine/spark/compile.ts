import { invariant } from '../../base/problem.ts';
import type { Aggregate, Expression, Named, Relation, SourceCell, Type, Window } from '../relation.ts';
import type { HeldType } from '../tables-beside.ts';
import { callValue } from './compile-call.ts';
import { sqlName, sqlText } from './sql.ts';
import { types, type Value, widerOf } from './value.ts';

/** Rows in Spark: what may stand after FROM, and the columns it has. */
export interface Compiled {
  readonly sql: string;
  readonly columns: ReadonlyMap<string, HeldType>;
}

/** A view of what stands in a list: columns `place`, counted from 0, and `item`. Items are all different where they are looked for. */
export type ListView = string;

/** Joins a list beside the rows that are read; answers the name it has there. A row has no more than one match. */
export type Beside = (view: ListView, on: 'place' | 'item', key: string) => string;

export interface CompileContext {
  readonly source: {
    readonly scan: string;
    readonly columns: ReadonlyMap<string, HeldType>;
    cell(of: SourceCell, beside: Beside): Value;
  };
  table(name: string): Compiled;
  /** Nothing of a list stands in a statement: it may hold event codes, and statements are logged. */
  list(items: readonly number[] | readonly string[]): ListView;
  numbering(name: string): ListView;
}

/** The rows of a SELECT, and the lists that stand beside them. */
interface Scope {
  readonly columns: ReadonlyMap<string, HeldType>;
  readonly context: CompileContext;
  readonly joins: string[];
}

/** A relation in Spark's SQL. Rows have no order there, so none is asked for. */
export function compileRows(rows: Relation, context: CompileContext): Compiled {
  switch (rows.kind) {
    case 'source':
      return { sql: context.source.scan, columns: context.source.columns };
    case 'table':
      return context.table(rows.name);
    case 'range': {
      const sql = `(SELECT id AS ${sqlName(rows.column)} FROM range(${rows.from}, ${rows.to + 1}))`;
      return { sql, columns: new Map([[rows.column, 'int64']]) };
    }
    case 'select': {
      const { from, scope } = scopeOf(rows.rows, context);
      const values = rows.columns.map(([name, of]) => [name, compileValue(of, scope)] as const);
      return { sql: `(SELECT ${listOf(values)} ${from()})`, columns: typesOf(values) };
    }
    case 'filter': {
      const { from, scope } = scopeOf(rows.rows, context);
      const where = compileValue(rows.where, scope).sql;
      return { sql: `(SELECT r.* ${from()} WHERE ${where})`, columns: scope.columns };
    }
    case 'group': {
      const { from, scope } = scopeOf(rows.rows, context);
      const keys = rows.by.map(([name, of]) => [name, compileValue(of, scope)] as const);
      const told = rows.tell.map(([name, of]) => [name, aggregateOf(of, scope)] as const);
      const by = keys.length === 0 ? '' : ` GROUP BY ${keys.map((_, place) => place + 1).join(', ')}`;
      return { sql: `(SELECT ${listOf([...keys, ...told])} ${from()}${by})`, columns: typesOf([...keys, ...told]) };
    }
    case 'join': {
      const how = { inner: 'JOIN', left: 'LEFT JOIN', semi: 'LEFT SEMI JOIN', without: 'LEFT ANTI JOIN' }[rows.how];
      const [left, right] = [compileRows(rows.left, context), compileRows(rows.right, context)];
      const sql = `(SELECT * FROM ${left.sql} AS l ${how} ${right.sql} AS r USING (${rows.on.map(sqlName).join(', ')}))`;
      const both = rows.how === 'inner' || rows.how === 'left' ? [...left.columns, ...right.columns] : left.columns;
      return { sql, columns: new Map([...left.columns, ...both]) }; // those of the left come first, and keep their type
    }
    case 'distinct': {
      const { sql, columns } = compileRows(rows.rows, context);
      return { sql: `(SELECT DISTINCT * FROM ${sql} AS r)`, columns };
    }
    case 'repeat': {
      const { sql, columns } = compileRows(rows.rows, context);
      const some = `(SELECT * FROM ${sql} AS r WHERE r.${sqlName(rows.times)} > 0)`; // a sequence from 1 to 0 counts down
      const numbers = `explode(sequence(CAST(1 AS BIGINT), CAST(${sqlName(rows.times)} AS BIGINT)))`;
      const each = `(SELECT * FROM ${some} LATERAL VIEW ${numbers} AS ${sqlName(rows.column)})`;
      return { sql: each, columns: new Map([...columns, [rows.column, 'int64']]) };
    }
    case 'union': {
      const parts = rows.rows.map((one) => compileRows(one, context));
      const [first, ...others] = parts.map(({ columns }) => [...columns]);
      const columns = first.map(([name, type], c) => [name, others.reduce((widest, part) => widerOf(widest, part[c][1]), type)]);
      return {
        sql: `(${parts.map(({ sql }) => `SELECT * FROM ${sql} AS r`).join(' UNION ALL ')})`,
        columns: new Map(columns as [string, HeldType][]), // pairs, as they were above
      };
    }
    default:
      return rows satisfies never;
  }
}

/** What a SELECT reads; `from` is asked when all its values are compiled, as they may need lists beside the rows. */
function scopeOf(rows: Relation, context: CompileContext): { readonly from: () => string; readonly scope: Scope } {
  const { sql, columns } = compileRows(rows, context);
  const joins: string[] = [];
  return { from: () => [`FROM ${sql} AS r`, ...joins].join(' '), scope: { columns, context, joins } };
}

const listOf = (values: readonly Named<Value>[]): string =>
  values.map(([name, { sql }]) => `${sql} AS ${sqlName(name)}`).join(', ');

const typesOf = (values: readonly Named<Value>[]): Compiled['columns'] =>
  new Map(values.map(([name, { type }]) => [name, type] as const));

function aggregateOf(of: Aggregate, scope: Scope): Value {
  const where = of.where === undefined ? '' : ` FILTER (WHERE ${compileValue(of.where, scope).sql})`;
  if (of.tell === 'count') return { sql: `count(*)${where}`, type: 'int64' };
  const { sql, type } = compileValue(of.of, scope);
  const { tell } = of;
  switch (tell) {
    case 'distinct':
      return { sql: `count(DISTINCT ${sql})${where}`, type: 'int64' };
    case 'sum':
      return { sql: `coalesce(${sumSql({ sql, type }, where)}, 0)`, type: 'int128' };
    case 'least':
      return { sql: `min(${sql})${where}`, type };
    case 'greatest':
      return { sql: `max(${sql})${where}`, type };
    case 'any':
      return { sql: `coalesce(bool_or(${sql})${where}, false)`, type: 'boolean' };
    default:
      return tell satisfies never;
  }
}

/** Numbers of 32 bits are added as numbers of 64, which a processor does by itself; a sum that does not fit is a fault. */
const sumSql = ({ sql, type }: Value, where: string): string =>
  type === 'uint32' || type === 'int32'
    ? `CAST(sum(CAST(${sql} AS BIGINT))${where} AS ${types.int128})`
    : `sum(CAST(${sql} AS ${types.int128}))${where}`;

export function compileValue(of: Expression, scope: Scope): Value {
  const sqlOf = (one: Expression) => compileValue(one, scope).sql;
  const beside: Beside = (view, on, key) => {
    const name = `n${scope.joins.length}`;
    scope.joins.push(`LEFT JOIN ${sqlName(view)} AS ${name} ON ${name}.${on} = ${key}`);
    return name;
  };
  switch (of.kind) {
    case 'column': {
      const type = scope.columns.get(of.name);
      invariant(type !== undefined, `the rows have a column ${of.name}`);
      return { sql: `r.${sqlName(of.name)}`, type };
    }
    case 'number':
      invariant(/^-?\d+$/.test(of.digits), 'a number has digits');
      return { sql: `CAST(${of.digits} AS BIGINT)`, type: 'int64' };
    case 'text':
      return { sql: sqlText(of.text), type: 'text' };
    case 'missing':
      return { sql: `CAST(NULL AS ${types[of.type]})`, type: of.type };
    case 'call':
      return callValue(
        of.name,
        of.of.map((one) => compileValue(one, scope)),
      );
    case 'as':
      return asType(of.type, compileValue(of.of, scope));
    case 'pick': {
      const name = beside(scope.context.list(of.list), 'place', `CAST(${sqlOf(of.at)} AS BIGINT)`);
      return { sql: `${name}.item`, type: typeof of.list[0] === 'string' ? 'text' : 'int64' };
    }
    case 'among': {
      if (of.texts.length === 0) return { sql: 'false', type: 'boolean' };
      const sought = sqlOf(of.of);
      const name = beside(scope.context.list([...new Set(of.texts)]), 'item', sought);
      return { sql: `CASE WHEN ${sought} IS NOT NULL THEN ${name}.place IS NOT NULL END`, type: 'boolean' };
    }
    case 'numbered':
      return { sql: `${beside(scope.context.numbering(of.by), 'item', sqlOf(of.of))}.place`, type: 'int64' };
    case 'case': {
      const branches = of.branches.map(([holds, value]) => [sqlOf(holds), compileValue(value, scope)] as const);
      const otherwise = compileValue(of.otherwise, scope);
      const type = branches.reduce((widest, [, value]) => widerOf(widest, value.type), otherwise.type);
      return {
        sql: `CASE ${branches.map(([holds, value]) => `WHEN ${holds} THEN ${value.sql}`).join(' ')} ELSE ${otherwise.sql} END`,
        type,
      };
    }
    case 'drawn':
      invariant(false, 'orders are drawn beside the driver: a key never travels');
      return { sql: '', type: 'text' };
    case 'rowNumber':
    case 'rank':
    case 'sumWithin':
      return windowValue(of, scope);
    default:
      return scope.context.source.cell(of, beside);
  }
}

function windowValue(of: Window, scope: Scope): Value {
  const listOf = (many: readonly Expression[]) => many.map((one) => compileValue(one, scope).sql).join(', ');
  invariant(of.kind !== 'rank' && of.within.length > 0, 'what is numbered as a whole is numbered beside the driver');
  if (of.kind === 'sumWithin') {
    const value = compileValue(of.of, scope).sql;
    return { sql: `sum(CAST(${value} AS ${types.int128})) OVER (PARTITION BY ${listOf(of.within)})`, type: 'int128' };
  }
  const order = of.order.map((one) => `${compileValue(one, scope).sql} NULLS LAST`).join(', ');
  return {
    sql: `CAST(row_number() OVER (PARTITION BY ${listOf(of.within)} ORDER BY ${order}) AS BIGINT)`,
    type: 'int64',
  };
}

function asType(type: Type, { sql, type: held }: Value): Value {
  return held === type ? { sql, type } : { sql: `CAST(${sql} AS ${types[type]})`, type };
}
