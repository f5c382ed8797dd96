import { invariant } from '../../base/problem.ts';
import { create, type Query, type Relation, table as tableOf } from '../relation.ts';
import type { TablesBeside } from '../tables-beside.ts';
import { bringRows } from './bring.ts';
import type { FormOf } from './cells.ts';
import { cellsOf } from './cells.ts';
import { cheaperGroups, type DifferentRows } from './cheaper-groups.ts';
import type { Cluster } from './cluster.ts';
import { type CompileContext, type Compiled, compileRows } from './compile.ts';
import { type Mover, type Placed, settlePlace, type Wanted } from './placement.ts';
import { numberColumn } from './row-numbers.ts';
import type { SparkSource } from './spark-source.ts';
import { sqlName } from './sql.ts';
import { types } from './value.ts';
import { columnsIn } from './wanted-columns.ts';

export interface TablesOptions {
  readonly cluster: Cluster;
  readonly beside: TablesBeside;
  /** A table of at most so many rows is held beside the driver, too. */
  readonly small: number;
  /** More rows than these are not sent to the cluster. */
  readonly sendable: number;
}

/** Tables of a run by where they lie, and the way from one place to the other. */
export interface Tables {
  /** Rows in Spark's SQL; whatever they name has been sent. The source may be read by another scan, whose rows have numbers. */
  compile(rows: Relation, scan?: string): Promise<Compiled>;
  settle(rows: Relation, wanted?: Wanted): Promise<Placed>;
  /** The same rows beside the driver. */
  home(placed: Placed, wanted?: Wanted): Promise<Relation>;
  homeQuery(query: Query): Promise<Query>;
  /** The same rows in the cluster. */
  away(placed: Placed): Promise<Relation>;
  /** That a table lies beside the driver, and nowhere else. */
  setHere(name: string): Promise<void>;
  /** That a table lies in the cluster; beside the driver, too, where it is small. */
  setThere(name: string, there: Compiled, rows: number): Promise<void>;
  /** The different rows of a table that lies in the cluster, with how often each is there. */
  setDifferent(name: string, different: Compiled): void;
  /** What the cluster has of a table that is nowhere else. */
  onlyThere(name: string): Compiled | undefined;
  forget(name: string): Promise<void>;
  number(name: string, texts: readonly string[]): void;
  /** Does some work, and drops what was moved for it alone. */
  inPassing<Value>(work: () => Promise<Value>): Promise<Value>;
}

/** A table by where it lies; `there` says how Spark names it. */
interface Held {
  readonly here: boolean;
  readonly there?: Compiled;
}

type Items = readonly number[] | readonly string[];

