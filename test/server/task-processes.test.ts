import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { runAborted } from '../../src/base/run-problems.ts';
import type { TaskProcesses } from '../../src/server/task-processes.ts';
import { curvesPolicy, fortyCurves } from './a-server.ts';

const built = new URL('../../build/server/task-processes.js', import.meta.url).href; // what it starts lies beside it
const { createTaskProcesses }: typeof import('../../src/server/task-processes.ts') = await import(built);

const home = mkdtempSync(join(tmpdir(), 'answers '));
let processes: TaskProcesses;
beforeEach(() => {
  processes = createTaskProcesses(home, 2e9, 2, 3_600_000); // on a busy machine seconds are nothing
});
afterEach(() => processes.stop());
afterAll(() => rmSync(home, { recursive: true }));

/** Asks whether a policy fits a file of the owner's own. */
function asked(owner: string, policy: object = curvesPolicy) {
  const folder = mkdtempSync(join(home, 'place-'));
  writeFileSync(join(folder, 'data.csv'), fortyCurves);
  const ask = { ask: 'check', policy: { ...policy, input: 'data.csv' } } as const;
  return processes.start({ kind: 'ask', ask }, owner, { folder, share: 2e9, seconds: 60 });
}

/** A release of a file of the owner's own, and where it is. */
function released(owner: string) {
  const folder = mkdtempSync(join(home, 'place-'));
  writeFileSync(join(folder, 'data.csv'), fortyCurves);
  const task = { kind: 'release', policy: { ...curvesPolicy, input: 'data.csv', out: 'release' } } as const;
  return { ...processes.start(task, owner, { folder, share: 2e9, seconds: 60 }), out: join(folder, 'release') };
}

/** Processes of tasks that this one has started. */
const children = (): number[] =>
  readdirSync(`/proc/${process.pid}/task`)
    .flatMap((thread) => readFileSync(`/proc/${process.pid}/task/${thread}/children`, 'utf8').trim().split(' '))
    .filter((pid) => pid !== '' && /task-process/.test(commandOf(pid)))
    .map(Number);

/** Nothing of a process that has ended since it was listed. */
function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

it('answers one question of an owner after the other in one process, each in its own folder', async () => {
  expect((await asked('one').ended).ok).toBe(true);
  const [first] = children();
  const { ended } = asked('one', { ...curvesPolicy, series: 'a,gone' });
  expect(await ended).toMatchObject({ ok: false, problems: [{ code: 'input/missing-column' }] });
  expect((await asked('one').ended).ok).toBe(true);
  expect(children()).toEqual([first]);
});

it('makes a release after a question, and a second one, in the same process: the same bytes', async () => {
  expect((await asked('one').ended).ok).toBe(true);
  const [first] = children();
  const made = [];
  for (const { ended, out } of [released('one'), released('one')]) {
    expect((await ended).ok).toBe(true);
    made.push(readFileSync(join(out, 'naive_anonymized.csv'), 'utf8'));
  }
  expect(children()).toContain(first);
  expect(children().length).toBe(2); // both at once: one of them in a process of its own
  expect(made[1]).toBe(made[0]);
  const { ended, out } = released('one');
  expect((await ended).ok).toBe(true);
  expect(children().length).toBe(2);
  expect(readFileSync(join(out, 'naive_anonymized.csv'), 'utf8')).toBe(made[0]);
});

it('goes on with a task when somebody breaks off the one before, which has ended', async () => {
  const before = asked('one');
  expect((await before.ended).ok).toBe(true);
  const [first] = children();
  const { ended } = released('one');
  before.kill(runAborted());
  expect((await ended).ok).toBe(true);
  expect(children()).toEqual([first]);
});

it('has no more processes than there may be: the one that has waited longest makes room', async () => {
  await asked('one').ended;
  const [first] = children();
  await asked('two').ended;
  const second = children().find((pid) => pid !== first);
  expect((await asked('three').ended).ok).toBe(true);
  await expect.poll(children, { timeout: 60_000 }).not.toContain(first);
  expect(children()).toContain(second);
  expect(children().length).toBe(2);
});

it('never lets two owners share a process', async () => {
  await asked('one').ended;
  const [first] = children();
  expect((await asked('two').ended).ok).toBe(true);
  const [second] = children().filter((pid) => pid !== first);
  expect(second).toBeGreaterThan(0);
  await processes.stop();
  expect(children()).toEqual([]);
});

it('answers in a new process where the last one was ended, or has gone while it waited', async () => {
  const broken = asked('one');
  broken.kill(runAborted());
  expect(await broken.ended).toMatchObject({ ok: false, problems: [{ code: runAborted().code }] });
  expect((await asked('one').ended).ok).toBe(true);
  const [waiting] = children();
  process.kill(waiting, 'SIGKILL');
  while (existsSync(`/proc/${waiting}`)) await new Promise((resolve) => setTimeout(resolve, 5));
  expect((await asked('one').ended).ok).toBe(true);
});
