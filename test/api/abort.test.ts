import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import fc from 'fast-check';
import {
  compare,
  execute,
  generate,
  inspect,
  type PolicyInput,
  plan,
  type Result,
  rewriteReport,
  run,
  sweep,
  verify,
} from 'shoal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { draws } from '../suite/draws.ts';

let home: string;
let scratch: string;
const { TMPDIR } = process.env;

const curves = { subject: 'ID', series: 'H1..H8', drop: 'Name,Surname', sensitive: 'Performance_SD', threads: 2 };

/** Every function that takes long, in every family and method: work that an aborted signal has to end. */
const works: Readonly<Record<string, (signal: AbortSignal) => Promise<Result<unknown>>>> = {
  'run naive': (signal) => runOf({ ...curves, method: 'naive', input: 'many.csv' }, signal),
  'run kapra': (signal) => runOf({ ...curves, method: 'kapra', input: 'many.csv', l: 2 }, signal),
  'run prism': (signal) => runOf({ ...curves, method: 'prism', input: 'work.csv', effort: 'fast' }, signal),
  'run parquet': (signal) => runOf({ ...curves, method: 'naive', input: 'work.parquet', format: 'parquet' }, signal),
  'run events': (signal) => runOf({ preset: 'telecare', input: 'events.csv', threads: 2 }, signal),
  'run table': (signal) => runOf({ preset: 'tolls', method: 'hierarchy', input: 'tolls.csv', threads: 2 }, signal),
  plan: (signal) => plan({ ...curves, input: 'many.csv' }, { signal }),
  inspect: (signal) => inspect({ input: 'many.csv' }, { signal }),
  generate: (signal) => generate('walks', { rows: 10_000, seed: 1, out: 'made.csv', signal }),
  'generate parquet': (signal) => generate('walks', { rows: 10_000, seed: 1, out: 'made.parquet', signal }),
  sweep: (signal) => sweep({ ...curves, input: 'work.csv' }, { k: [5, 10], p: [2], maxLevel: [5] }, { out: 'swept', signal }),
  verify: (signal) => verify('kept', { signal }),
  'verify with the original': (signal) => verify('kept', { original: { file: 'many.csv' }, signal }),
  compare: (signal) => compare(['kept', 'kept'], { signal }),
  report: (signal) => rewriteReport('kept', { signal }),
};

const runOf = (policy: PolicyInput, signal: AbortSignal) => run({ ...policy, out: 'out' }, { signal });

