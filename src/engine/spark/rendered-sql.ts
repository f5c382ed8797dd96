import { invariant } from '../../base/problem.ts';
import type { Engine, Source } from '../engine.ts';
import { type Expression, type Named, number, type Relation, type Relational, type Step } from '../relation.ts';
import { likelyHomeSql } from './bring-home.ts';
import { tasksSql } from './carry-tasks.ts';
import { cellsOf } from './cells.ts';
import { type CompileContext, type Compiled, compileRows } from './compile.ts';
import { kernelCommand } from './kernel-command.ts';
import { planQuery, type ReadSelect } from './query-source.ts';
import { sqlName } from './sql.ts';
import { needsDriver } from './wanted-columns.ts';

/** An engine that has every relation it is asked for rendered as Spark's SQL, too: what a cluster would be sent, told where there is none. */
export function alsoForSpark(engine: Engine, onStatement: (sql: string) => void): Engine {
  return { ...engine, relate: async (source) => listenTo(await engine.relate(source), onStatement) };
}

/** The statement that would store what a query makes. */
export const querySql = async (sql: string, readSelect: ReadSelect): Promise<string> =>
  `CREATE TABLE work.\`query\` USING parquet AS ${await planQuery(sql, readSelect)}`;

/** The statement that would bring these columns of a table to this machine. */
export const columnsSql = (source: Source, columns: readonly string[]): string => likelyHomeSql(source, columns);

/** The statement that would have kernels group blocks of rows. */
export const blocksSql = (): string => tasksSql('shoal_tasks_1', kernelCommand());

function listenTo(one: Relational, onStatement: (sql: string) => void): Relational {
  const tables = new Map<string, Compiled>();
  const described = one.input.columns.map((name) => ({ name, type: 'string' }));
  const forms = new Map(one.input.columns.map((name) => [name, () => `lower(r.\`${name}\`)`]));
  const context: CompileContext = {
    source: { scan: 'shoal_input', columns: new Map(), cell: cellsOf('log', described, forms) },
    table(name) {
      const table = tables.get(name);
      invariant(table !== undefined, `there is a table ${name}`);
      return table;
    },
    list: () => 'shoal_list',
    numbering: () => 'shoal_list',
  };
  const render = (rows: Relation, prefix = ''): Compiled => {
    const compiled = compileRows(inCluster(rows), context);
    onStatement(`${prefix}SELECT * FROM ${compiled.sql} AS r`);
    return compiled;
  };
  const take = (step: Step): void => {
    if (step.step === 'update') render(step.from);
    if (step.step !== 'create') return;
    const { rows, columns } = step.as;
    const target = `CREATE TABLE work.${sqlName(step.table)} USING parquet AS `;
    const made = render(columns === undefined ? rows : { kind: 'select', rows, columns }, target);
    const places = step.places === true ? ([['place', 'int64']] as const) : [];
    tables.set(step.table, { sql: `work.${sqlName(step.table)}`, columns: new Map([...places, ...made.columns]) });
  };
  return {
    ...one,
    codeLog: undefined, // a cluster reads the log itself
    run(steps, keys, onShare) {
      for (const step of steps) take(step);
      return one.run(steps, keys, onShare);
    },
    ask(query) {
      render(query.rows);
      return one.ask(query);
    },
    stream(query) {
      render(query.rows);
      return one.stream(query);
    },
    put(table, columns) {
      tables.set(table, {
        sql: `work.${sqlName(table)}`,
        columns: new Map(columns.map(([name, values]) => [name, values instanceof Uint32Array ? 'uint32' : 'text'])),
      });
      return one.put(table, columns);
    },
    write(query, path, format) {
      render(query.columns === undefined ? query.rows : { kind: 'select', rows: query.rows, columns: query.columns });
      return one.write(query, path, format);
    },
  };
}

/** What is worked out beside the driver is never rendered: a number stands for it here. */
function inCluster(rows: Relation): Relation {
  const plain = (columns: readonly Named<Expression>[]) =>
    columns.map(([name, of]) => [name, needsDriver(of) ? number(0) : of] as const);
  switch (rows.kind) {
    case 'select':
      return { ...rows, rows: inCluster(rows.rows), columns: plain(rows.columns) };
    case 'filter':
    case 'group':
    case 'distinct':
    case 'repeat':
      return { ...rows, rows: inCluster(rows.rows) };
    case 'join':
      return { ...rows, left: inCluster(rows.left), right: inCluster(rows.right) };
    case 'union':
      return { ...rows, rows: rows.rows.map(inCluster) };
    default:
      return rows;
  }
}
