import { describe, expect, it } from 'vitest';
import { cellsOf, sweepQueries } from '../../src/api/sweep-cells.ts';
import type { SweepGrid } from '../../src/policy/policy-input.ts';
import { parseSweep, type Sweep } from '../../src/policy/sweep-grid.ts';

const gridOf = (grid: SweepGrid): Sweep => {
  const parsed = parseSweep(grid);
  if (!parsed.ok) throw new Error(parsed.problems[0].what);
  return parsed.value;
};
const roles = { subject: 'id', series: 'a..d' };
const cells = (raw: Readonly<Record<string, unknown>>, grid: SweepGrid) => {
  const found = cellsOf({ ...roles, ...raw }, gridOf({ k: [5], p: [2], maxLevel: [4], method: ['naive'], ...grid }));
  if (!found.ok) throw new Error(found.problems[0].what);
  return found.value.cells;
};

describe('the settings of a sweep', () => {
  it('are every combination of the grid once, in its order', () => {
    const found = cells({}, { k: [10, 5, 10], p: [3, 2], maxLevel: [4, 8], method: ['kapra', 'naive'] });
    expect(found).toHaveLength(16);
    expect(found.slice(0, 3).map(({ setting }) => setting)).toEqual([
      { method: 'kapra', k: 10, p: 3, maxLevel: 4 },
      { method: 'kapra', k: 10, p: 3, maxLevel: 8 },
      { method: 'kapra', k: 10, p: 2, maxLevel: 4 },
    ]);
    expect(new Set(found.map(({ setting }) => JSON.stringify(setting))).size).toBe(16);
  });

  it('beat what the policy says of k, P, level and method; all else of it stays', () => {
    const [cell] = cells({ k: 50, p: 20, maxLevel: 2, method: 'kapra', segments: 2, seed: 3 }, {});
    expect(cell).toMatchObject({ policy: { method: 'naive', k: 5, p: 2, maxLevel: 4, segments: 2, seed: 3 } });
  });

  it('ask fewer queries than a run, and of PRISM less effort, unless the policy says how many', () => {
    const [naive, prism] = cells({}, { method: ['naive', 'prism'] });
    expect(naive).toMatchObject({ policy: { queries: sweepQueries } });
    expect(prism).toMatchObject({ policy: { queries: sweepQueries, effort: 'fast' } });
    expect(cells({ queries: 7, effort: 'best' }, { method: ['prism'] })).toMatchObject([
      { policy: { queries: 7, effort: 'best' } },
    ]);
  });

  it('take from the policy what only their own method knows', () => {
    const found = cells({ badLeaf: 'paper', effort: 'best' }, { method: ['naive', 'prism'] });
    expect(found).toMatchObject([{ policy: { badLeaf: 'paper' } }, { policy: { effort: 'best' } }]);
    expect(found.map((cell) => 'policy' in cell && 'effort' in cell.policy)).toEqual([false, true]);
  });

  it('write no release, whatever the policy says of places', () => {
    const [cell] = cells({ out: 'release', outTable: 'postgres://h/d?table=t', trace: 'tree.json', sweep: { k: [9] } }, {});
    expect('policy' in cell && [cell.policy.outTable, 'trace' in cell.policy && cell.policy.trace]).not.toContain('tree.json');
    expect('policy' in cell && cell.policy.outTable).toBeUndefined();
  });

  it('are impossible one by one where P is above k, and the others stay', () => {
    const found = cells({}, { k: [3, 5], p: [4] });
    expect(found).toMatchObject([{ impossible: { code: 'policy/p-above-k' } }, { policy: { k: 5, p: 4 } }]);
  });

  it('are refused at once where the policy is wrong whatever the setting, each fault told once', () => {
    const refused = cellsOf(
      { ...roles, segments: 0, missing: 'maybe' },
      gridOf({ k: [5, 6], p: [2], maxLevel: [4], method: ['naive'] }),
    );
    expect(refused.ok ? [] : refused.problems.map(({ code }) => code)).toEqual(['policy/bad-value', 'policy/bad-value']);
  });
});

