import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import {
  Exit,
  generate,
  run,
  type SeriesInput,
  type SweepGrid,
  type SweepOptions,
  type SweepPoint,
  type SweepPolicyInput,
  type SweepResult,
  sweep,
  verify,
} from 'shoal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keysOf } from '../../src/policy/policy.ts';
import { methods } from '../../src/policy/sweep-grid.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
let home = '';
let days: SeriesInput;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'shoal sweep '));
  const input = join(home, 'work.csv');
  expect(await generate('work', { rows: 120, seed: 4, out: input })).toMatchObject({ ok: true });
  days = {
    input,
    subject: 'ID',
    series: 'H1..H8',
    drop: ['Name', 'Surname'],
    sensitive: ['Performance_SD'],
    seed: 9,
    queries: 50,
  };
});

afterAll(() => rmSync(home, { recursive: true, force: true }));

let sweeps = 0;
const place = (): string => join(home, `sweep-${sweeps++}`);

async function swept(grid: SweepGrid, policy: SweepPolicyInput = days, out = place()): Promise<SweepResult> {
  const result = await sweep(policy, grid, { out });
  if (!result.ok) throw new Error(result.problems.map(({ what }) => what).join(' '));
  return result.value;
}

/** What a run of its own finds, to the last bit. */
async function expectAsAlone(point: SweepPoint, policy: SeriesInput): Promise<void> {
  const { method, k, p, maxLevel } = point;
  const effort = method === 'prism' ? { effort: 'fast' } : {}; // a sweep's own
  const alone = await run({ ...policy, ...effort, method, k, p, maxLevel, out: place() } as SeriesInput); // the point vouches for its method
  if (!alone.ok) throw new Error(alone.problems[0].what);
  const { measure, release } = alone.value;
  const { fidelity: _, leastFidelity: __, singledOut: ___, ...figures } = measure; // of one method only, and a risk: a sweep compares losses
  expect(point).toMatchObject({
    ...figures,
    groups: release.groups,
    leaves: release.leaves,
    retention: release.retention,
    suppressed: release.suppressedSubjects,
  });
}

const codes = (result: Awaited<ReturnType<typeof sweep>>) =>
  result.ok ? [] : result.problems.map(({ code, exit }) => [code, exit]);
const verified = (points: readonly SweepPoint[]) => points.flatMap((point) => (point.status === 'verified' ? [point] : []));
const grid = { k: [5, 10], p: [2, 3], maxLevel: [3, 8], method: ['naive', 'kapra', 'prism'] } satisfies SweepGrid;

