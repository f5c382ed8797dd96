import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { events } from '../../src/families/events/family.ts';
import { series } from '../../src/families/series/family.ts';
import { table } from '../../src/families/table/family.ts';
import { atLeast, atMost, type Figures, type GateStep, gates, refusalAt } from '../../src/plan/gates.ts';
import { methodsOf } from '../../src/policy/family.ts';
import { parsePolicy } from '../../src/policy/policy.ts';
import { inPlace } from '../attacks/attack.ts';
import { daysCsv, roles } from '../cli/days.ts';

const policyOf = (raw: object) => {
  const policy = parsePolicy(raw);
  if (!policy.ok) throw new Error(policy.problems[0].what);
  return policy.value;
};
const kapra = policyOf({ method: 'kapra', k: 5, subject: 'row' });
const left = { after: 'users', subjects: 9, otherwise: 4 } as const;

/** Of each gate: what keeps its limit, just so, and what does not. */
const cases: readonly (readonly [GateStep, Figures, Figures])[] = [
  [atLeast('released', 5), { released: 5 }, { released: 4 }],
  [
    atLeast('distinctValues', 3),
    { distinctValues: { column: 'ill', values: 3 } },
    { distinctValues: { column: 'ill', values: 2 } },
  ],
  [atMost('models', 0), { models: undefined }, { models: { column: 'ill', asked: 't is 0.1', reachable: 'a larger t' } }],
  [atMost('valueLoss', 0.5), { valueLoss: 0.5 }, { valueLoss: 0.51 }],
  [atMost('patternLoss', 0), { patternLoss: 0 }, { patternLoss: 0.1 }],
  [atLeast('combinations', 1), { combinations: { count: 1, left } }, { combinations: { count: 0, left } }],
  [atMost('leftOut', 0.05), { leftOut: 0.05 }, { leftOut: 0.051 }],
  [atMost('speltTwice', 0), { speltTwice: undefined }, { speltTwice: { column: 'cargo', values: 1 } }],
  [atMost('population', 0), { population: 0 }, { population: 1 }],
  [atMost('singledOut', 0.09), { singledOut: { shareOfSubjects: 0.09 } }, { singledOut: { shareOfSubjects: 0.1 } }],
  [atMost('linkage', 0.2), { linkage: { intruder: 'curve', success: 0.2 } }, { linkage: { intruder: 'curve', success: 0.21 } }],
  [atMost('unicity', 0.09), { unicity: [{ points: 1, share: 0.09 }] }, { unicity: [{ points: 4, share: 0.2 }] }],
];

describe('a gate', () => {
  it('of every figure lets pass what keeps its limit, and refuses the rest with the code it names', () => {
    expect(cases.map(([{ figure }]) => figure).sort()).toEqual(Object.keys(gates).sort());
    const policy = { ...policyOf({ method: 'events', preset: 'telecare' }), ...kapra }; // settings that any of the messages tell of
    for (const [step, kept, broken] of cases) {
      expect(refusalAt(step, kept, policy), step.figure).toBeUndefined();
      expect(refusalAt(step, broken, policy)?.code, step.figure).toBe(step.refuses);
    }
  });

  it('does not let pass what nobody could measure', () => {
    expect(refusalAt(atMost('unicity', 1), { unicity: [] }, policyOf({ method: 'events' }))?.code).toBe('output/unicity');
  });

  it('is a step that people read before the run', () =>
    inPlace(async (place) => {
      writeFileSync(place.path('days.csv'), daysCsv(40));
      const { stdout } = await place.call(['plan', 'days.csv', ...roles, '--method', 'kapra', '-k', '8']);
      expect(stdout).toContain('go on only with at least 8 subjects in the release; otherwise end with policy/too-few-left');
    }));
});

describe('a family', () => {
  it('has every method that a policy may name', () => {
    for (const { name, methods } of [series, events, table]) expect(methods).toEqual(methodsOf[name]);
  });
});
