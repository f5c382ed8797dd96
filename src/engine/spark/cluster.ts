import { Refusal } from '../../base/problem.ts';
import type { Result } from '../../base/result.ts';
import type { Tasks } from './connect/messages.ts';
import { recordsOf, type SparkRows } from './connect/rows.ts';
import type { SparkSession } from './connect/session.ts';
import type { UploadColumn } from './connect/upload.ts';
import { sqlName } from './sql.ts';

/** What relational steps ask of a cluster; whatever it refuses is thrown as a Refusal. */
export interface Cluster {
  rows(sql: string): Promise<SparkRows>;
  /** Rows as they come. */
  stream(sql: string, onRows: (rows: SparkRows) => Promise<void>): Promise<void>;
  /** The columns of an answer that are all texts. */
  texts(sql: string): Promise<readonly (readonly string[])[]>;
  /** The one number of an answer. */
  number(sql: string): Promise<number>;
  upload(view: string, columns: readonly UploadColumn[]): Promise<void>;
  /** Stores what a query makes in the work folder, in place of any of that name; answers what may stand after FROM. */
  store(table: string, query: string, onShare?: (share: number) => void): Promise<string>;
  discard(table: string): Promise<void>;
  execute(sql: string): Promise<void>;
}

export interface ClusterOptions {
  readonly signal: AbortSignal;
  /** The database that holds what is stored. */
  readonly database: string;
  /** Told of every statement before it is sent. */
  readonly onStatement?: ((sql: string) => void) | undefined;
}

export function openCluster(session: SparkSession, { signal, database, onStatement }: ClusterOptions): Cluster {
  const stored = new Map<string, string>();
  let made = 0;
  const tellOf = (sql: string): string => {
    onStatement?.(sql);
    return sql;
  };
  const rows = async (sql: string) => orThrow(await session.query(tellOf(sql), { signal }));
  const number = async (sql: string) => Number(Object.values(recordsOf(await rows(sql))[0] ?? {})[0]);
  const discard = async (table: string) => {
    const name = stored.get(table);
    stored.delete(table);
    if (name !== undefined) orThrow(await session.execute(tellOf(`DROP TABLE IF EXISTS ${name}`), { signal }));
  };
  return {
    rows,
    number,
    async execute(sql) {
      orThrow(await session.execute(tellOf(sql), { signal }));
    },
    discard,
    async stream(sql, onRows) {
      orThrow(await session.stream(tellOf(sql), onRows, { signal }));
    },
    async texts(sql) {
      const { columns } = await rows(sql);
      return columns.map(({ values }) => Array.from(values, String));
    },
    async upload(view, columns) {
      orThrow(await session.upload(view, columns, { signal }));
    },
    async store(table, query, onShare) {
      const name = `${sqlName(database)}.${sqlName(`t${++made}_${table}`)}`; // a new name each time: it may be made of the one before it
      const onTasks = onShare && (({ done, total }: Tasks) => onShare(total === 0 ? 0 : Math.min(1, done / total)));
      orThrow(await session.execute(tellOf(`CREATE TABLE ${name} USING parquet AS ${query}`), { signal, onTasks }));
      await discard(table);
      stored.set(table, name);
      return name;
    },
  };
}

/** What was answered; a refusal is thrown. */
export function orThrow<Value>(result: Result<Value>): Value {
  if (result.ok) return result.value;
  throw new Refusal(...result.problems);
}
