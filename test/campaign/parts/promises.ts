import fc from 'fast-check';
import { isReleased } from '../../attacks/hunt.ts';
import { anyHunted, type Hunted } from '../../attacks/random-inputs.ts';
import { type Part, seedOf, without } from '../part.ts';

/** A table and a policy drawn at random, the same for the same seed and number. */
export const drawHunted = (seed: number, number: number): Hunted =>
  fc.sample(anyHunted, { numRuns: 1, seed: seedOf(seed, number) })[0];

/** The same with fewer rows, or without one of its settings. */
export function* smallerHunted(hunted: Hunted): Generator<Hunted> {
  for (const records of without(hunted.records, 1)) yield { ...hunted, records };
  const needed = ['method', 'k', 'subject', 'series', 'time', 'event', 'mapping', 'quasi', 'sensitive', 'drop'];
  for (const name of Object.keys(hunted.policy).filter((key) => !needed.includes(key))) {
    const { [name as keyof Hunted['policy']]: _, ...policy } = hunted.policy;
    yield { ...hunted, policy: policy as Hunted['policy'] };
  }
}

export const promises: Part<Hunted> = {
  name: 'promises',
  holds: 'a release of any table by any policy verifies, beside its original too, and a recount by other code finds nothing',
  goal: 1_000_000,
  draw: drawHunted,
  attempt: async (hunted) => ((await isReleased(hunted)) ? 'released' : 'refused'),
  smaller: smallerHunted,
};
