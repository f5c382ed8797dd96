import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { ClusterFacts } from './cluster.ts';

const script = fileURLToPath(new URL('../../scripts/test-spark.mjs', import.meta.url));

/** A cluster of its own, as parts of it will be killed. */
export interface OwnCluster extends ClusterFacts {
  readonly address: string;
  readonly process: ChildProcess;
}

export async function startCluster(): Promise<OwnCluster> {
  const env = { ...process.env };
  const up = spawn(process.execPath, [script, '--up'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  up.stdout.on('data', (piece) => {
    said += piece;
  });
  for (let tries = 0; tries < 2000; tries++) {
    const [, address, file] = /SHOAL_SPARK=(\S+) SHOAL_SPARK_CLUSTER=(\S+)/.exec(said) ?? [];
    if (file !== undefined) return { ...(JSON.parse(readFileSync(file, 'utf8')) as ClusterFacts), address, process: up };
    await wait(100);
  }
  throw new Error('no cluster came up');
}

export const stopCluster = ({ process: up }: OwnCluster): Promise<unknown> => {
  const ended = new Promise((done) => up.once('exit', done));
  up.kill('SIGTERM');
  return ended;
};

/** Has a part that was killed started again; answers the cluster as it is then. */
export async function revive(own: OwnCluster, part: 'w1' | 'connect'): Promise<OwnCluster> {
  own.process.kill('SIGUSR2');
  for (let tries = 0; tries < 2000; tries++) {
    const { pids } = JSON.parse(readFileSync(join(own.folder, 'cluster.json'), 'utf8')) as ClusterFacts;
    if (pids[part] !== own.pids[part]) return { ...own, pids };
    await wait(100);
  }
  throw new Error(`the ${part} did not come up again`);
}

/** Work folders that lie in the warehouse of a cluster, whether or not it knows of them. */
export function workFolders({ folder }: ClusterFacts): readonly string[] {
  try {
    return readdirSync(join(folder, 'warehouse')).filter((name) => name.startsWith('shoal_work_'));
  } catch {
    return []; // nothing was written yet
  }
}

/** Processes below one of the cluster, and it. */
export function below(pid: number, pattern = /./): readonly number[] {
  const all = execFileSync('ps', ['-eo', 'pid,ppid,args', 'ww'], { encoding: 'utf8' })
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? ['', '0', '0', '']);
  const found = new Set([pid]);
  for (const _ of [1, 2, 3]) for (const [, own, parent] of all) if (found.has(Number(parent))) found.add(Number(own));
  return all.flatMap(([, own, , args]) => (found.has(Number(own)) && pattern.test(args) ? [Number(own)] : []));
}

export const kill = (pids: readonly number[]): void => {
  for (const pid of pids)
    try {
      process.kill(pid, 'SIGKILL');
    } catch {} // it has ended
};
