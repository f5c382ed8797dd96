import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePolicy } from '../../src/policy/policy.ts';
import type { SeriesInput } from '../../src/policy/policy-input.ts';
import { rolesOf } from '../../src/policy/roles.ts';
import { seriesPolicy } from './series-policy.ts';

const columns = ['ID', 'Name', 'H1', 'H2', 'H3', 'H4', 'Age', 'Town', 'Note'];
const base: SeriesInput = { subject: 'ID', series: 'H1..H4', quasi: 'Age,Town', sensitive: 'Note', drop: 'Name' };

function settled(changes: SeriesInput, names: readonly string[] = columns) {
  return rolesOf(seriesPolicy({ ...base, ...changes }), names);
}

function roles(changes: SeriesInput = {}, names?: readonly string[]) {
  const result = settled(changes, names);
  if (!result.ok) throw new Error(result.problems.map(({ what }) => what).join('\n'));
  return result.value;
}

const problems = (changes: SeriesInput, names?: readonly string[]) => {
  const result = settled(changes, names);
  return result.ok ? [] : result.problems;
};
const codes = (changes: SeriesInput, names?: readonly string[]) => problems(changes, names).map(({ code }) => code);

describe('roles', () => {
  it('give every column what it does', () => {
    expect(roles()).toEqual({
      subject: 'ID',
      series: ['H1', 'H2', 'H3', 'H4'],
      quasi: [{ name: 'Age' }, { name: 'Town' }],
      sensitive: ['Note'],
      dropped: ['ID', 'Name'],
    });
  });

  it('are given once to every column, or the policy is refused', () => {
    const anyRole = fc.constantFrom('series', 'quasi', 'sensitive', 'drop', 'none');
    fc.assert(
      fc.property(fc.array(anyRole, { minLength: 2, maxLength: 8 }), (given) => {
        const names = ['who', ...given.map((_, c) => `c${c}`)];
        const of = (role: string) => names.slice(1).filter((_, c) => given[c] === role);
        const policy = {
          subject: 'who',
          series: of('series'),
          quasi: of('quasi'),
          sensitive: of('sensitive'),
          drop: of('drop'),
          segments: 1,
        };
        const found = settled(policy, names);
        if (of('series').length === 0) expect(found).toMatchObject({ problems: [{ code: 'policy/no-series' }] });
        else if (of('none').length > 0)
          expect(found).toMatchObject({ problems: [{ code: 'policy/column-without-role', facts: { columns: of('none') } }] });
        else {
          const { series, quasi, sensitive, dropped } = roles(policy, names);
          expect([...series, ...quasi.map(({ name }) => name), ...sensitive, ...dropped].toSorted()).toEqual(names.toSorted());
        }
      }),
    );
  });

  it('take a subject that is each row, unless a column is called so', () => {
    expect(roles({ subject: 'row', drop: 'ID,Name' })).toMatchObject({ subject: undefined, dropped: ['ID', 'Name'] });
    expect(roles({ subject: 'row', drop: 'Name' }, columns.with(0, 'row'))).toMatchObject({
      subject: 'row',
      dropped: ['row', 'Name'],
    });
  });

  it('never publish the subject, whether or not it is dropped as well', () => {
    expect(roles({ drop: 'ID,Name' }).dropped).toEqual(['ID', 'Name']);
    for (const role of ['quasi', 'sensitive'] as const) expect(codes({ [role]: 'ID' })).toContain('policy/two-roles');
  });

  it('take series as a range in either direction, a list, or an expression', () => {
    expect(roles({ series: 'H4..H1' }).series).toEqual(['H4', 'H3', 'H2', 'H1']);
    expect(roles({ series: 'H2,H1,H4,H3' }).series).toEqual(['H2', 'H1', 'H4', 'H3']);
    expect(roles({ series: '/^H\\d{1,2}$/' }).series).toEqual(['H1', 'H2', 'H3', 'H4']);
    expect(roles({ series: '/^h/i' }).series).toEqual(['H1', 'H2', 'H3', 'H4']);
  });

  it('take a name for itself before they take it for a range, an expression or a kind', () => {
    const odd = ['ID', 'Name', 'a..b', '/x/', 'Age:number'];
    expect(roles({ series: ['a..b', '/x/'], quasi: ['Age:number'], sensitive: [], segments: 2 }, odd)).toMatchObject({
      series: ['a..b', '/x/'],
      quasi: [{ name: 'Age:number' }],
    });
  });

  it('let a quasi-identifier say its kind; one with a hierarchy is a category', () => {
    expect(roles({ quasi: 'Age:category,Town:category' }).quasi).toEqual([
      { name: 'Age', kind: 'category' },
      { name: 'Town', kind: 'category' },
    ]);
    expect(roles({ hierarchy: { Age: 'ages.csv' } }).quasi).toEqual([{ name: 'Age', kind: 'category' }, { name: 'Town' }]);
  });

  it.each([
    [{ subject: undefined }, ['policy/no-subject']],
    [{ series: [] }, ['policy/no-series']],
    [{ series: 'H1..H9' }, ['input/missing-column']],
    [{ series: 'H0..H4' }, ['input/missing-column']],
    [{ series: '/^Q/' }, ['policy/bad-pattern']],
    [{ series: '/(/' }, ['policy/bad-pattern']],
    [{ series: 'H1,H1,H2,H3,H4' }, ['policy/two-roles']],
    [{ subject: 'Id' }, ['input/missing-column']],
    [{ drop: 'Nmae' }, ['input/missing-column']],
    [{ drop: [] }, ['policy/column-without-role']],
    [{ sensitive: 'Note,Age' }, ['policy/two-roles']],
    [{ segments: 5 }, ['policy/too-many-segments']],
    [{ hierarchy: { Twon: 'towns.csv' } }, ['policy/bad-hierarchy']],
    [{ hierarchy: { Note: 'notes.csv' } }, ['policy/bad-hierarchy']],
    [{ quasi: 'Age:number,Town', hierarchy: { Age: 'ages.csv' } }, ['policy/bad-hierarchy']],
  ] as const)('are refused where they make no sense: %j', (changes, expected) => {
    const { subject, ...rest } = { subject: 'ID', ...changes } as SeriesInput;
    const { subject: _, ...without } = base;
    const given = { ...without, ...(subject === undefined ? {} : { subject }), ...rest };
    const policy = parsePolicy(given);
    const found = policy.ok ? rolesOf(seriesPolicy(given), columns) : policy;
    expect(found.ok ? [] : found.problems.map(({ code }) => code)).toEqual(expected);
  });

  it('name every missing column with where it was asked for and the near match', () => {
    expect(problems({ drop: 'Nmae', sensitive: 'note' })).toMatchObject([
      { where: '--sensitive', fix: expect.stringContaining('Did you mean "Note"?') },
      { where: '--drop', fix: expect.stringContaining('Did you mean "Name"?') },
    ]);
  });

  it('list the first columns of a wide table only', () => {
    const wide = Array.from({ length: 300 }, (_, c) => `c${c}`);
    const [{ what, fix }] = problems({ subject: 'row', series: 'c0', quasi: [], sensitive: [], drop: [], segments: 1 }, wide);
    expect(what).toMatch(/^299 columns have no role: c1, .* and 289 more\.$/);
    expect(fix).toContain('--drop c1,c2');
  });
});
