import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import type { Result } from '../../base/result.ts';
import type { SparkSession } from './connect/session.ts';
import { sqlName, sqlText } from './sql.ts';

/** Where a run keeps its tables in the cluster: a database of its own, which goes with it, files and all. Its name says whose it is, and in which session. */
export interface WorkDatabase {
  readonly name: string;
  /** Makes it, and removes those of runs that no longer live, whose sessions it ends. */
  make(signal: AbortSignal): Promise<Result<void>>;
  /** Whether or not it was made. Those that were removed before are removed again: a statement of a killed run may have written once more. */
  remove(): Promise<void>;
}

const prefix = 'shoal_work_';
const aDay = 86_400;
const patience = 20_000; // milliseconds: a cluster that does not answer must not keep the run

export function workDatabase(session: SparkSession): WorkDatabase {
  const now = Math.floor(Date.now() / 1000);
  const name = `${prefix}${host}_${process.pid}_${now}_${session.id.replaceAll('-', '')}`;
  const removed = new Set<string>();
  const drop = async (one: string): Promise<void> => {
    const signal = AbortSignal.timeout(patience);
    await session.execute(`DROP DATABASE IF EXISTS ${sqlName(one)} CASCADE`, { signal }).catch(() => undefined);
  };
  const adopt = async (one: string): Promise<void> => {
    const signal = AbortSignal.timeout(patience);
    const made = await session.execute(`CREATE DATABASE IF NOT EXISTS ${sqlName(one)}`, { signal }).catch(() => undefined);
    if (made?.ok) await drop(one); // and its files with it
  };
  const removeFolder = async (folder: string): Promise<void> => {
    const signal = AbortSignal.timeout(patience);
    const stray = name.replace(`_${now}_`, `_${now - 1}_`); // of this run, too, should it be killed here
    const made = await session
      .execute(`CREATE DATABASE ${sqlName(stray)} LOCATION ${sqlText(folder)}`, { signal })
      .catch(() => undefined);
    if (made?.ok) await drop(stray); // and the folder with it
  };
  const removeLeft = async (found: Iterable<string>, remove: (one: string) => Promise<void>): Promise<void> => {
    for (const one of found) {
      if (!isLeft(one, now)) continue;
      const id = sessionOf(one);
      if (id !== undefined && !removed.has(one)) await session.endOther(id); // else what it runs writes behind the removal
      await remove(one);
      removed.add(one);
    }
  };
  return {
    name,
    async make(signal) {
      const found = await session.query(`SHOW DATABASES LIKE '${prefix}*'`, { signal });
      if (!found.ok) return found;
      await removeLeft(Array.from(found.value.columns[0]?.values ?? [], String), drop);
      const likely = await warehouseOf(session, signal);
      if (likely !== undefined) await markFolder(session, `${likely}${name}.db`);
      const made = await session.execute(`CREATE DATABASE ${sqlName(name)}`, { signal });
      if (!made.ok) return made;
      const folder = await folderOf(session, name, signal);
      if (folder !== likely && likely !== undefined) await removeFolder(`${likely}${name}.db`);
      if (folder === undefined) return made;
      if (folder !== likely) await markFolder(session, `${folder}${name}.db`);
      await removeLeft(await findForgotten(session, folder, signal), adopt);
      return made;
    },
    async remove() {
      await drop(name);
      for (const one of removed) await adopt(one);
    },
  };
}

/** Where databases are likely to lie, up to their names, known before there is one. */
async function warehouseOf(session: SparkSession, signal: AbortSignal): Promise<string | undefined> {
  const told = await session.query('SET spark.sql.warehouse.dir', { signal });
  const location = told.ok ? String(told.value.columns[1]?.values[0] ?? '') : '';
  return location.includes('/') ? location.replace(/\/*$/, '/') : undefined;
}

/** Where databases lie that are given no place of their own, up to their names; nothing where this one lies elsewhere. */
async function folderOf(session: SparkSession, own: string, signal: AbortSignal): Promise<string | undefined> {
  const told = await session.query(`DESCRIBE DATABASE ${sqlName(own)}`, { signal });
  const [names, values] = told.ok ? told.value.columns.map((column) => Array.from(column.values, String)) : [];
  const location = values?.[names?.indexOf('Location') ?? -1] ?? '';
  return location.endsWith(`/${own}.db`) ? location.slice(0, -`${own}.db`.length) : undefined;
}

/**
 * Puts a file into the folder before there is a database, so that it is found whenever its server is killed: a catalogue makes an empty one, which no listing
 * shows. Where a cluster takes no file, the first table has to do.
 */
async function markFolder(session: SparkSession, folder: string): Promise<void> {
  const path = /^(?:[a-z][a-z0-9+.-]*:)?(?:\/\/[^/]*)?(\/.+)$/i.exec(folder)?.[1];
  if (path !== undefined) await session.artifact(`forward_to_fs${path}/made`, Buffer.from('made')).catch(() => undefined);
}

/**
 * Databases whose files lie in a folder, whether or not the catalogue knows of them: one that lived in the memory of a killed server has forgotten
 * its databases, and their files stay. Files that were being written lie in folders that a listing hides, unless it is pointed at them.
 */
async function findForgotten(session: SparkSession, folder: string, signal: AbortSignal): Promise<ReadonlySet<string>> {
  const files = `${folder.replace(/[\\{}[\]*?]/g, '\\$&')}${prefix}*.db{,/*,/*/_temporary/*/_temporary/*}`;
  const listed = await session.query(`SELECT path FROM binaryFile.${sqlName(files)}`, { signal });
  const paths = listed.ok ? Array.from(listed.value.columns[0]?.values ?? [], String) : []; // a cluster may forbid it: then they stay
  return new Set(paths.flatMap((path) => /\/(shoal_work_\w+)\.db\//.exec(path)?.[1] ?? []));
}

const host = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);

const namePattern = /^shoal_work_([0-9a-f]{8})_(\d+)_(\d+)_([0-9a-f]{8}|[0-9a-f]{32})$/; // some that were left are older, and name no session

/** Whether the run that made it is over: its process is gone, or it began a day ago on another machine. */
function isLeft(name: string, now: number): boolean {
  const [, whose, pid, begun] = namePattern.exec(name) ?? [];
  if (begun === undefined) return false;
  return whose === host ? !isAlive(Number(pid)) : now - Number(begun) > aDay;
}

/** The session of a run, a UUID. */
function sessionOf(name: string): string | undefined {
  const [, , , , id = ''] = namePattern.exec(name) ?? [];
  return id.length === 32 ? id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') : undefined;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
