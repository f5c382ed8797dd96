import { createHook } from 'node:async_hooks';
import { generate, inspect, plan, preview, releasedRows, rewriteReport, run, serve, unwrap, verify } from 'shoal';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { keepThreadsAwake } from '../../src/base/wake-threads.ts';
import { daysCsv } from '../cli/days.ts';
import { openPlace, type Place } from '../cli/shoal-process.ts';

const policy = { subject: 'ID', drop: 'Name', series: 'H1..H8', sensitive: 'Tag', method: 'naive', k: 5 } as const;

let place: Place;
let input: string;
let release: string;
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  place = openPlace();
  input = place.write('days.csv', daysCsv(20));
  release = place.path('release');
  unwrap(await run({ ...policy, input, out: release }));
  await untilNoMore();
});
afterAll(() => {
  vi.useRealTimers();
  place.remove();
});

/** Tasks that the threads of Node are given within so many seconds, of the kind that waits for nothing. */
function tasksWithin(seconds: number): number {
  let given = 0;
  const hook = createHook({
    init(_, type) {
      if (type === 'RANDOMBYTESREQUEST') given++;
    },
  }).enable();
  vi.advanceTimersByTime(1000 * seconds);
  hook.disable();
  return given;
}

const patience = { timeout: 60_000, interval: 5 };

/** Waits until the tasks that were given are done, and no more are given. */
const untilNoMore = () => vi.waitUntil(() => tasksWithin(1) === 0, patience);

it('gives a task each second, however many are at work, and a last one when all have ended', async () => {
  expect(tasksWithin(5)).toBe(0);
  const one = keepThreadsAwake();
  const other = keepThreadsAwake();
  expect(tasksWithin(5)).toBe(5);
  one();
  one();
  expect(tasksWithin(5)).toBe(5);
  other();
  expect(tasksWithin(1)).toBe(1);
  await untilNoMore();
  expect(tasksWithin(5)).toBe(0);
});

it('gives on while a task is not answered, though nobody is at work', async () => {
  keepThreadsAwake()();
  expect(tasksWithin(5)).toBe(5); // none is answered before this ends
  await untilNoMore();
});

/** Calls that take long. */
const doors: Readonly<Record<string, () => Promise<unknown>>> = {
  'a command': () => place.call(['inspect', 'days.csv']),
  generate: () => generate('work', { rows: 20, seed: 1, out: place.path('made.csv') }),
  inspect: () => inspect({ input }),
  plan: () => plan({ ...policy, input }),
  preview: () => preview({ ...policy, input }),
  run: () => run({ ...policy, input, out: place.path('other') }),
  verify: () => verify(release),
  'a report drawn again': () => rewriteReport(release),
  'the rows of a release': () => releasedRows(release),
};

it.each(Object.entries(doors))('keeps threads awake from the call until the end: %s', async (_, door) => {
  expect(tasksWithin(5)).toBe(0);
  const working = door();
  expect(tasksWithin(5)).toBe(5);
  await working;
  await untilNoMore();
});

it('keeps threads awake while the rows of a release are read, however slowly', async () => {
  await using made = unwrap(await run({ ...policy, input }));
  const rows = made.rows()[Symbol.asyncIterator]();
  await rows.next();
  expect(tasksWithin(5)).toBe(5);
  await rows.return?.();
  await untilNoMore();
});

it('keeps threads awake as long as a server runs', async () => {
  const { stop } = unwrap(await serve({ port: 0, state: place.path('state'), stopTime: 0 }));
  expect(tasksWithin(5)).toBe(5);
  await stop();
  await untilNoMore();
});
