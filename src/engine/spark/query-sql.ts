import { Refusal } from '../../base/problem.ts';
import { sparkNotDone } from './engine-problems.ts';
import { sqlName, sqlText } from './sql.ts';

/** A statement as DuckDB's json_serialize_sql tells it, one object in another. */
type Node = Readonly<Record<string, unknown>>;

/** What a value may have to be: of a type that both engines hold and write alike. */
type Kind = 'text' | 'whole' | 'exact' | 'time' | 'moment' | 'written';

/** By the name that Spark has for the type of what stands for %. */
const wholes = "typeof(%) IN ('tinyint', 'smallint', 'int', 'bigint')";
const exact = "typeof(%) RLIKE '^(tinyint|smallint|int|bigint|decimal.*)$'";
const holding: Readonly<Record<Kind, string>> = {
  text: "typeof(%) = 'string'",
  whole: wholes,
  exact,
  time: "typeof(%) = 'timestamp_ntz'",
  moment: "typeof(%) IN ('date', 'timestamp_ntz')",
  written: "typeof(%) RLIKE '^(string|tinyint|smallint|int|bigint|decimal.*|date|boolean)$'",
};

/**
 * A parsed SELECT, whose language is that of one machine, in Spark's words. It was looked at before (it reads `input` and nothing else, and hangs on no clock
 * and no chance). What is here means the same in both, and the same in every order of rows; what is not here is refused, and so is a value of a type of which that is not so.
 */
export function querySql(statement: unknown, input: string): string {
  return rowsSql((statement as Node).node as Node, input);
}

function rowsSql(node: Node, input: string): string {
  const named = listOf((node.cte_map as Node | undefined)?.map);
  const withs = named.map(({ key, value }) => {
    const { query, aliases } = value as Node;
    if (listOf(aliases).length > 0) throw notDone('names of columns beside WITH');
    return `${sqlName(String(key))} AS (${rowsSql((query as Node).node as Node, input)})`;
  });
  const prefix = withs.length === 0 ? '' : `WITH ${withs.join(', ')} `;
  const modifiers = listOf(node.modifiers).filter(({ type }) => type !== 'ORDER_MODIFIER'); // rows are put in the order of their values anyway
  const distinct = modifiers.filter(
    ({ type, distinct_on_targets: on }) => type === 'DISTINCT_MODIFIER' && listOf(on).length === 0,
  );
  if (distinct.length < modifiers.length) throw notDone('LIMIT, OFFSET and DISTINCT ON');
  if (node.type === 'SET_OPERATION_NODE') {
    const kind = wordOf(
      { UNION: 'UNION', EXCEPT: 'EXCEPT', INTERSECT: 'INTERSECT' },
      node.setop_type,
      'this way to put rows together',
    );
    const sides = [node.left, node.right].map((side) => `(${rowsSql(side as Node, input)})`);
    return `${prefix}SELECT ${distinct.length > 0 ? 'DISTINCT ' : ''}* FROM (${sides.join(` ${kind}${node.setop_all === true ? ' ALL' : ''} `)})`;
  }
  if (node.type !== 'SELECT_NODE') throw notDone('WITH RECURSIVE');
  return `${prefix}${selectSql(node, distinct.length > 0, input)}`;
}

function selectSql(node: Node, isDistinct: boolean, input: string): string {
  const groups = listOf(node.group_expressions);
  const sets = listOf(node.group_sets) as unknown as readonly (readonly number[])[];
  if (node.aggregate_handling !== 'STANDARD_HANDLING' || sets.length > 1 || (sets[0]?.length ?? 0) < groups.length)
    throw notDone('GROUP BY ALL, ROLLUP, CUBE and GROUPING SETS');
  if (node.qualify) throw notDone('QUALIFY');
  const sql = (one: unknown) => expressionSql(one as Node, input);
  const columns = listOf(node.select_list).map((one) => {
    if (one.class === 'STAR') return starSql(one);
    if (one.class !== 'COLUMN_REF' && !one.alias) throw notDone('a result without a name: write AS and one');
    return one.alias ? `${sql(one)} AS ${sqlName(String(one.alias))}` : sql(one);
  });
  const grouped = groups.length === 0 ? '' : ` GROUP BY ${groups.map(sql).join(', ')}`;
  const where = node.where_clause ? ` WHERE ${sql(node.where_clause)}` : '';
  const having = node.having ? ` HAVING ${sql(node.having)}` : '';
  return `SELECT ${isDistinct ? 'DISTINCT ' : ''}${columns.join(', ')} FROM ${fromSql(node.from_table as Node, input)}${where}${grouped}${having}`;
}