describe('a sweep', () => {
  it('finds for each setting what a run of its own finds, to the last bit', async () => {
    const { points } = await swept({ ...grid, maxLevel: [8] });
    expect(points).toHaveLength(12);
    for (const point of verified(points)) await expectAsAlone(point, days);
  });

  it('does so too where the table is cut into blocks for the threads', async () => {
    const input = join(home, 'walks.csv');
    expect(await generate('walks', { rows: 4200, seed: 5, length: 4, out: input })).toMatchObject({ ok: true });
    const walks: SeriesInput = { input, subject: 'id', series: '/^T/', seed: 9, queries: 50, segments: 2 };
    const { points } = await swept({ k: [5], p: [2], maxLevel: [4], method: ['naive', 'kapra', 'prism'] }, walks);
    expect(verified(points)).toHaveLength(3);
    for (const point of verified(points)) await expectAsAlone(point, walks);
  });

  it('finds the same on 1, 2 and 4 threads, and in any order of the grid', async () => {
    const bare = ({ points }: SweepResult) => points.map((point) => ({ ...point, seconds: 0, command: '' }));
    const few = { ...grid, p: [3], maxLevel: [8] };
    const one = bare(await swept(few, { ...days, threads: 1 }));
    expect(bare(await swept(few, { ...days, threads: 2 }))).toEqual(one);
    expect(bare(await swept(few, { ...days, threads: 4 }))).toEqual(one);
    const other = await swept({ ...few, k: [10, 5], method: few.method.toReversed() }, days);
    expect(bare(other)).toEqual(expect.arrayContaining(one));
  });

  it('marks settings that no release can have, with the reason and without figures', async () => {
    const { points } = await swept({ k: [5, 121], p: [2, 8], maxLevel: [3], method: ['naive'] });
    const impossible = points.flatMap((point) => (point.status === 'impossible' ? [point] : []));
    expect(verified(points).map(({ k, p }) => [k, p])).toEqual([[5, 2]]);
    expect(impossible.map(({ k, p, reason }) => [k, p, reason])).toEqual([
      [5, 8, 'P is 8 and k is 5. A group of 5 subjects cannot hold a pattern shared by 8.'],
      [121, 2, expect.stringMatching(/^k is 121, but the input holds 120 subjects\./)],
      [121, 8, expect.stringMatching(/^k is 121/)],
    ]);
    for (const point of impossible)
      expect(Object.keys(point).sort()).toEqual([
        'code',
        'k',
        'maxLevel',
        'method',
        'p',
        'pareto',
        'reason',
        'recommended',
        'status',
      ]);
  });

  it('marks a setting that leaves too few subjects to make one group', async () => {
    const input = join(home, 'apart.csv');
    const rows = ['1,9,1,1,1', '2,1,9,1,1', '3,1,1,9,1', '4,1,1,1,9', '5,1,2,3,4', '6,1,2,3,4'];
    writeFileSync(input, `id,a,b,c,d\n${rows.join('\n')}\n`);
    const policy: SeriesInput = { input, subject: 'id', series: 'a..d', method: 'kapra', residue: 'suppress', queries: 0 };
    const { points } = await swept({ k: [2, 4], p: [2], maxLevel: [20], method: ['kapra'] }, policy);
    expect(points).toMatchObject([
      { k: 2, status: 'verified', suppressed: 4, retention: 1 / 3 },
      { k: 4, status: 'impossible', reason: expect.stringContaining('Fewer than k = 4 subjects') },
    ]);
    expect(points[0]).not.toHaveProperty('rangeQueryError');
  });

  it('lists no setting whose release breaks a promise: it stops, and writes nothing', () => {
    const spoilt = join(home, 'spoilt');
    mkdirSync(spoilt);
    for (const part of ['build', 'package.json']) cpSync(join(root, part), join(spoilt, part), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(spoilt, 'node_modules'));
    renameSync(join(spoilt, 'build/clusters/mondrian.js'), join(spoilt, 'build/clusters/sound.js'));
    writeFileSync(
      join(spoilt, 'build/clusters/mondrian.js'),
      `export * from './sound.js';
       export const blocks = (space, rows) => ({ rows, starts: Uint32Array.of(0, rows.length) });
       export const mondrian = (space, rows) => ({ rows, starts: Uint32Array.from({ length: rows.length / 4 + 1 }, (_, g) => 4 * g) });`,
    );
    const out = join(home, 'unwritten');
    const program = `import { sweep } from '${join(spoilt, 'build/index.js')}';
      const swept = await sweep(${JSON.stringify(days)}, { k: [5], p: [2], maxLevel: [3], method: ['naive'] }, { out: '${out}' });
      console.log(JSON.stringify(swept.ok ? [] : swept.problems.map(({ code, exit }) => [code, exit])));`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toContainEqual(['verify/small-group', Exit.broken]);
    expect(existsSync(out)).toBe(false);
  });

  it('writes three files, and no release', async () => {
    const out = place();
    const result = await swept({ k: [5], p: [2], maxLevel: [3, 5], method: ['naive'] }, days, out);
    expect(readdirSync(out).sort()).toEqual(['sweep.csv', 'sweep.html', 'sweep.json']);
    expect(JSON.parse(readFileSync(join(out, 'sweep.json'), 'utf8'))).toEqual(JSON.parse(JSON.stringify(result)));
  });

  it('tells progress by settings', async () => {
    const told: string[] = [];
    const onProgress = ({
      phase,
      done,
      total,
      unit,
      finished,
    }: {
      phase: string;
      done: number;
      total?: number;
      unit: string;
      finished?: boolean;
    }) => {
      if (phase === 'sweep') told.push(`${done}/${total} ${unit}${finished ? '.' : ''}`);
    };
    await sweep(days, { k: [5], p: [2, 8], maxLevel: [3, 5], method: ['naive'] }, { out: place(), onProgress });
    expect(told).toEqual(['1/2 settings', '2/2 settings.']);
  });

  it('asks 200 range queries a setting unless told otherwise', async () => {
    const { queries: _, ...without } = days;
    expect((await swept({ k: [5], p: [2], maxLevel: [3], method: ['naive'] }, without)).queries).toBe(200);
    expect((await swept({ k: [5], p: [2], maxLevel: [3], method: ['naive'] })).queries).toBe(50);
  });

  it('takes its grid from the policy where none is given, and from the call where both are', async () => {
    const policy = { ...days, sweep: { k: [4, 6], p: [2], maxLevel: [3], method: ['naive' as const] } };
    expect((await swept({}, policy)).points.map(({ k }) => k)).toEqual([4, 6]);
    expect((await swept({ k: [7] }, policy)).points.map(({ k }) => k)).toEqual([7]);
    const { k: _, ...rest } = policy.sweep;
    expect((await swept(rest, days)).points.map(({ k }) => k)).toEqual([5, 10, 20, 50]);
  });

  it('tries each method with the settings it understands', async () => {
    const policy = { ...days, badLeaf: 'paper', grouping: 'tree' } as const;
    const both = await swept({ k: [5], p: [2], maxLevel: [5], method: ['naive', 'kapra'] }, policy);
    expect(verified(both.points).map(({ command }) => /--bad-leaf \w+|--grouping \w+/.exec(command)?.[0])).toEqual([
      '--bad-leaf paper',
      '--grouping tree',
    ]);
    const alone = await sweep(policy, { k: [5], p: [2], maxLevel: [5], method: ['naive'] }, { out: place() });
    expect(codes(alone)).toEqual([['policy/other-method', Exit.usage]]);
  });

  it('knows every method of series a policy may have', () => {
    const ofSeries = Object.keys(keysOf).filter((method) => method !== 'events' && method !== 'table'); // which have neither P nor levels to try
    expect([...methods].sort()).toEqual(ofSeries.sort());
  });
});

