import fc from 'fast-check';
import { campaign, draws } from './draws.ts';

/**
 * Properties draw the same cases in every `npm test`, so that a change is what makes a test fail. `SHOAL_TEST_SEED=fresh` draws new
 * ones, as a campaign does, and `SHOAL_TEST_SEED=7` those of a seed that a failure named.
 */
const { SHOAL_TEST_SEED: seed = campaign > 1 ? 'fresh' : '20061' } = process.env;
fc.configureGlobal({ numRuns: draws(100), ...(seed === 'fresh' ? {} : { seed: Number(seed) }) });
