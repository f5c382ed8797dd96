import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { generate, type Progress, parsePolicy, plan, rewriteReport, run, type SeriesInput, verify } from 'shoal';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

let home: string;
let policy: SeriesInput;
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'shoal-library-'));
  expect(await generate('work', { rows: 120, seed: 3, out: join(home, 'work.csv') })).toMatchObject({ ok: true });
  policy = {
    input: join(home, 'work.csv'),
    out: join(home, 'out'),
    subject: 'ID',
    series: 'H1..H8',
    drop: ['Name', 'Surname'],
    sensitive: 'Performance_SD',
  };
});
afterAll(() => rmSync(home, { recursive: true }));

const printed = [vi.spyOn(process.stdout, 'write'), vi.spyOn(process.stderr, 'write')];
afterAll(() => vi.restoreAllMocks());
beforeEach(() => {
  for (const stream of printed) stream.mockClear();
});
afterEach(() => rmSync(join(home, 'out'), { recursive: true, force: true }));

/** What `work` prints on the streams of this process. */
async function quietly<Value>(work: Promise<Value>): Promise<Value> {
  const value = await work;
  for (const stream of printed) expect(stream).not.toHaveBeenCalled();
  return value;
}

const codesOf = (result: Awaited<ReturnType<typeof run | typeof plan | typeof generate | typeof verify>>): readonly string[] =>
  result.ok ? [] : result.problems.map(({ code }) => code);

describe('run', () => {
  it('answers the summary of a release that verifies, and prints nothing', async () => {
    const made = await quietly(run(policy));
    expect(made).toMatchObject({
      ok: true,
      value: { method: 'prism', k: 5, p: 5, release: { rows: 120 }, verdict: { holds: true } },
    });
    expect(await quietly(verify(join(home, 'out')))).toMatchObject({ ok: true, value: { holds: true, rows: 120, breaches: [] } });
  });

  it('answers problems as values: code, exit, what, why and how to fix it', async () => {
    const made = await quietly(run({ ...policy, k: 500 }));
    expect(made).toMatchObject({
      ok: false,
      problems: [{ code: 'policy/k-too-large', exit: 4, facts: { k: 500, subjects: 120 } }],
    });
    for (const problem of made.ok ? [] : made.problems)
      for (const part of [problem.what, problem.why, problem.fix]) expect(part.length).toBeGreaterThan(10);
    expect(existsSync(join(home, 'out'))).toBe(false);
  });

  it('answers every problem of the columns at once', async () => {
    const made = await quietly(run({ ...policy, drop: ['Nmae', 'Surnmae'] }));
    expect(codesOf(made)).toEqual(['input/missing-column', 'input/missing-column']);
  });

  it('replaces a release only by force', async () => {
    await run(policy);
    expect(codesOf(await quietly(run(policy)))).toEqual(['output/exists']);
    expect(await quietly(run(policy, { force: true }))).toMatchObject({ ok: true });
  });

  it('tells its progress to whoever listens, each phase to its end', async () => {
    const told: Progress[] = [];
    await quietly(run(policy, { onProgress: (progress) => void told.push(progress) }));
    const finished = told.filter((progress) => progress.finished === true).map(({ phase }) => phase);
    expect(finished.toSorted()).toEqual(['group', 'measure', 'pattern', 'publish', 'read', 'verify', 'write']);
  });

  it('reads a stream where the input is -', async () => {
    const stdin = Readable.from([readFileSync(join(home, 'work.csv'))]);
    expect(await quietly(run({ ...policy, input: '-' }, { stdin }))).toMatchObject({ ok: true, value: { input: { rows: 120 } } });
  });

  it('may run several times at once', async () => {
    const outs = ['a', 'b', 'c'].map((name) => join(home, name));
    const made = await quietly(Promise.all(outs.map((out) => run({ ...policy, out, seed: 1 }))));
    expect(made.map(({ ok }) => ok)).toEqual([true, true, true]);
    const [first, ...others] = outs.map((out) => readFileSync(join(out, 'prism_anonymized.csv'), 'utf8'));
    for (const other of others) expect(other).toBe(first);
    for (const out of outs) rmSync(out, { recursive: true });
  });

  it('lets one of two runs to the same folder win, whole', async () => {
    const made = await quietly(Promise.all([run(policy), run(policy)]));
    expect(made.filter(({ ok }) => ok).length).toBe(1);
    expect(made.flatMap(codesOf)).toEqual(['output/exists']);
    expect(await verify(join(home, 'out'))).toMatchObject({ ok: true, value: { holds: true } });
    expect(readdirSync(home).toSorted()).toEqual(['out', 'work.csv']);
  });
});

describe('plan', () => {
  it('answers the steps of a run, and writes nothing', async () => {
    const planned = await quietly(plan({ ...policy, k: 10 }));
    expect(planned).toMatchObject({ ok: true, value: { input: { rows: 120, subjects: 120 } } });
    expect(readdirSync(home)).toEqual(['work.csv']);
  });

  it('answers what cannot be met', async () => {
    expect(codesOf(await quietly(plan({ ...policy, k: 121 })))).toEqual(['policy/k-too-large']);
    const { input: _, ...without } = policy;
    expect(codesOf(await quietly(plan(without)))).toEqual(['policy/no-input']);
  });
});

describe('verify', () => {
  it('answers breaches as values, and problems where there is no release', async () => {
    await run(policy);
    writeFileSync(join(home, 'out', 'report.json'), '{}');
    const verdict = await quietly(verify(join(home, 'out')));
    expect(verdict).toMatchObject({ ok: true, value: { holds: false, breaches: [{ file: 'report.json' }] } });
    expect(codesOf(await quietly(verify(join(home, 'nowhere'))))).toEqual(['verify/no-such-folder']);
  });
});

describe('generate', () => {
  it('answers problems as values, and can be stopped', async () => {
    const out = join(home, 'work.csv');
    expect(codesOf(await quietly(generate('work', { rows: 5, seed: 1, out })))).toEqual(['output/exists']);
    expect(codesOf(await quietly(generate('work', { rows: 5, seed: 1, out: join(home, 'a/b.csv') })))).toEqual([
      'output/unwritable',
    ]);
    for (const format of ['csv', 'parquet']) {
      const stop = new AbortController();
      const stopped = generate('walks', {
        rows: 100_000,
        seed: 1,
        out: join(home, `walks.${format}`),
        signal: stop.signal,
        onProgress: ({ done }) => {
          if (done > 20_000) stop.abort(new Error('enough'));
        },
      });
      expect(codesOf(await stopped)).toEqual(['run/aborted']);
    }
    expect(readdirSync(home)).toEqual(['work.csv']);
  });
});

it('rewrites a report', async () => {
  await run(policy);
  expect(await quietly(rewriteReport(join(home, 'out')))).toEqual({
    ok: true,
    value: { report: join(home, 'out', 'report.html'), unsigned: false },
  });
});

it('parses policies, which are refused as values too', () => {
  expect(parsePolicy({ k: 7 })).toMatchObject({ ok: true, value: { method: 'prism', k: 7, p: 7, effort: 'auto' } });
  expect(parsePolicy({ k: 7, kk: 7 })).toMatchObject({ ok: false, problems: [{ code: 'policy/unknown-key' }] });
});
