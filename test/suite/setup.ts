import fc from 'fast-check';

/**
 * Properties draw the same cases in every `npm test`, so that a change is what makes a test fail. `SHOAL_TEST_SEED=fresh` draws new
 * ones, `SHOAL_TEST_SEED=7` those of a seed that a failure named.
 */
const { SHOAL_TEST_SEED: seed = '20061' } = process.env;
if (seed !== 'fresh') fc.configureGlobal({ seed: Number(seed) });