function starSql(star: Node): string {
  const extras = ['exclude_list', 'replace_list', 'qualified_exclude_list', 'rename_list'].some(
    (key) => listOf(star[key]).length > 0,
  );
  if (extras || star.columns === true || star.expr) throw notDone('* with EXCLUDE, REPLACE, RENAME or COLUMNS');
  return star.relation_name ? `${sqlName(String(star.relation_name))}.*` : '*';
}

function fromSql(from: Node, input: string): string {
  if (listOf(from.column_name_alias).length > 0) throw notDone('names of columns beside a table');
  const alias = from.alias ? ` AS ${sqlName(String(from.alias))}` : '';
  switch (from.type) {
    case 'BASE_TABLE': {
      const name = String(from.table_name);
      const isInput = name.toLowerCase() === 'input';
      return isInput ? `${input}${alias || ' AS `input`'}` : `${sqlName(name)}${alias}`;
    }
    case 'SUBQUERY':
      return `(${rowsSql((from.subquery as Node).node as Node, input)})${alias}`;
    case 'JOIN': {
      const sides = [from.left, from.right].map((side) => fromSql(side as Node, input));
      if (from.ref_type === 'CROSS') return sides.join(' CROSS JOIN ');
      if (from.ref_type !== 'REGULAR' || !from.condition) throw notDone('a join by another way than JOIN … ON');
      const kind = wordOf(
        { INNER: 'JOIN', LEFT: 'LEFT JOIN', RIGHT: 'RIGHT JOIN', OUTER: 'FULL JOIN' },
        from.join_type,
        'such a join',
      );
      return `${sides[0]} ${kind} ${sides[1]} ON ${expressionSql(from.condition as Node, input)}`;
    }
    default:
      throw notDone('rows that are made of no table');
  }
}

function expressionSql(node: Node, input: string): string {
  const sql = (one: unknown) => expressionSql(one as Node, input);
  const renderChildren = () => listOf(node.children).map(sql);
  switch (node.class) {
    case 'COLUMN_REF':
      return columnSql(listOf(node.column_names).map(String));
    case 'CONSTANT':
      return constantSql(node.value as Node);
    case 'COMPARISON':
      return comparisonSql(String(node.type), sql(node.left), sql(node.right));
    case 'CONJUNCTION':
      return `(${renderChildren().join(node.type === 'CONJUNCTION_AND' ? ' AND ' : ' OR ')})`;
    case 'BETWEEN':
      return `(${sql(node.input)} BETWEEN ${sql(node.lower)} AND ${sql(node.upper)})`;
    case 'OPERATOR':
      return operatorSql(String(node.type), renderChildren());
    case 'CASE': {
      const cases = listOf(node.case_checks).map((one) => `WHEN ${sql(one.when_expr)} THEN ${sql(one.then_expr)}`);
      return `CASE ${cases.join(' ')} ELSE ${sql(node.else_expr)} END`;
    }
    case 'CAST':
      return castSql(node, sql);
    case 'FUNCTION':
      return functionSql(node, sql);
    case 'SUBQUERY':
      return subquerySql(node, sql, input);
    default:
      throw notDone(node.class === 'WINDOW' ? 'OVER (…)' : 'an expression that is not known here');
  }
}

/** Spark takes such a name for a function where no column has it. */
const asFunctions = /^(user|session_user|current_.+|grouping__id|localtime.*)$/i;

function columnSql(names: readonly string[]): string {
  if (asFunctions.test(names[names.length - 1])) throw notDone(`a column called ${names[names.length - 1]}`);
  return names.map(sqlName).join('.');
}

