import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Progress } from '../../src/base/progress.ts';
import { progressTeller } from '../../src/cli/progress.ts';
import type { World } from '../../src/cli/world.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A world with a clock of its own, and what it was told. */
function worldAt(terminal: boolean) {
  const told: string[] = [];
  const world = {
    terminal,
    columns: 80,
    env: {},
    now: () => Date.now(),
    tell: (text: string) => void told.push(text),
  } as unknown as World; // no more of it is looked at
  return { world, told };
}

const group = (done: number, finished = false): Progress => ({
  phase: 'group',
  done,
  total: 1000,
  unit: 'rows',
  ...(finished ? { finished } : {}),
});

it('tells share, rate and time left of a phase that takes longer than a second', () => {
  const { world, told } = worldAt(true);
  const teller = progressTeller(world, 'auto');
  vi.advanceTimersByTime(2000);
  teller.on(group(250));
  expect(told.at(-1)).toMatch(/group +████░+ 25 % {2}250 rows {2}125 rows\/s {2}0:06 left$/);
  teller.on(group(1000, true));
  teller.end();
  expect(told.at(-1)).toMatch(/^group +1,000 rows +2\.00 s {2}500 rows\/s\n$/);
});

it('keeps the clock going on a terminal while nothing is heard, before the first phase too', () => {
  const { world, told } = worldAt(true);
  const teller = progressTeller(world, 'auto');
  vi.advanceTimersByTime(3000);
  expect(told.at(-1)).toContain('0:03');
  teller.on(group(500));
  vi.advanceTimersByTime(3000);
  expect(told.at(-1)).toMatch(/50 % .* 0:06 left$/);
  teller.end();
  const before = told.length;
  vi.advanceTimersByTime(5000);
  expect(told).toHaveLength(before);
});

it('tells programs the same, as numbers', () => {
  const { world, told } = worldAt(false);
  const teller = progressTeller(world, 'json');
  vi.advanceTimersByTime(4000);
  teller.on(group(100));
  expect(JSON.parse(told.at(-1) ?? '')).toEqual({ ...group(100), seconds: 4, share: 0.1, rate: 25, secondsLeft: 36 });
  teller.on({ phase: 'fetch', done: 10, unit: 'rows' });
  expect(JSON.parse(told.at(-1) ?? '')).not.toHaveProperty('share');
});

it('writes to a file a line every ten seconds, and no timer', () => {
  const { world, told } = worldAt(false);
  const teller = progressTeller(world, 'auto');
  for (let second = 1; second <= 25; second++) {
    vi.advanceTimersByTime(1000);
    teller.on(group(10 * second));
  }
  expect(told).toHaveLength(2);
  expect(told[0]).toMatch(/ 10 % {2}100 rows {2}10 rows\/s {2}1:30 left\n$/);
});
