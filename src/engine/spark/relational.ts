import { invariant } from '../../base/problem.ts';
import type { Keys, Query, Relation, Relational, Step } from '../relation.ts';
import type { TablesBeside } from '../tables-beside.ts';
import { cellText, type FormOf } from './cells.ts';
import type { Cluster } from './cluster.ts';
import type { Compiled } from './compile.ts';
import { keysLater } from './keys-later.ts';
import { type KeyedLater, storePlaced } from './placed-log.ts';
import { carryNumber, type NumberedScan, numberColumn, numberRows, numbersSql } from './row-numbers.ts';
import type { SparkSource } from './spark-source.ts';
import { settleSpelling } from './spelling.ts';
import { sqlName } from './sql.ts';
import { openTables, type Tables, type TablesOptions } from './tables.ts';

/**
 * Relational steps over an input that Spark reads. Spark scans and counts; tables that are small, and all that needs a key or one order of all rows,
 * are worked on beside the driver, by the engine of one machine, whose steps mean the same.
 */
export async function openSparkRelational(
  source: SparkSource,
  options: TablesOptions & { readonly mostNumbered: number },
): Promise<Relational> {
  const { cluster, beside } = options;
  const numbered = await numberRows(source, cluster, options.mostNumbered);
  const forms = new Map<string, FormOf>();
  const tables = openTables(source, forms, options);
  return {
    input: { name: source.name, columns: source.columns.map(({ name }) => name) },
    numbersRows: numbered !== undefined,
    async run(steps, keys = {}, onShare = undefined) {
      for (const step of steps) await tables.inPassing(() => runStep(step, { tables, cluster, beside, keys, onShare, numbered }));
    },
    ask: (query) => tables.inPassing(async () => beside.ask(await tables.homeQuery(query))),
    stream: (query) => streamHome(query, tables, beside),
    async put(table, columns) {
      await beside.put(table, columns);
      await tables.setHere(table);
    },
    write: (query, path, format) => tables.inPassing(async () => beside.write(await tables.homeQuery(query), path, format)),
    findRow: async () => undefined, // a row is named by its line, which a cluster does not know
    async settleSpellings(name, signs) {
      const own = source.described.find((one) => one.name === name);
      invariant(own !== undefined, 'spellings are settled of a column that is there');
      const { form, joined } = await settleSpelling(
        { cluster, input: source.name, scan: source.scan, text: cellText(source.name, own, `r.${sqlName(name)}`) },
        signs,
      );
      forms.set(name, form);
      return joined;
    },
  };
}

interface Running {
  readonly tables: Tables;
  readonly cluster: Cluster;
  readonly beside: TablesBeside;
  readonly keys: Keys;
  readonly onShare: ((share: number) => void) | undefined;
  readonly numbered: NumberedScan | undefined;
}

async function* streamHome(query: Query, tables: Tables, beside: TablesBeside): AsyncIterable<readonly Uint32Array[]> {
  const found = await tables.homeQuery(query);
  try {
    yield* beside.stream(found);
  } finally {
    await tables.inPassing(async () => {});
  }
}

async function runStep(step: Step, running: Running): Promise<void> {
  const { tables, beside, keys } = running;
  switch (step.step) {
    case 'create':
      return createTable(step, running);
    case 'update':
      return updateTable(step, running);
    case 'drop':
      for (const name of step.tables) await tables.forget(name);
      return;
    case 'number':
      tables.number(step.name, step.texts);
      return beside.run([step], keys);
    default:
      return step satisfies never;
  }
}

