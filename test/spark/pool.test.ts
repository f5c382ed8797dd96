import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { createPool, type Pool } from '../../src/base/pool.ts';
import { Refusal } from '../../src/base/problem.ts';
import { randomFrom } from '../../src/base/random.ts';
import { openClusterPool } from '../../src/engine/spark/cluster-pool.ts';
import { kernelCommand } from '../../src/engine/spark/kernel-command.ts';
import { made } from '../families/series/made.ts';
import { draws } from '../suite/draws.ts';
import { clusterFacts, openSession } from './cluster.ts';

const command = kernelCommand();
const opened: Pool[] = [];
afterAll(async () => {
  for (const pool of opened) await pool.close();
});

function poolOf(changed: { readonly command?: string; readonly batchBytes?: number } = {}): Pool {
  const { signal } = new AbortController();
  const pool = openClusterPool({
    threads: createPool(0),
    connect: openSession,
    signal,
    leastTasks: 1,
    batchBytes: 100_000,
    ...changed,
  });
  opened.push(pool);
  return pool;
}

const walks = (rows: number, seed: number | string) => {
  const random = randomFrom(seed);
  const columns = Array.from({ length: 8 }, () => new Float64Array(rows));
  for (let row = 0; row < rows; row++)
    for (let c = 0, at = 0; c < 8; c++) {
      at += random.normal();
      columns[c][row] = Math.round(at * 1000) / 1000;
    }
  return { series: columns, decimals: columns.map(() => 3) };
};
const settings = { method: 'naive', k: 5, p: 2, snap: 'off' } as const;

describe('a pool of executors', () => {
  it('makes what threads make, whatever the curves, the method and the size of a statement', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(),
        fc.integer({ min: 10, max: 600 }),
        fc.constantFrom(
          settings,
          { method: 'kapra', k: 4, p: 2 } as const,
          { method: 'prism', k: 4, p: 2, effort: 'fast' } as const,
        ),
        fc.constantFrom(1, 5000, 10_000_000),
        async (seed, rows, policy, batchBytes) => {
          expect(await made(walks(rows, seed), policy, poolOf({ batchBytes }), 64)).toEqual(
            await made(walks(rows, seed), policy, undefined, 64),
          );
        },
      ),
      { numRuns: draws(5) },
    );
  });

  it('makes the same of curves that are all alike', async () => {
    const alike = { series: Array.from({ length: 4 }, () => new Float64Array(300).fill(1.5)), decimals: [1, 1, 1, 1] };
    expect(await made(alike, { ...settings, segments: 4 }, poolOf(), 32)).toEqual(
      await made(alike, { ...settings, segments: 4 }, undefined, 32),
    );
  });
});

describe('an executor that is killed while kernels run', () => {
  const facts = clusterFacts();
  /** Of the first worker of the cluster. */
  const executors = (): readonly number[] =>
    execFileSync('ps', ['-eo', 'pid,ppid,args', 'ww'], { encoding: 'utf8' })
      .split('\n')
      .filter((line) => line.includes('CoarseGrainedExecutorBackend') && Number(line.trim().split(/\s+/)[1]) === facts?.pids.w1)
      .map((line) => Number(line.trim().split(/\s+/)[0]));

  it.runIf(facts)('changes no row', async () => {
    const killed: number[] = [];
    const isRunning = () => execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).split('\n').includes('sleep 4');
    const running = made(walks(2000, 1), settings, poolOf({ command: `sleep 4; ${command}`, batchBytes: 10_000_000 }), 128);
    await expect.poll(isRunning, { timeout: 60_000 }).toBe(true);
    for (const pid of executors()) if (killed.push(pid)) process.kill(pid, 'SIGKILL');
    expect(await running).toEqual(await made(walks(2000, 1), settings, undefined, 128));
    expect(killed).toHaveLength(1);
  });
});

describe('a worker that fails', () => {
  it.each([
    ['ends at once and says that all is well', 'true', /lost-rows|died/],
    ['reads all and says nothing', 'cat >/dev/null', /lost-rows/],
    ['stops reading half way', `head -n 2 | ${command}`, /lost-rows|died/],
    ['drops a task', `sed 2d | ${command}`, /lost-rows/],
    ['drops an answer', `${command} | sed 2d`, /lost-rows/],
    ['answers twice', `${command} | sed p`, /lost-rows/],
    ['writes a column too many', `${command} | sed "2s/$/\tx/"`, /misshapen/],
    ['writes a column too few', `${command} | cut -f 2-`, /misshapen/],
    ['changes a character', `${command} | sed "2s/.\\$/x/"`, /misshapen/],
    ['prints something else', `echo hello; ${command}`, /misshapen/],
    ['is of another version', `${command} | sed "s/^end.2/end\t1/"`, /foreign/],
    ['dies', `${command}; exit 3`, /died/],
    ['is killed', 'kill -9 $$', /died/],
    ['is not there', 'no-such-program', /died/],
  ])('and %s is refused', async (_, broken, code) => {
    const failed = await made(walks(700, 2), settings, poolOf({ command: broken.replaceAll('\\', '\\\\') }), 64).catch(
      (error: unknown) => error,
    );
    expect(failed instanceof Refusal && failed.problems.map((one) => one.code)).toEqual([expect.stringMatching(code)]);
  });
});