export function openTables(
  source: SparkSource,
  forms: ReadonlyMap<string, FormOf>,
  { cluster, beside, small, sendable }: TablesOptions,
): Tables {
  const held = new Map<string, Held>();
  const numberings = new Map<string, string>();
  const lists = new Map<string, string>();
  const unsent = new Map<string, Items>();
  const passing = new Set<string>();
  let made = 0;
  const nameNew = (kind: string) => `shoal_${kind}_${++made}`;

  const listView = (items: Items): string => {
    const known = JSON.stringify(items);
    const view = lists.get(known) ?? nameNew('list');
    if (!lists.has(known)) unsent.set(view, items);
    lists.set(known, view);
    return view;
  };
  const context: CompileContext = {
    source: { scan: source.scan, columns: new Map(), cell: cellsOf(source.name, source.described, forms) },
    table: (name) => orBug(held.get(name)?.there, `the cluster has a table ${name}`),
    list: listView,
    numbering: (name) => orBug(numberings.get(name), `there is a numbering ${name}`),
  };
  const compile = async (rows: Relation, scan?: string): Promise<Compiled> => {
    const numbered = { scan: scan ?? '', columns: new Map([[numberColumn, 'int64'] as const]) };
    const compiled = compileRows(rows, scan === undefined ? context : { ...context, source: { ...context.source, ...numbered } });
    for (const [view, items] of unsent) await cluster.upload(view, listColumns(items));
    unsent.clear();
    return compiled;
  };
  const bring = async (rows: Relation, wanted: Wanted): Promise<Relation> => {
    const name = nameNew('brought');
    passing.add(name);
    await bringRows(await compile(rows), { name, wanted, cluster, beside });
    held.set(name, { here: true });
    return tableOf(name);
  };
  const send = async (rows: Relation): Promise<Relation | undefined> => {
    const name = rows.kind === 'table' ? rows.name : nameNew('sent');
    if (rows.kind !== 'table') {
      passing.add(name);
      await beside.run([create(name, rows)]);
    }
    if ((await beside.count(name)) > sendable) return undefined;
    held.set(name, { here: true, there: await sendTable(name, nameNew('view')) });
    return tableOf(name);
  };
  const sendTable = async (name: string, view: string): Promise<Compiled> => {
    const columns = await beside.texts(name);
    await cluster.upload(
      view,
      columns.map(({ name: of, values }) => ({ name: of, type: 'text', values })),
    );
    const cells = columns.map(({ name: of, type }) => `CAST(${sqlName(of)} AS ${types[type]}) AS ${sqlName(of)}`);
    const sql = `(SELECT ${cells.join(', ')} FROM ${sqlName(view)})`;
    return { sql, columns: new Map(columns.map(({ name: of, type }) => [of, type] as const)) };
  };
  const mover: Mover = {
    placeOf(name) {
      const { here, there } = orBug(held.get(name), `there is a table ${name}`);
      return there === undefined ? 'here' : here ? 'either' : 'there';
    },
    bring,
    send,
  };
  const differentRows: DifferentRows = (name) => {
    const { here, there } = held.get(name) ?? { here: true };
    return there !== undefined && !here && held.has(differentName(name)) ? differentName(name) : undefined;
  };
  const settle = (rows: Relation, wanted?: Wanted) => settlePlace(cheaperGroups(rows, differentRows), mover, wanted);
  const home = async ({ at, rows }: Placed, wanted?: Wanted) => (at === 'there' ? bring(rows, wanted) : rows);
  const forget = async (name: string) => {
    held.delete(name);
    held.delete(differentName(name));
    await cluster.discard(name);
    await beside.run([{ step: 'drop', tables: [name] }]);
  };
  return {
    compile,
    settle,
    home,
    async homeQuery(query) {
      const asked = [...(query.columns ?? []).map(([, of]) => of), ...(query.order ?? [])];
      const wanted = query.columns === undefined ? undefined : new Set(asked.flatMap(columnsIn));
      return { ...query, rows: await home(await settle(query.rows, wanted), wanted) };
    },
    async away({ at, rows }) {
      return at === 'here' ? orBug(await send(rows), 'a table in the cluster meets no more rows than can be sent') : rows;
    },
    async setHere(name) {
      held.delete(differentName(name));
      held.set(name, { here: true });
      await cluster.discard(name);
    },
    async setThere(name, there, rows) {
      const here = rows <= small;
      if (here) await bringRows(there, { name, cluster, beside });
      held.delete(differentName(name));
      held.set(name, { here, there });
    },
    setDifferent: (name, different) => void held.set(differentName(name), { here: false, there: different }),
    onlyThere(name) {
      const { here, there } = held.get(name) ?? { here: true };
      return here ? undefined : there;
    },
    forget,
    number: (name, texts) => void numberings.set(name, listView(texts)),
    async inPassing(work) {
      try {
        return await work();
      } finally {
        for (const name of passing) held.delete(name);
        await beside.run([{ step: 'drop', tables: [...passing] }]);
        passing.clear();
      }
    },
  };
}

function orBug<Value>(value: Value | undefined, promise: string): Value {
  invariant(value !== undefined, promise);
  return value;
}

const differentName = (table: string): string => `shoal_different_${table}`;

const listColumns = (items: Items) => {
  const place = {
    name: 'place',
    type: 'long',
    values: BigInt64Array.from({ length: items.length }, (_, at) => BigInt(at)),
  } as const;
  return isTexts(items)
    ? [place, { name: 'item', type: 'text', values: items } as const]
    : [place, { name: 'item', type: 'long', values: BigInt64Array.from(items, BigInt) } as const];
};

const isTexts = (items: Items): items is readonly string[] => typeof items[0] === 'string';
