import fc from 'fast-check';
import { expect, it } from 'vitest';
import { draws } from '../suite/draws.ts';
import { isReleased } from './hunt.ts';
import { anyHunted } from './random-inputs.ts';

/** How many tables are drawn; `npm run campaign -- promises` draws more. */
const hunts = draws(40);

/** The cases of a draw: each of its seed and place is the same every time. */
const { seed = Date.now() } = fc.readConfigureGlobal();
const cases = fc.sample(anyHunted, { numRuns: hunts, seed });

it('no table and no policy drawn at random gives a release that a recount refutes', {
  timeout: 120_000 + 4000 * hunts,
}, async () => {
  const refuted: string[] = [];
  let releases = 0;
  for (const [place, hunted] of cases.entries())
    try {
      if (await isReleased(hunted)) releases++;
    } catch (fault) {
      refuted.push(
        `seed ${seed}, case ${place}: ${JSON.stringify(hunted.policy)}\n${fault instanceof Error ? fault.message : fault}`,
      );
    }
  expect(refuted).toEqual([]);
  expect(releases).toBeGreaterThan(hunts / 10); // refusals alone would show nothing
});
