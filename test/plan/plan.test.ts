import { describe, expect, it } from 'vitest';
import { planSeries } from '../../src/plan/plan.ts';
import { parsePolicy, type SeriesInput } from '../../src/policy/policy.ts';

const planned = (given: Partial<SeriesInput>, sensitive: readonly string[]): readonly string[] => {
  const policy = parsePolicy({ subject: 'ID', ...given });
  if (!policy.ok) return policy.problems.map(({ code }) => code);
  if (policy.value.family !== 'series') throw new Error('a policy of series was meant');
  const roles = { subject: 'ID', series: ['H1', 'H2'], quasi: [], sensitive, dropped: [] };
  const plan = planSeries(policy.value, roles, { rows: 100, subjects: 100, threads: 1 });
  return plan.ok ? [] : plan.problems.map(({ code, facts }) => `${code} ${JSON.stringify(facts)}`);
};

describe('a plan', () => {
  it('refuses a column that would be published under the name of a curve, and only where curves are published', () => {
    expect(planned({ reconstruct: true }, ['h2_CURVE'])).toEqual(['policy/name-taken {"column":"H2_curve"}']);
    expect(planned({ reconstruct: true }, ['H3_curve'])).toEqual([]);
    expect(planned({}, ['H2_curve'])).toEqual([]);
  });
});