describe('a recommendation', () => {
  it('marks one setting, of the Pareto set where no limit is given', async () => {
    const { points, recommendation } = await swept(grid);
    const chosen = verified(points).filter((point) => point.recommended);
    expect(chosen).toMatchObject([{ ...recommendation.setting, pareto: true, command: recommendation.command }]);
    expect(recommendation).toMatchObject({ rule: 'usable', met: true, setting: { k: 10 } });
  });

  it('is, within limits, the largest k that keeps them', async () => {
    const limits = { maxValueLoss: 1000, maxPatternLoss: 2, minRetention: 0 };
    const { recommendation } = await swept({ ...grid, ...limits, maxLevel: [3], method: ['naive', 'kapra'] });
    expect(recommendation).toMatchObject({ rule: 'limits', met: true, setting: { k: 10, p: 3 } });
  });

  it('is nobody where the limits cannot be kept, and the nearest is named', async () => {
    const out = place();
    const { points, recommendation } = await swept({ ...grid, maxValueLoss: 0.01, method: ['naive', 'kapra'] }, days, out);
    expect(recommendation).toMatchObject({
      rule: 'limits',
      met: false,
      reason: expect.stringMatching(/^No setting keeps within/),
    });
    expect(points.filter((point) => point.recommended)).toEqual([]);
    const least = Math.min(...verified(points).map(({ valueLoss = 0 }) => valueLoss));
    expect(verified(points).find(({ valueLoss }) => valueLoss === least)).toMatchObject({ k: recommendation.setting.k });
    expect(readdirSync(out)).toHaveLength(3);
  });
});

