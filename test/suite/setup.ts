import { randomFill } from 'node:crypto';
import fc from 'fast-check';
import { afterEach } from 'vitest';
import { campaign, draws } from './draws.ts';

/**
 * Properties draw the same cases in every `npm test`, so that a change is what makes a test fail. `SHOAL_TEST_SEED=fresh` draws new
 * ones, as a campaign does, and `SHOAL_TEST_SEED=7` those of a seed that a failure named.
 */
const { SHOAL_TEST_SEED: seed = campaign > 1 ? 'fresh' : '20061' } = process.env;
fc.configureGlobal({ numRuns: draws(100), ...(seed === 'fresh' ? {} : { seed: Number(seed) }) });

/** As src/base/wake-threads.ts does for calls that take long: tests await files and databases themselves, too. Once for a worker, with its own clock. */
const awake = globalThis as { shoalTestsAwake?: NodeJS.Timeout };
awake.shoalTestsAwake ??= setInterval(() => randomFill(new Uint8Array(1), () => {}), 1000).unref();

afterEach(async ({ task: { name, result } }) => {
  if (!result?.errors?.some(({ message }) => message.startsWith('Test timed out'))) return;
  const { tellWaits } = await import('./tell-waits.ts'); // almost never
  process.stderr.write(`${name}\n${await tellWaits()}\n`);
});
