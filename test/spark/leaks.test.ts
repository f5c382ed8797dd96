import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createPool } from '../../src/base/pool.ts';
import { tasksSql } from '../../src/engine/spark/carry-tasks.ts';
import { openClusterPool } from '../../src/engine/spark/cluster-pool.ts';
import { recordsOf } from '../../src/engine/spark/connect/rows.ts';
import { kernelCommand } from '../../src/engine/spark/kernel-command.ts';
import { made } from '../families/series/made.ts';
import { clusterFacts, openSession, unwrap } from './cluster.ts';

const facts = clusterFacts();

/** All text that the cluster wrote for people: the event log, and the logs of every process. */
const logsOf = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(\.log|stderr|stdout)$|^events_|^app-/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');

it.runIf(facts)('a key that was uploaded stands in no log, plan, process or answer, where one in SQL text would', async () => {
  const [key, marker] = [randomBytes(12).toString('hex'), randomBytes(12).toString('hex')];
  const session = await openSession();
  unwrap(await session.upload('secrets', [{ name: 'secret', type: 'text', values: [key] }]));
  unwrap(
    await session.upload('many', [{ name: 'secret', type: 'text', values: Array(200_000).fill(`${key} and room for more`) }]),
  ); // sent in pieces
  const sql = `SELECT /* ${marker} */ md5(concat(secret, '${marker}', id)) AS h FROM range(0, 100, 1, 2) CROSS JOIN secrets`;
  expect(unwrap(await session.query(sql)).rowCount).toBe(100);
  expect(unwrap(await session.query('SELECT count(*) FROM many')).rowCount).toBe(1);
  const plan = JSON.stringify(recordsOf(unwrap(await session.query(`EXPLAIN EXTENDED ${sql}`))));
  const processes = execFileSync('ps', ['-eo', 'args', 'ww'], { encoding: 'utf8' });
  await session.close();
  const logs = logsOf(facts?.folder ?? '');
  expect([logs.includes(marker), plan.includes(marker)]).toEqual([true, true]); // else nothing was looked at
  expect([logs.includes(key), plan.includes(key), processes.includes(key)]).toEqual([false, false, false]);
});

it.runIf(facts)(
  'blocks of rows that kernels group stand in no log and no plan: of long texts there is the program alone',
  async () => {
    const column = (n: number) => Float64Array.from({ length: 600 }, (_, row) => (row * n) % 101);
    const { signal } = new AbortController();
    const pool = openClusterPool({ threads: createPool(0), connect: openSession, signal, leastTasks: 1, batchBytes: 20_000 });
    await made({ series: [3, 7, 31, 57].map(column) }, { method: 'naive', k: 5, p: 2, segments: 4 }, pool, 64);
    await pool.close();
    const session = await openSession();
    const task = randomBytes(300).toString('base64');
    const texts = ['kernel', 'sum', 'task'].map((name) => ({ name, type: 'text', values: [task] }) as const);
    unwrap(await session.upload('tasks', [{ name: 'ticket', type: 'int', values: Int32Array.of(1) }, ...texts]));
    const plan = JSON.stringify(recordsOf(unwrap(await session.query(`EXPLAIN EXTENDED ${tasksSql('tasks', kernelCommand())}`))));
    await session.close();
    expect(plan).not.toContain(task.slice(0, 60));
    const long = [...logsOf(facts?.folder ?? '').matchAll(/[A-Za-z0-9+/=]{200,}/g)].map(([text]) => text);
    expect(long.length).toBeGreaterThan(0);
    expect(long.filter((text) => !text.startsWith('H4sI'))).toEqual([]); // as gzip begins
  },
);
