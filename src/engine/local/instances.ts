import { availableParallelism } from 'node:os';
import { type DuckDBConnection, DuckDBInstance, type DuckDBPreparedStatement } from '@duckdb/node-api';

export interface InstanceSettings {
  readonly threads: number;
  /** DuckDB's own notation, such as 4GB. */
  readonly memory?: string | undefined;
  /** Where it spills. */
  readonly folder: string;
  /** Rows may come in another order than they were written in. */
  readonly anyOrder?: boolean;
}

/** For so little a second thread only waits for the first, and takes a quarter more of the processors in doing so. */
const smallFile = 2_000_000;

/** As many threads as the machine has, and one for a small file. */
export const threadsFor = (bytes: number | undefined): number =>
  bytes !== undefined && bytes <= smallFile ? 1 : availableParallelism();

/** A DuckDB for one user at a time, empty, whatever was done with it before. */
export interface LentInstance {
  readonly instance: DuckDBInstance;
  /** Its connections are closed by then. A spoilt one ends; any other is emptied for whoever comes next. May be called again. */
  giveBack(spoilt?: boolean): Promise<void>;
}

/**
 * DuckDBs that nobody uses, being emptied or empty. To open one takes 15 to 35 ms of a processor, which for a small release is as long as to read it and half as
 * long as to judge it.
 */
const idle: Promise<DuckDBInstance | undefined>[] = [];
const mostIdle = 2; // one is read with while another judges

/** Opens one before it is asked for, where none is at hand: a thread of its own does that while the rest of the program is loaded. */
export function openAhead(): void {
  if (idle.length > 0) return;
  idle.push(newInstance({ threads: 1, folder: '' }).catch(() => undefined));
}

/** Tables that are not temporary go into a catalogue with this name. */
const ownCatalogue = 'own';

/** A connection that makes its tables where they go when the instance is given back, with some settings of its own. */
export async function connectToOwn(instance: DuckDBInstance, settings: readonly string[] = []): Promise<DuckDBConnection> {
  const connection = await instance.connect();
  await connection.run([`ATTACH ':memory:' AS ${ownCatalogue}`, `USE ${ownCatalogue}`, ...settings].join('; '));
  return connection;
}

export async function takeInstance(settings: InstanceSettings): Promise<LentInstance> {
  const instance = (await idleInstance(settings)) ?? (await newInstance(settings));
  let given: Promise<void> | undefined;
  return {
    instance,
    giveBack(spoilt = false) {
      given ??= keepOrEnd(instance, spoilt);
      return given;
    },
  };
}

const newInstance = ({ threads, memory, folder, anyOrder }: InstanceSettings): Promise<DuckDBInstance> =>
  DuckDBInstance.create(':memory:', {
    threads: String(threads),
    ...(memory === undefined ? {} : { memory_limit: memory }),
    ...(anyOrder ? { preserve_insertion_order: 'false' } : {}),
    temp_directory: folder,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  });

async function idleInstance(settings: InstanceSettings): Promise<DuckDBInstance | undefined> {
  for (let next = idle.pop(); next !== undefined; next = idle.pop()) {
    const instance = await next;
    if (instance === undefined) continue;
    if (await keep(instance, ({ connection }) => settle(connection, settings))) return instance;
    end(instance);
  }
  return undefined;
}

/** The settings of a DuckDB are all that outlives its tables, so each of ours is set again. */
async function settle(
  connection: DuckDBConnection,
  { threads, memory, folder, anyOrder = false }: InstanceSettings,
): Promise<void> {
  const text = (value: string) => `'${value.replaceAll("'", "''")}'`;
  await connection.run(
    [
      `SET threads = ${threads}`,
      memory === undefined ? 'RESET memory_limit' : `SET memory_limit = ${text(memory)}`,
      `SET preserve_insertion_order = ${!anyOrder}`,
      `SET temp_directory = ${text(folder)}`, // refused where it has spilled: its files are in the former folder
    ].join('; '),
  );
}

async function keepOrEnd(instance: DuckDBInstance, spoilt: boolean): Promise<void> {
  if (spoilt || idle.length >= mostIdle) {
    end(instance);
    return;
  }
  const emptied = keep(instance, empty).then((done) => {
    if (done) return instance;
    end(instance);
    return undefined;
  });
  idle.push(emptied);
  await emptied;
}

/** What is not temporary lies in a catalogue of its user's, which goes; where anything else is left, nobody gets it. */
async function empty({ connection, left }: Keeper): Promise<void> {
  await connection.run(`DETACH DATABASE IF EXISTS ${ownCatalogue}; SET temp_directory = ''`); // refused as above
  if ((await left.runAndReadAll()).currentRowCount !== 1) throw new Error('A database, a table or a view is left.');
}

/** Our own connection to an instance, for as long as it lives, and the question what is left in it: to plan that takes three times as long as to answer it. */
interface Keeper {
  readonly connection: DuckDBConnection;
  readonly left: DuckDBPreparedStatement;
}

const keepers = new WeakMap<DuckDBInstance, Keeper>();

async function keeperOf(instance: DuckDBInstance): Promise<Keeper> {
  const known = keepers.get(instance);
  if (known !== undefined) return known;
  const connection = await instance.connect();
  const left = await connection.prepare(
    'SELECT 1 FROM duckdb_databases() WHERE NOT internal UNION ALL SELECT 1 FROM duckdb_tables() UNION ALL SELECT 1 FROM duckdb_views() WHERE NOT internal',
  );
  const keeper = { connection, left };
  keepers.set(instance, keeper);
  return keeper;
}

async function keep(instance: DuckDBInstance, use: (keeper: Keeper) => Promise<void>): Promise<boolean> {
  try {
    await use(await keeperOf(instance));
    return true;
  } catch {
    return false;
  }
}

function end(instance: DuckDBInstance): void {
  keepers.get(instance)?.connection.closeSync();
  instance.closeSync();
}