function constantSql({ type, is_null: isNull, value }: Node): string {
  if (isNull === true) return 'NULL';
  const { id, type_info: info } = type as Node;
  if (id === 'VARCHAR') return sqlText(String(value));
  if ((id === 'INTEGER' || id === 'BIGINT') && Number.isSafeInteger(value)) return id === 'BIGINT' ? `${value}L` : String(value);
  if (id === 'DECIMAL' && Number.isSafeInteger(value)) {
    const { width, scale } = info as Node;
    const digits = String(Math.abs(Number(value))).padStart(Number(scale) + 1, '0');
    const at = digits.length - Number(scale);
    return `CAST('${Number(value) < 0 ? '-' : ''}${digits.slice(0, at)}.${digits.slice(at)}' AS DECIMAL(${width}, ${scale}))`;
  }
  throw notDone('a number of so many digits, or written with an e');
}

const comparisons = {
  COMPARE_EQUAL: '=',
  COMPARE_NOTEQUAL: '<>',
  COMPARE_LESSTHAN: '<',
  COMPARE_GREATERTHAN: '>',
  COMPARE_LESSTHANOREQUALTO: '<=',
  COMPARE_GREATERTHANOREQUALTO: '>=',
  COMPARE_DISTINCT_FROM: 'IS DISTINCT FROM',
  COMPARE_NOT_DISTINCT_FROM: 'IS NOT DISTINCT FROM',
};

const comparisonSql = (type: string, left: string, right: string): string =>
  `(${left} ${wordOf(comparisons, type, 'such a comparison')} ${right})`;

function operatorSql(type: string, [first, ...others]: readonly string[]): string {
  switch (type) {
    case 'OPERATOR_NOT':
      return `(NOT ${first})`;
    case 'OPERATOR_IS_NULL':
      return `(${first} IS NULL)`;
    case 'OPERATOR_IS_NOT_NULL':
      return `(${first} IS NOT NULL)`;
    case 'COMPARE_IN':
      return `(${first} IN (${others.join(', ')}))`;
    case 'COMPARE_NOT_IN':
      return `(${first} NOT IN (${others.join(', ')}))`;
    case 'OPERATOR_COALESCE':
      return `coalesce(${[first, ...others].join(', ')})`;
    default:
      throw notDone('an operator that is not known here');
  }
}

type Render = (one: unknown) => string;

const day = /^\d{4}-\d{2}-\d{2}$/;
const dayAndTime = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;

/** Engines read the same text as different numbers and days, and round differently on the way: what is cast must be of a type of which that is not so. */
function castSql({ child, cast_type: to, try_cast: isTried }: Node, sql: Render): string {
  const { id, type_info: info } = to as Node;
  const { width, scale } = (info ?? {}) as Node;
  const constant = (child as Node).class === 'CONSTANT' ? ((child as Node).value as Node) : undefined;
  if (isTried === true) throw notDone('TRY_CAST');
  if (constant?.is_null === false && (constant.type as Node).id === 'VARCHAR') {
    const value = String(constant.value);
    if (id === 'BOOLEAN' && (value === 't' || value === 'f')) return value === 't' ? 'true' : 'false';
    if (id === 'DATE' && day.test(value)) return `DATE '${value}'`;
    if (id === 'TIMESTAMP' && dayAndTime.test(value)) return `TIMESTAMP_NTZ '${value}'`;
  }
  const from = (kind: Kind) => asKind(child as Node, sql, kind);
  switch (id) {
    case 'VARCHAR':
      return `CAST(${from('written')} AS STRING)`;
    case 'INTEGER':
    case 'BIGINT':
      return `CAST(${from('whole')} AS ${id})`;
    case 'DECIMAL':
      return `CAST(${from('exact')} AS DECIMAL(${width}, ${scale}))`;
    case 'DATE':
      return `CAST(${from('moment')} AS DATE)`;
    case 'TIMESTAMP':
      return `CAST(${from('moment')} AS TIMESTAMP_NTZ)`;
    default:
      throw notDone(`CAST to ${id}`);
  }
}

const signs: Readonly<Record<string, string>> = { '+': '+', '-': '-', '*': '*' };
const parts: Readonly<Record<string, (of: string) => string>> = {
  year: (of) => `year(${of})`,
  quarter: (of) => `quarter(${of})`,
  month: (of) => `month(${of})`,
  week: (of) => `weekofyear(${of})`,
  day: (of) => `day(${of})`,
  isodow: (of) => `(weekday(${of}) + 1)`,
  hour: (of) => `hour(${of})`,
  minute: (of) => `minute(${of})`,
};
const units = new Set(['year', 'quarter', 'month', 'week', 'day', 'hour', 'minute', 'second']);

