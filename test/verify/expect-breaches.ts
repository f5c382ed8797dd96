import { expect } from 'vitest';
import { Exit } from '../../src/base/problem.ts';
import type { Result } from '../../src/base/result.ts';
import { asProblem, type Breach } from '../../src/verify/breaches.ts';
import type { Verdict } from '../../src/verify/verify.ts';
import { marker } from './tamperings.ts';

/** A verdict that is broken in exactly these ways, each told in whole sentences without what a cell says. */
export function expectBreaches(
  verified: Result<Verdict>,
  expected: Breach['kind'] | readonly Breach['kind'][],
  secrets: readonly string[],
): void {
  if (!verified.ok) throw new Error(`refused: ${verified.problems[0]?.code} ${verified.problems[0]?.what}`);
  const { holds, breaches } = verified.value;
  expect(holds).toBe(false);
  expect(breaches.map(({ kind }) => kind).sort()).toEqual([expected].flat().sort());
  for (const found of breaches.map(asProblem)) {
    expect(found).toMatchObject({ exit: Exit.broken, code: expect.stringMatching(/^verify\/[a-z0-9-]+$/) });
    const told = JSON.stringify(found);
    for (const value of [marker, ...secrets]) expect(told).not.toContain(value);
    for (const sentence of [found.what, found.why, found.fix]) expect(sentence).toMatch(/^\S.*[.]$/);
  }
}
