import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeOf, parsePlan } from '../../src/plan/kept-plan.ts';
import type { KeptPlan } from '../../src/plan/plan.ts';
import { seriesPolicy } from '../policy/series-policy.ts';

const plan: KeptPlan = {
  shoal: '0.1.0',
  family: 'series',
  method: 'naive',
  input: { rows: 40, subjects: 40, sha256: 'ab'.repeat(32), files: { 'towns.csv': 'cd'.repeat(32) } },
  threads: 2,
  memoryBytes: 1000,
  steps: [
    { step: 'cut', blocks: 1, rowsPerBlock: 4096 },
    { step: 'publish', folder: '/home/one/release' },
  ],
  policy: seriesPolicy({ subject: 'id', series: 'a..d', k: 5, p: 2, input: 'days.csv', out: 'release', method: 'naive' }),
};

/** As it comes back from a file. */
const kept = (change: (raw: Record<string, unknown>) => unknown = (raw) => raw): unknown =>
  change(JSON.parse(JSON.stringify({ ...plan, policy: { subject: 'id', series: 'a..d', k: 5, p: 2, method: 'naive' } })));
const codes = (raw: unknown): readonly string[] => {
  const parsed = parsePlan(raw);
  return parsed.ok ? [] : parsed.problems.map(({ code }) => code);
};
const changed = (today: Partial<KeptPlan>): unknown => changeOf(plan, { ...plan, ...today })?.facts.parts;

describe('a plan that was kept', () => {
  it('comes back with its policy, and every default in it', () => {
    const parsed = parsePlan(kept());
    expect(parsed).toMatchObject({ ok: true, value: { threads: 2, policy: { k: 5, threads: 2, missing: 'fail' } } });
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['a list', []],
    ['a text', 'plan'],
    ['without a policy', kept(({ policy: _, ...rest }) => rest)],
    ['without an input', kept(({ input: _, ...rest }) => rest)],
    ['without steps', kept(({ steps: _, ...rest }) => rest)],
    ['with steps that are none', kept((raw) => ({ ...raw, steps: ['read'] }))],
    ['with a list for a policy', kept((raw) => ({ ...raw, policy: [] }))],
  ])('is no plan: %s', (_, raw) => {
    expect(codes(raw)).toEqual(['plan/unreadable']);
  });

  it('is refused as any policy is, where somebody wrote into it', () => {
    expect(codes(kept((raw) => ({ ...raw, policy: { subject: 'id', series: 'a..d', k: 1 } })))).toEqual(['policy/k-too-small']);
    expect(codes(kept((raw) => ({ ...raw, threads: -1 })))).toEqual(['policy/bad-value']);
  });

  it('never throws, whatever a file holds', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (raw) => {
        expect(codes(raw)).toEqual(['plan/unreadable']);
      }),
    );
  });
});

describe('a plan is the same', () => {
  it('whatever the order of its keys', () => {
    const turned = Object.fromEntries(Object.entries(plan).toReversed()) as unknown as KeptPlan; // the same keys
    expect(changeOf(plan, turned)).toBeUndefined();
  });

  it('on other threads, from another place and into another folder', () => {
    expect(
      changed({
        threads: 8,
        policy: { ...plan.policy, input: 'elsewhere.csv', out: 'other', threads: 8 },
        steps: [plan.steps[0], { step: 'publish', folder: '/home/two' }],
      }),
    ).toBeUndefined();
  });

  it.each<[string, Partial<KeptPlan>]>([
    ['input', { input: { ...plan.input, sha256: 'ef'.repeat(32) } }],
    ['input', { input: { ...plan.input, files: { 'towns.csv': 'ef'.repeat(32) } } }],
    ['policy', { policy: seriesPolicy({ subject: 'id', series: 'a..d', k: 6, p: 2, method: 'naive' }) }],
    ['steps', { steps: [{ step: 'cut', blocks: 2, rowsPerBlock: 4096 }, plan.steps[1]] }],
    ['steps', { steps: plan.steps.toReversed() }],
    ['shoal', { shoal: '0.2.0' }],
    ['notes', { notes: ['mind this'] }],
  ])('but not where its %s is another', (part, today) => {
    expect(changed(today)).toEqual([part]);
  });

  it('but not where something is missing in it that is planned today', () => {
    const { notes: _, ...without } = plan;
    expect(changeOf(without, { ...plan, notes: ['mind this'] })?.code).toBe('plan/changed');
  });
});
