import { createHash, randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { Result } from '../../base/result.ts';
import type { SparkSession } from './connect/session.ts';
import { sqlName } from './sql.ts';

/** Where a run keeps its tables in the cluster: a database of its own, which goes with it, files and all. Its name says whose it is. */
export interface WorkDatabase {
  readonly name: string;
  /** Makes it, and removes those of runs that no longer live. */
  make(signal: AbortSignal): Promise<Result<void>>;
  /** Whether or not it was made. */
  remove(): Promise<void>;
}

const prefix = 'shoal_work_';
const aDay = 86_400;
const patience = 20_000; // milliseconds: a cluster that does not answer must not keep the run

export function workDatabase(session: SparkSession): WorkDatabase {
  const now = Math.floor(Date.now() / 1000);
  const name = `${prefix}${host}_${process.pid}_${now}_${randomBytes(4).toString('hex')}`;
  const drop = async (one: string): Promise<void> => {
    const signal = AbortSignal.timeout(patience);
    await session.execute(`DROP DATABASE IF EXISTS ${sqlName(one)} CASCADE`, { signal }).catch(() => undefined);
  };
  return {
    name,
    async make(signal) {
      const found = await session.query(`SHOW DATABASES LIKE '${prefix}*'`, { signal });
      if (!found.ok) return found;
      for (const one of Array.from(found.value.columns[0]?.values ?? [], String)) if (isLeft(one, now)) await drop(one);
      return session.execute(`CREATE DATABASE ${sqlName(name)}`, { signal });
    },
    remove: () => drop(name),
  };
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
