import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect } from 'vitest';
import { campaign, draws } from './draws.ts';

/**
 * Properties draw the same cases in every `npm test`, so that a change is what makes a test fail. `SHOAL_TEST_SEED=fresh` draws new
 * ones, as a campaign does, and `SHOAL_TEST_SEED=7` those of a seed that a failure named.
 */
const { SHOAL_TEST_SEED: seed = campaign > 1 ? 'fresh' : '20061' } = process.env;
fc.configureGlobal({ numRuns: draws(100), ...(seed === 'fresh' ? {} : { seed: Number(seed) }) });

/** Rows that are the same are known to be so at once: to compare them, `expect` takes a microsecond for each cell. What differs it tells as ever. */
const sameAtOnce = (one: unknown, other: unknown): true | undefined =>
  isLong(one) && isLong(other) && isDeepStrictEqual(one, other) ? true : undefined;

const isLong = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 30 : ArrayBuffer.isView(value) && value.byteLength > 30;

const known = Symbol.for('shoal: rows are compared at once');
if (!(known in globalThis)) expect.addEqualityTesters([sameAtOnce]); // a worker keeps them from file to file
Object.assign(globalThis, { [known]: true });