describe('a sweep of another family', () => {
  it('finds for each setting of a log what a run of its own finds', async () => {
    const input = join(home, 'alarms.csv');
    expect(await generate('events', { rows: 1500, seed: 2, out: input })).toMatchObject({ ok: true });
    const log = { input, preset: 'telecare', seed: 3 } as const;
    const { family, points, recommendation } = await swept(
      { k: [3, 5], flatten: ['none', 'sweep'], pseudonym: ['random', 'drop'] },
      log,
    );
    expect(family).toBe('events');
    expect(verified(points)).toHaveLength(6); // with k = 5 nothing is left unless something is flattened
    expect(recommendation).toMatchObject({ rule: 'usable', setting: { pseudonym: 'drop' } });
    const { k, flatten, pseudonym, ncp, unicity, retention } = verified(points)[2] as SweepPoint & Record<string, never>;
    const alone = await run({ ...log, k, flatten, pseudonym, out: place() } as never); // the point vouches for its words
    if (!alone.ok) throw new Error(alone.problems[0].what);
    const { measure, release } = alone.value as unknown as {
      measure: { ncp: number; unicity: { share: number }[] };
      release: object;
    };
    expect(measure.ncp).toBe(ncp);
    expect(Math.max(...measure.unicity.map(({ share }) => share))).toBe(unicity);
    expect(release).toMatchObject({ retention });
  });

  it('reads a log once for all its settings, from a file or from standard input', async () => {
    const input = join(home, 'once.csv');
    expect(await generate('events', { rows: 600, seed: 2, out: input })).toMatchObject({ ok: true });
    const bytes = readFileSync(input);
    const grid = { k: [3], flatten: ['week_number+weekday', 'sweep'], pseudonym: ['drop', 'rotate:week'] } as const;
    const log = { preset: 'telecare', seed: 3 } as const;
    const taken = await sweep({ ...log, input }, grid, {
      out: place(),
      onProgress: ({ phase }) => phase === 'sweep' && rmSync(input, { force: true }),
    });
    const piped = await sweep({ ...log, input: '-' }, grid, { out: place(), stdin: Readable.from([bytes]) });
    if (!taken.ok || !piped.ok) throw new Error('a sweep was refused');
    const losses = ({ points }: SweepResult) => verified(points).map(({ ncp, groups, retention }) => [ncp, groups, retention]);
    expect(losses(taken.value)).toHaveLength(4);
    expect(losses(piped.value)).toEqual(losses(taken.value));
    expect(piped.value.recommendation.command).toMatch(/^shoal run - --preset telecare /);
  });

  it('names the policy file in its command, and says what differs from it', async () => {
    const input = join(home, 'named.csv');
    expect(await generate('events', { rows: 600, seed: 2, out: input })).toMatchObject({ ok: true });
    const mapping = { CONTROL_PANEL: 'panel', MOTION_DETECTOR: 'motion' };
    const settings = { input, preset: 'telecare', mapping, unmapped: 'other', flatten: ['sweep'] } as const;
    const policyFile = join(home, 'named.yaml');
    writeFileSync(policyFile, JSON.stringify(settings));
    const commandOf = async (options: SweepOptions) => {
      const made = await sweep(settings, { k: [3], pseudonym: ['drop'] }, { out: place(), ...options });
      return made.ok ? made.value.recommendation.command : made.problems[0].what;
    };
    expect(await commandOf({ policyFile })).toBe(
      `shoal run --policy '${policyFile}' -k 3 --pseudonym drop --out flatten-k3-sweep-drop`,
    );
    expect(await commandOf({})).toMatch(/ --unmapped other .* # and mapping, in a policy file$/);
  });

  it('finds for each setting of a table what a run of its own finds', async () => {
    const input = join(home, 'tolls.csv');
    expect(await generate('tolls', { rows: 400, seed: 2, out: input })).toMatchObject({ ok: true });
    const tolls = { input, preset: 'tolls', seed: 3 } as const;
    const { points } = await swept(
      { k: [5], method: ['kmeans', 'hierarchy'], timeKind: ['time', 'hour'], maxQuasiLoss: 0.9 },
      tolls,
    );
    expect(verified(points).map(({ method, timeKind }) => `${method} ${timeKind}`)).toEqual([
      'kmeans time',
      'kmeans hour',
      'hierarchy time',
      'hierarchy hour',
    ]);
    const alone = await run({ ...tolls, k: 5, method: 'hierarchy', quasi: 'section_id:prefix,exit_time:hour', out: place() });
    if (!alone.ok) throw new Error(alone.problems[0].what);
    expect(verified(points)[3]).toMatchObject({
      ncp: (alone.value.measure as { ncp: number }).ncp,
      groups: (alone.value.release as { groups: number }).groups,
    });
  });
});

describe('a sweep is refused', () => {
  const refusals: readonly (readonly [string, SweepGrid, readonly (readonly [string, number])[]])[] = [
    ['when k is too small', { k: [1, 5] }, [['policy/k-too-small', Exit.usage]]],
    ['when a level is none', { maxLevel: [5, 27] }, [['policy/bad-level', Exit.usage]]],
    ['when a list is empty', { p: [] }, [['policy/bad-value', Exit.usage]]],
    ['when a limit is no loss', { maxPatternLoss: 3 }, [['policy/bad-value', Exit.usage]]],
    ['when every setting has P above k', { k: [3], p: [5, 8] }, [['policy/p-above-k', Exit.usage]]],
    ['when every k is above the subjects', { k: [500, 600], p: [2] }, [['policy/k-too-large', Exit.infeasible]]],
    ['when the grid has a key it should not', { levels: [3] } as SweepGrid, [['policy/unknown-key', Exit.usage]]],
  ];
  it.each(refusals)('%s, and writes nothing', async (_, given, owed) => {
    const out = place();
    expect(codes(await sweep(days, given, { out }))).toEqual(owed);
    expect(existsSync(out)).toBe(false);
  });

  it('when nothing is given to read', async () => {
    const { input: _, ...rest } = days;
    expect(codes(await sweep(rest, {}, { out: place() }))).toEqual([['policy/no-input', Exit.usage]]);
  });

  it('when something is there already, unless forced, and then only if that is a sweep', async () => {
    const out = place();
    const small = { k: [5], p: [2], maxLevel: [3], method: ['naive' as const] };
    await swept(small, days, out);
    expect(codes(await sweep(days, small, { out }))).toEqual([['output/exists', Exit.output]]);
    expect(codes(await sweep(days, small, { out, force: true }))).toEqual([]);
    const release = place();
    expect(await run({ ...days, method: 'naive', out: release } as SeriesInput)).toMatchObject({ ok: true });
    expect(codes(await sweep(days, small, { out: release, force: true }))).toEqual([['output/not-a-sweep', Exit.output]]);
    expect(await verify(release)).toMatchObject({ ok: true, value: { holds: true } }); // still there, and whole
  });
});
