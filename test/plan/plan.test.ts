import { describe, expect, it } from 'vitest';
import { draftSeries } from '../../src/families/series/draft.ts';
import { parsePolicy } from '../../src/policy/policy.ts';
import type { SeriesInput } from '../../src/policy/policy-input.ts';
import { tableOf } from '../families/series/made.ts';

const planned = (given: Partial<SeriesInput>, sensitive: readonly string[]): readonly string[] => {
  const policy = parsePolicy({ subject: 'ID', ...given });
  if (!policy.ok) return policy.problems.map(({ code }) => code);
  if (policy.value.family !== 'series') throw new Error('a policy of series was meant');
  const roles = { subject: 'ID', series: ['H1', 'H2'], quasi: [], sensitive, dropped: [] };
  const table = tableOf({ series: roles.series.map(() => new Float64Array(100)) });
  const counts = { rows: 100, subjects: 100 };
  const prepared = { counts, rows: 100, sha256: Promise.resolve(''), close: () => {}, roles, table };
  const plan = draftSeries(policy.value, prepared);
  return plan.ok ? [] : plan.problems.map(({ code, facts }) => `${code} ${JSON.stringify(facts)}`);
};

describe('a plan', () => {
  it('refuses a column that would be published under the name of a curve, and only where curves are published', () => {
    expect(planned({ reconstruct: true }, ['h2_CURVE'])).toEqual(['policy/name-taken {"column":"H2_curve"}']);
    expect(planned({ reconstruct: true }, ['H3_curve'])).toEqual([]);
    expect(planned({}, ['H2_curve'])).toEqual([]);
  });
});
