import fc from 'fast-check';
import { expect, it } from 'vitest';
import { forgeries } from '../campaign/parts/forgeries.ts';
import { draws } from '../suite/draws.ts';

/** Those of a seed are the same every time. */
const { seed = Date.now() } = fc.readConfigureGlobal();

it('refuses whatever chance changes in data or manifest, unless it says the same', { timeout: 600_000 }, async () => {
  const outcomes: string[] = [];
  for (let i = 0; i < draws(40); i++) outcomes.push(await forgeries.attempt(forgeries.draw(seed, i)));
  expect(outcomes).toContain('refused');
});