/** A table that keeps an order lies beside the driver, since rows in the cluster have none; any other one where its rows are. */
async function createTable(step: Extract<Step, { readonly step: 'create' }>, running: Running): Promise<void> {
  const { tables, cluster, beside, keys, onShare, numbered } = running;
  const { order, columns, rows } = step.as;
  if (order !== undefined) {
    await beside.run([{ ...step, as: await tables.homeQuery(step.as) }], keys);
    return tables.setHere(step.table);
  }
  const all: Relation = columns === undefined ? rows : { kind: 'select', rows, columns };
  const placed = await tables.settle(all);
  if (step.places === true) {
    invariant(placed.at === 'there', 'places are given to rows of the source');
    if (numbered !== undefined) return storeNumbered(step.table, placed.rows, numbered, running);
    const later = await compileKeysLater(placed.rows, tables);
    const { table, different, rows: count } = await storePlaced(step.table, later, cluster, onShare);
    await tables.setThere(step.table, table, count);
    return tables.setDifferent(step.table, different);
  }
  if (placed.at === 'there') return storeTable(step.table, await tables.compile(placed.rows), running);
  await beside.run([{ ...step, as: { rows: placed.rows } }], keys);
  return tables.setHere(step.table);
}

/** A key is made of a text; of anything else it is made where it stands. */
async function compileKeysLater(rows: Relation, tables: Tables): Promise<KeyedLater> {
  const later = keysLater(rows);
  const compiled = await tables.compile(later.rows);
  const areTexts = [...later.keyed].every((name) => compiled.columns.get(name) === 'text');
  return areTexts ? { rows: compiled, keyed: later.keyed } : { rows: await tables.compile(rows), keyed: new Set() };
}

/** Every row under its number in the input. */
async function storeNumbered(
  name: string,
  rows: Relation,
  numbered: NumberedScan,
  { tables, cluster, onShare }: Running,
): Promise<void> {
  const { sql, columns } = await tables.compile(carryNumber(rows), numbered.sql);
  const named = [...columns.keys()].filter((column) => column !== numberColumn);
  const cells = [`${numberColumn} AS place`, ...named.map(sqlName)].join(', ');
  const stored = await cluster.store(name, `SELECT ${cells} FROM ${sql} AS r`, onShare);
  const counts = await cluster.texts(numbersSql(stored));
  const owed = String(numbered.rows);
  invariant(
    counts.every(([count]) => count === owed),
    'every row of the input has a number of its own',
  );
  const types = [...columns].filter(([column]) => column !== numberColumn);
  await tables.setThere(name, { sql: stored, columns: new Map([['place', 'int64'], ...types]) }, numbered.rows);
}

async function storeTable(name: string, { sql, columns }: Compiled, { tables, cluster, onShare }: Running): Promise<void> {
  const stored = await cluster.store(name, `SELECT * FROM ${sql} AS r`, onShare);
  await tables.setThere(name, { sql: stored, columns }, await cluster.number(`SELECT count(*) FROM ${stored}`));
}

async function updateTable(step: Extract<Step, { readonly step: 'update' }>, running: Running): Promise<void> {
  const { tables, beside, keys } = running;
  const there = tables.onlyThere(step.table);
  const from = await tables.settle(step.from);
  if (there === undefined) {
    await beside.run([{ ...step, from: await tables.home(from) }], keys);
    return tables.setHere(step.table);
  }
  const news = await tables.compile(await tables.away(from));
  const on = step.on.map(sqlName).join(', ');
  const set = step.set.map((name) => `max(${sqlName(name)}) AS ${sqlName(name)}`).join(', ');
  const once = `(SELECT ${on}, ${set} FROM ${news.sql} AS n GROUP BY ${on})`; // a second match would make a second row
  const agree = step.on.map((name) => `t.${sqlName(name)} = u.${sqlName(name)}`).join(' AND ');
  const cells = [...there.columns.keys()].map((name) => {
    const own = `t.${sqlName(name)}`;
    return step.set.includes(name)
      ? `CASE WHEN u.${sqlName(step.on[0])} IS NULL THEN ${own} ELSE u.${sqlName(name)} END AS ${sqlName(name)}`
      : own;
  });
  const sql = `(SELECT ${cells.join(', ')} FROM ${there.sql} AS t LEFT JOIN ${once} AS u ON ${agree})`;
  await storeTable(step.table, { sql, columns: there.columns }, running);
}
