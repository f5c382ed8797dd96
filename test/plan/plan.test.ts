import { describe, expect, it } from 'vitest';
import { planOf } from '../../src/api/plan.ts';
import { draftSeries } from '../../src/families/series/draft.ts';
import { type PrismPolicy, parsePolicy } from '../../src/policy/policy.ts';
import type { SeriesInput } from '../../src/policy/policy-input.ts';
import { tableOf } from '../families/series/made.ts';
import { seriesPolicy } from '../policy/series-policy.ts';

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

/** The effort that a plan of so many rows says, in its settings and in its steps, and what a second plan of these settings says. */
const effortsAt = (rows: number, given: Partial<SeriesInput> = {}) => {
  const policy = seriesPolicy({ subject: 'ID', release: 'internal', ...given });
  const roles = { subject: 'ID', series: ['H1', 'H2'], quasi: [], sensitive: [], dropped: [] };
  const table = tableOf({ series: roles.series.map(() => new Float64Array(rows)) });
  const prepared = { counts: { rows, subjects: rows }, rows, sha256: Promise.resolve(''), close: () => {}, roles, table };
  const plan = planOf(policy, prepared, 1);
  const again = plan.ok ? planOf(plan.value.policy, prepared, 1) : plan;
  if (!plan.ok || !again.ok) throw new Error('not planned');
  expect(again.value).toEqual(plan.value);
  const said = plan.value.steps.flatMap((step) =>
    step.step === 'group' ? [step.effort] : step.step === 'pattern' ? [step.how.effort] : [],
  );
  return [(plan.value.policy as PrismPolicy).effort, ...said];
};

describe('a plan', () => {
  it.each([
    [199_999, 'normal'],
    [200_000, 'normal'],
    [200_001, 'fast'],
  ])('of %i rows improves groups with the effort it says: %s', (rows, effort) => {
    expect(effortsAt(rows)).toEqual([effort, effort, effort]);
    expect(effortsAt(rows, { effort: 'auto' })).toEqual([effort, effort, effort]);
  });

  it('keeps an effort that somebody asked for, whatever the rows', () => {
    for (const effort of ['fast', 'normal', 'best'] as const)
      for (const rows of [200, 200_001]) expect(effortsAt(rows, { effort })).toEqual([effort, effort, effort]);
  });

  it('refuses a column that would be published under the name of a curve, and only where curves are published', () => {
    expect(planned({ reconstruct: true }, ['h2_CURVE'])).toEqual(['policy/name-taken {"column":"H2_curve"}']);
    expect(planned({ reconstruct: true }, ['H3_curve'])).toEqual([]);
    expect(planned({}, ['H2_curve'])).toEqual([]);
  });
});