const before = process.cwd();
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'shoal-abort-'));
  scratch = join(home, 'scratch');
  mkdirSync(scratch);
  process.env.TMPDIR = scratch;
  mkdirSync(join(home, 'place'));
  process.chdir(join(home, 'place'));
  const makes = [
    ['work', 600, 'work.csv'],
    ['work', 600, 'work.parquet'],
    ['work', 2500, 'many.csv'],
    ['events', 3000, 'events.csv'],
    ['tolls', 800, 'tolls.csv'],
  ] as const;
  for (const [kind, rows, out] of makes) expect(await generate(kind, { rows, seed: 1, out })).toMatchObject({ ok: true });
  expect(await run({ ...curves, method: 'naive', input: 'many.csv', out: 'kept' })).toMatchObject({ ok: true });
});
afterAll(() => {
  process.chdir(before);
  if (TMPDIR === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = TMPDIR;
  rmSync(home, { recursive: true });
});

/** Files of the place and what they say, temporary folders, and threads that wait for work: all that might be left. */
const traces = () => ({
  files: readdirSync('.').toSorted(),
  kept: readFileSync('kept/manifest.json', 'utf8'),
  scratch: readdirSync(scratch),
  threads: process.getActiveResourcesInfo().filter((name) => name === 'MessagePort' || name === 'Worker').length,
});

const aborted = { ok: false, problems: [{ code: 'run/aborted', exit: 130 }] };

/** Removes what work that was done in time has made. */
const tidy = () => {
  for (const name of ['out', 'made.csv', 'made.parquet', 'swept']) rmSync(name, { recursive: true, force: true });
};

describe('a signal', () => {
  it.each(Object.keys(works))('that was aborted before: %s answers so, and touches nothing', async (name) => {
    const first = traces();
    expect(await works[name](AbortSignal.abort())).toMatchObject(aborted);
    expect(traces()).toEqual(first);
  });

  it.each(Object.keys(works))('aborted at any moment ends %s: a problem, and nothing left of it', async (name) => {
    const start = performance.now();
    const whole = await works[name](new AbortController().signal);
    const time = performance.now() - start;
    expect(whole, name).toMatchObject({ ok: true });
    tidy();
    const first = traces();
    let ended = 0;
    await fc.assert(
      fc.asyncProperty(fc.double({ min: 0, max: 0.9, noNaN: true }), async (share) => {
        const stop = new AbortController();
        const [result] = await Promise.all([works[name](stop.signal), wait(share * time).then(() => stop.abort())]);
        if (result.ok) tidy();
        else expect(result).toMatchObject(aborted);
        ended += result.ok ? 0 : 1;
        expect(traces()).toEqual(first);
      }),
      { numRuns: draws(2), examples: [[0]] },
    );
    expect(ended).toBeGreaterThan(0);
  });

  it('ends all the work it was given to', async () => {
    const first = traces();
    const stop = new AbortController();
    const runs = ['one', 'two'].map((out) =>
      run(
        { ...curves, method: 'naive', input: 'many.csv', out },
        { signal: stop.signal, onProgress: ({ phase }) => phase === 'group' && stop.abort() },
      ),
    );
    for (const result of await Promise.all(runs)) expect(result).toMatchObject(aborted);
    expect(traces()).toEqual(first);
  });

  it.each(['read', 'group', 'pattern', 'write', 'measure', 'verify'])('aborted in phase %s publishes nothing', async (phase) => {
    const first = traces();
    const stop = new AbortController();
    const result = await run(
      { ...curves, method: 'naive', input: 'many.csv', out: 'out' },
      { signal: stop.signal, onProgress: (now) => now.phase === phase && stop.abort() },
    );
    expect(result).toMatchObject(aborted);
    expect(traces()).toEqual(first);
  });

  it('aborted when everything is done changes nothing of it', async () => {
    const stop = new AbortController();
    const onProgress = ({ phase }: { readonly phase: string }) => phase === 'publish' && stop.abort();
    const result = await run({ ...curves, method: 'naive', input: 'work.csv', out: 'out' }, { signal: stop.signal, onProgress });
    expect(result).toMatchObject({ ok: true });
    expect(await verify('out')).toMatchObject({ ok: true, value: { holds: true } });
    tidy();
  });

  it('leaves the release that was to be replaced as it is', async () => {
    const first = traces();
    const stop = new AbortController();
    const onProgress = ({ phase }: { readonly phase: string }) => phase === 'verify' && stop.abort();
    const policy = { ...curves, method: 'naive', input: 'work.csv', out: 'kept' } as const;
    expect(await run(policy, { force: true, signal: stop.signal, onProgress })).toMatchObject(aborted);
    expect(traces()).toEqual(first);
    expect(await verify('kept')).toMatchObject({ ok: true, value: { holds: true } });
  });

  it('ends the wait for a stream that says nothing', async () => {
    const silent = new Readable({ read() {} });
    const stop = new AbortController();
    const running = run({ ...curves, input: '-', out: 'out' }, { stdin: silent, signal: stop.signal });
    await wait(100);
    stop.abort();
    expect(await running).toMatchObject(aborted);
    expect(existsSync('out')).toBe(false);
  });

  it('ends a plan that is executed', async () => {
    const planned = await plan({ ...curves, method: 'naive', input: 'many.csv', out: 'out' });
    if (!planned.ok) throw new Error('planned above');
    const first = traces();
    expect(await execute(planned.value, { signal: AbortSignal.timeout(20) })).toMatchObject(aborted);
    expect(traces()).toEqual(first);
  });

  it('lets the process end by itself', async () => {
    const program = `
      import { run } from ${JSON.stringify(pathToFileURL(join(before, 'dist/index.js')).href)};
      const stop = new AbortController();
      const policy = ${JSON.stringify({ ...curves, method: 'naive', input: 'many.csv', out: 'out' })};
      const result = await run(policy, { signal: stop.signal, onProgress: ({ phase }) => phase === 'group' && stop.abort() });
      console.log(result.ok, result.problems?.map(({ code }) => code).join());
    `;
    writeFileSync('program.mjs', program);
    const { stdout } = await promisify(execFile)(process.execPath, ['program.mjs']);
    rmSync('program.mjs');
    expect(stdout).toBe('false run/aborted\n');
    expect(existsSync('out')).toBe(false);
  });
});
