import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { createPool, createPoolInPlace, type Pool } from '../../build/base/pool.js';
import { burst, double, leave, linger, readClock, stumble } from '../fixtures/kernels.mjs';

const program = fileURLToPath(new URL('../fixtures/kernels-worker.mjs', import.meta.url));
const open: Pool[] = [];
const poolOf = (threads: number): Pool => {
  const pool = createPool(threads, { program });
  open.push(pool);
  return pool;
};
afterEach(async () => {
  for (const pool of open.splice(0)) await pool.close();
});

const numbers = Array.from({ length: 100 }, (_, i) => i);
const doubled = numbers.map((number) => 2 * number);

describe.each([0, 1, 3])('a pool of %i threads', (threads) => {
  it('answers in the order of the inputs and counts what is done', async () => {
    const counts: number[] = [];
    expect(await poolOf(threads).map(double, numbers, (count) => counts.push(count))).toEqual(doubled);
    expect(counts).toEqual(numbers.map((number) => number + 1));
  });

  it('tells how far kernels are that have not ended', async () => {
    const counts: number[] = [];
    expect(await poolOf(threads).map(linger, [250, 0], (count) => counts.push(count))).toEqual([250, 0]);
    expect(counts.some((count) => count % 1 > 0)).toBe(true);
    expect(counts.filter((count) => count === 2)).toHaveLength(1);
    expect(counts.at(-1)).toBe(2);
  });

  it('hands on what a kernel throws, and goes on', async () => {
    const pool = poolOf(threads);
    await expect(pool.run(stumble, 0)).rejects.toThrow('a kernel stumbled');
    expect(await pool.run(double, 21)).toBe(42);
  });

  it('gives kernels the clock that it shows', async () => {
    const pool = poolOf(threads);
    const before = pool.now();
    const read = await pool.run(readClock, 0);
    expect(read).toBeGreaterThanOrEqual(before);
    expect(read).toBeLessThanOrEqual(pool.now());
  });
});

it('takes urgent work before all that waits', async () => {
  const pool = poolOf(1);
  const ended: number[] = [];
  const listed = (place: number) => (): void => void ended.push(place);
  const first = pool.run(linger, 200).then(listed(0)); // at work, or about to be, when the others come
  const behind = [1, 2, 3].map((place) => pool.run(double, place).then(listed(place)));
  const urgent = pool.run({ ...double, urgent: true }, 4).then(listed(4));
  await Promise.all([first, ...behind, urgent]);
  expect(ended.filter((place) => place !== 4)).toEqual([0, 1, 2, 3]);
  expect(ended.indexOf(4)).toBeLessThan(ended.indexOf(1));
});

describe('a thread that dies', () => {
  /** Work handed in behind what kills threads: done, or failed for that reason, and done where it was still queued. */
  const expectSettled = async (behind: readonly Promise<number>[], reason: RegExp): Promise<void> => {
    for (const [i, one] of (await Promise.allSettled(behind)).entries())
      if (one.status === 'fulfilled') expect(one.value).toBe(doubled[i]);
      else expect(String(one.reason)).toMatch(reason);
    expect(await behind.at(-1)).toBe(doubled.at(-1));
  };

  it('fails the kernel that ended it, and the pool goes on with a fresh one', async () => {
    const pool = poolOf(1);
    await expect(pool.run(leave, 0)).rejects.toThrow('ended, with code 3');
    expect(await pool.map(double, numbers)).toEqual(doubled);
  });

  it('leaves nothing waiting, neither what it held nor what was queued', async () => {
    const pool = poolOf(2);
    const deadly = Promise.allSettled([pool.run(leave, 0), pool.run(leave, 0)]);
    await expectSettled(
      numbers.map((number) => pool.run(double, number)),
      /ended, with code 3/,
    );
    expect((await deadly).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });

  it('of an error that nobody catches gives that error as the reason', async () => {
    const pool = poolOf(1);
    await pool.run(double, 0);
    pool.run(burst, 0).catch(() => {});
    const behind = numbers.map((number) => pool.run(double, number));
    await expectSettled(behind, /a thread burst/);
  });
});

it('a pool that is closed refuses work instead of letting it wait', async () => {
  const pool = createPool(1, { program });
  expect(await pool.run(double, 1)).toBe(2);
  await pool.close();
  await expect(pool.run(double, 1)).rejects.toThrow('double came to a pool that is closed');
});

it('a pool in place reads the clock it was made with', async () => {
  let time = 0;
  const pool = createPoolInPlace(() => ++time);
  expect(await pool.map(readClock, [0, 0, 0])).toEqual([1, 2, 3]);
});
