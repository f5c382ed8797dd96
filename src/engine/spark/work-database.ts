import { createHash, randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { orThrow } from './cluster.ts';
import type { SparkSession } from './connect/session.ts';
import { sqlName } from './sql.ts';

/** Where a run keeps its tables in the cluster: a database of its own, which goes with it, files and all. Its name says whose it is. */
export interface WorkDatabase {
  readonly name: string;
  remove(): Promise<void>;
}

const prefix = 'shoal_work_';
const aDay = 86_400;
const patience = 20_000; // milliseconds: a cluster that does not answer must not keep the run

/** Makes a database for one run, and removes those that runs left which no longer live. */
export async function openWorkDatabase(session: SparkSession, signal: AbortSignal): Promise<WorkDatabase> {
  const now = Math.floor(Date.now() / 1000);
  const drop = async (name: string) =>
    void (await session
      .execute(`DROP DATABASE IF EXISTS ${sqlName(name)} CASCADE`, { signal: AbortSignal.timeout(patience) })
      .catch(() => undefined));
  const found = orThrow(await session.query(`SHOW DATABASES LIKE '${prefix}*'`, { signal }));
  for (const name of Array.from(found.columns[0]?.values ?? [], String)) if (isLeft(name, now)) await drop(name);
  const name = `${prefix}${host}_${process.pid}_${now}_${randomBytes(4).toString('hex')}`;
  orThrow(await session.execute(`CREATE DATABASE ${sqlName(name)}`, { signal }));
  return { name, remove: () => drop(name) };
}

const host = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);

/** Whether the run that made it is over: its process is gone, or it began a day ago on another machine. */
function isLeft(name: string, now: number): boolean {
  const [, whose, pid, begun] = /^shoal_work_([0-9a-f]{8})_(\d+)_(\d+)_[0-9a-f]{8}$/.exec(name) ?? [];
  if (begun === undefined) return false;
  return whose === host ? !isAlive(Number(pid)) : now - Number(begun) > aDay;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