function functionSql(node: Node, sql: Render): string {
  const name = String(node.function_name).toLowerCase();
  const all = listOf(node.children);
  const aggregate = aggregateSql(name, node, sql);
  if (aggregate !== undefined) return node.filter ? `${aggregate} FILTER (WHERE ${sql(node.filter)})` : aggregate;
  if (node.filter || node.distinct === true) throw notDone(`the function ${name}`);
  const as = (kind: Kind, place = 0) => asKind(all[place], sql, kind);
  if (signs[name] !== undefined) {
    const values = all.map((_, place) => as('exact', place));
    return values.length === 1 ? `(${signs[name]} ${values[0]})` : `(${values.join(` ${signs[name]} `)})`;
  }
  if (parts[name] !== undefined && all.length === 1) return partSql(name, as);
  switch (`${name} ${all.length}`) {
    case 'date_part 2':
      return partSql(textOf(all[0]) ?? '', (kind) => as(kind, 1));
    case 'date_trunc 2': {
      const unit = textOf(all[0])?.toLowerCase() ?? '';
      if (!units.has(unit)) throw notDone('date_trunc by such a unit');
      return `CAST(date_trunc('${unit}', ${as('time', 1)}) AS TIMESTAMP_NTZ)`;
    }
    case '|| 2':
      return `(${as('text')} || ${as('text', 1)})`;
    case '~~ 2':
    case '!~~ 2':
      if (textOf(all[1])?.includes('\\') !== false)
        throw notDone('LIKE with a backslash, or with a pattern that is no text in quotes');
      return `(${as('text')} ${name === '~~' ? 'LIKE' : 'NOT LIKE'} ${sql(all[1])})`;
    case 'lower 1':
    case 'upper 1': {
      const of = as('text');
      const otherwise = raiseSql('letters beyond ASCII');
      return `CASE WHEN ${of} RLIKE ${sqlText('[^\\x00-\\x7F]')} THEN ${otherwise} ELSE ${name}(${of}) END`;
    }
    case 'trim 1':
      return trimSql(as('text'));
    case 'length 1':
      return `CAST(length(${as('text')}) AS BIGINT)`;
    case 'nullif 2':
      return `nullif(${sql(all[0])}, ${sql(all[1])})`;
    case 'abs 1':
      return `abs(${as('exact')})`;
    case 'left 2':
      return `substring(${as('text')}, 1, ${wholeFrom(all[1], 0)})`;
    case 'substring 2':
    case 'substr 2':
      return `substring(${as('text')}, ${wholeFrom(all[1], 1)})`;
    case 'substring 3':
    case 'substr 3':
      return `substring(${as('text')}, ${wholeFrom(all[1], 1)}, ${wholeFrom(all[2], 0)})`;
    case 'replace 3':
      if (!textOf(all[1])) throw notDone('replace of something else than a text in quotes');
      return `replace(${as('text')}, ${sql(all[1])}, ${as('text', 2)})`;
    default:
      throw notDone(`the function ${name}`);
  }
}

/** What comes out in every order of rows. A sum of numbers that are not exact hangs on it, and a mean is rounded otherwise by each engine. */
function aggregateSql(name: string, { children, distinct, order_bys: order }: Node, sql: Render): string | undefined {
  if (listOf((order as Node | undefined)?.orders).length > 0) throw notDone('ORDER BY inside a function');
  const [of, ...others] = listOf(children);
  const each = distinct === true ? 'DISTINCT ' : '';
  if (name === 'count_star') return 'count(*)';
  if (of === undefined || others.length > 0) return undefined;
  if (name === 'count') return `count(${each}${sql(of)})`;
  if (name === 'sum') return `sum(${each}${asKind(of, sql, 'exact')})`;
  return ['min', 'max', 'bool_and', 'bool_or'].includes(name) ? `${name}(${sql(of)})` : undefined;
}

function partSql(name: string, as: (kind: Kind) => string): string {
  const part = parts[name.toLowerCase()];
  if (part === undefined) throw notDone('such a part of a time');
  return `CAST(${part(as(/^(hour|minute)$/i.test(name) ? 'time' : 'moment'))} AS BIGINT)`;
}

