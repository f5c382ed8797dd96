import { randomFill } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { afterEach, expect } from 'vitest';
import { campaign, draws } from './draws.ts';

/**
 * Properties draw the same cases in every `npm test`, so that a change is what makes a test fail. `SHOAL_TEST_SEED=fresh` draws new
 * ones, as a campaign does, and `SHOAL_TEST_SEED=7` those of a seed that a failure named.
 */
const { SHOAL_TEST_SEED: seed = campaign > 1 ? 'fresh' : '20061' } = process.env;
fc.configureGlobal({ numRuns: draws(100), ...(seed === 'fresh' ? {} : { seed: Number(seed) }) });

const worker = globalThis as { shoalTestsAwake?: NodeJS.Timeout };
if (worker.shoalTestsAwake === undefined) {
  // As src/base/wake-threads.ts does for calls that take long: tests await files and databases themselves, too.
  worker.shoalTestsAwake = setInterval(() => randomFill(new Uint8Array(1), () => {}), 1000).unref();
  expect.addEqualityTesters([sameAtOnce]);
}

/** Rows that are the same are known to be so at once: to compare them, `expect` takes a microsecond for each cell. What differs it tells as ever. */
function sameAtOnce(one: unknown, other: unknown): true | undefined {
  return isLong(one) && isLong(other) && isDeepStrictEqual(one, other) ? true : undefined;
}

function isLong(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 30 : ArrayBuffer.isView(value) && value.byteLength > 30;
}

afterEach(async ({ task: { name, result } }) => {
  if (!result?.errors?.some(({ message }) => message.startsWith('Test timed out'))) return;
  const { tellWaits } = await import('./tell-waits.ts'); // almost never
  process.stderr.write(`${name}\n${await tellWaits()}\n`);
});