describe('the settings of other families', () => {
  const of = (raw: Readonly<Record<string, unknown>>, grid: SweepGrid) => {
    const found = cellsOf(raw, gridOf({ k: [5], ...grid }));
    if (!found.ok) throw new Error(found.problems[0].what);
    return found.value;
  };

  it('are impossible one by one where a setting of the policy does not go with one of the grid', () => {
    const log = { family: 'events', subject: 'id', time: 'at', event: 'what' };
    const confident = of({ ...log, confidence: 0.5 }, { flatten: ['none'], pseudonym: ['drop', 'shared'] }).cells;
    expect(confident).toMatchObject([{ impossible: { code: 'policy/needs-links' } }, { policy: { pseudonym: 'shared' } }]);
    const whole = of({ ...log, traces: 5, pseudonym: 'shared' }, { k: [5, 8], flatten: ['none'] }).cells;
    expect(whole).toMatchObject([{ policy: { k: 5 } }, { impossible: { code: 'policy/bad-value', facts: { key: 'traces' } } }]);
  });

  it('are, of events, what is flattened and what replaces the subject', () => {
    const { family, cells: found } = of(
      { preset: 'telecare' },
      { flatten: ['none', 'week_number+weekday'], pseudonym: ['drop', 'shared'] },
    );
    expect(family).toBe('events');
    expect(found).toHaveLength(4);
    expect(found.at(-1)).toMatchObject({ policy: { flatten: ['week_number', 'weekday'], pseudonym: 'shared', k: 5 } });
    expect(of({ family: 'events' }, {}).grid.flatten).toEqual(['none', 'week_number', 'sweep']);
    expect(of({ family: 'events', flatten: 'week_number,weekday' }, {}).grid.flatten).toEqual([
      'none',
      'week_number+weekday',
      'sweep',
    ]);
  });

  it('are, of tables, the method and the parts of times', () => {
    const { family, cells: found } = of(
      { preset: 'tolls' },
      { method: ['hierarchy', 'merge'], timeKind: ['hour', 'hour+weekday'] },
    );
    expect(family).toBe('table');
    expect(found).toHaveLength(4);
    expect(found[1]).toMatchObject({
      policy: { method: 'hierarchy', quasi: ['section_id:prefix', 'exit_time:hour', 'exit_time:weekday'] },
    });
    expect(of({ method: 'kaca', subject: 'row', quasi: 'a:time' }, { method: ['merge'] }).cells).toMatchObject([
      { policy: { method: 'merge' } },
    ]);
  });

  it('are, of series, efforts of PRISM alone, and segments', () => {
    const { cells: found } = of(roles, {
      p: [2],
      maxLevel: [4],
      method: ['naive', 'prism'],
      effort: ['fast', 'best'],
      segments: [2, 4],
    });
    expect(found.map(({ setting }) => [setting.method, setting.effort, setting.segments].join(' '))).toEqual([
      'naive  2',
      'naive  4',
      'prism fast 2',
      'prism fast 4',
      'prism best 2',
      'prism best 4',
    ]);
  });

  it.each([
    [{ family: 'events' }, { p: [2] }, 'sweep.p'],
    [{ preset: 'tolls' }, { flatten: ['none'] }, 'sweep.flatten'],
    [roles, { method: ['naive', 'kmeans'] }, 'sweep.method'],
    [{ family: 'events' }, { flatten: ['nonsense'] }, 'nonsense'],
  ] as const)('are refused where a family has no such setting: %j with %j', (raw, grid, says) => {
    const found = cellsOf(raw, gridOf({ k: [5], ...grid } as SweepGrid));
    expect(found.ok ? '' : found.problems[0].what).toContain(says);
  });
});