function subquerySql(
  { subquery, subquery_type: type, child, comparison_type: comparison }: Node,
  sql: Render,
  input: string,
): string {
  const rows = `(${rowsSql((subquery as Node).node as Node, input)})`;
  if (type === 'EXISTS') return `EXISTS ${rows}`;
  if (type === 'NOT_EXISTS') return `NOT EXISTS ${rows}`;
  if (type === 'SCALAR') return rows;
  if (type === 'ANY' && comparison === 'COMPARE_EQUAL') return `(${sql(child)} IN ${rows})`;
  throw notDone('such a query within a query');
}

const blanks = '[ \\u00A0\\u1680\\u2000-\\u200A\\u202F\\u205F\\u3000]';

/** Without the blanks of Unicode at both ends: of tabs and line breaks DuckDB removes none. */
export const trimSql = (of: string): string => `regexp_replace(${of}, ${sqlText(`\\A${blanks}+|${blanks}+\\z`)}, '')`;

/**
 * A value that is of such a type, or an error of ours: engines read, round, add up and write others in different ways. Spark knows types before it reads a row, so the
 * question costs nothing. Of a value that was made here its type is known: asking of each again would double the statement with each.
 */
function asKind(node: Node, sql: Render, kind: Kind): string {
  const of = sql(node);
  if (kindsOf(node).includes(kind)) return of;
  return `CASE WHEN ${holding[kind].replaceAll('%', () => of)} THEN ${of} ELSE ${raiseSql(kind)} END`;
}

const raiseSql = (what: string): string => `raise_error(${sqlText(`not of both engines: ${what}`)})`;

const texts: readonly Kind[] = ['text', 'written'];
const numbers: readonly Kind[] = ['whole', 'exact', 'written'];
const decimals: readonly Kind[] = ['exact', 'written'];
const times: readonly Kind[] = ['time', 'moment'];
const kindsByType: Readonly<Record<string, readonly Kind[]>> = {
  ...{ VARCHAR: texts, INTEGER: numbers, BIGINT: numbers, DECIMAL: decimals },
  ...{ DATE: ['moment', 'written'], TIMESTAMP: times },
};
const kindsByFunction: Readonly<Record<string, readonly Kind[]>> = {
  ...{ '||': texts, lower: texts, upper: texts, trim: texts, left: texts, substring: texts, substr: texts, replace: texts },
  ...{ '+': decimals, '-': decimals, '*': decimals, abs: decimals, sum: decimals },
  ...{ count: numbers, count_star: numbers, length: numbers, date_part: numbers, date_trunc: times },
  ...Object.fromEntries(Object.keys(parts).map((part) => [part, numbers])),
};

/** What a value is known to be; nothing of a column, or of what is one of several values. */
function kindsOf(node: Node): readonly Kind[] {
  const typeOf = (type: unknown) => kindsByType[String((type as Node | undefined)?.id)] ?? [];
  if (node.class === 'CONSTANT') return (node.value as Node).is_null === true ? [] : typeOf((node.value as Node).type);
  if (node.class === 'CAST') return typeOf(node.cast_type);
  return node.class === 'FUNCTION' ? (kindsByFunction[String(node.function_name).toLowerCase()] ?? []) : [];
}

function textOf({ class: kind, value }: Node): string | undefined {
  const constant = value as Node | undefined;
  return kind === 'CONSTANT' && constant?.is_null === false && (constant.type as Node).id === 'VARCHAR'
    ? String(constant.value)
    : undefined;
}

function wholeFrom({ class: kind, value }: Node, least: number): string {
  const constant = value as Node | undefined;
  if (kind !== 'CONSTANT' || !Number.isSafeInteger(constant?.value) || Number(constant?.value) < least)
    throw notDone('a place in a text that is no number in the query');
  return String(constant?.value);
}

function wordOf(words: Readonly<Record<string, string>>, key: unknown, otherwise: string): string {
  const word = Object.hasOwn(words, String(key)) ? words[String(key)] : undefined;
  if (word === undefined) throw notDone(otherwise);
  return word;
}

const listOf = (value: unknown): readonly Node[] => (Array.isArray(value) ? value : []);

const notDone = (what: string): Refusal =>
  new Refusal(
    sparkNotDone(
      `${what}, in --sql`,
      'Write it another way, or make a view of it in the cluster, in its own SQL, and name that: spark:database.view.',
    ),
  );
