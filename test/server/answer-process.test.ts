import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { runAborted } from '../../src/base/run-problems.ts';
import type { AnswerProcess } from '../../src/server/answer-process.ts';
import { curvesPolicy, fortyCurves } from './a-server.ts';

const built = new URL('../../build/server/answer-process.js', import.meta.url).href; // what it starts lies beside it
const { createAnswerProcess }: typeof import('../../src/server/answer-process.ts') = await import(built);

const home = mkdtempSync(join(tmpdir(), 'answers '));
let answering: AnswerProcess;
beforeEach(() => {
  answering = createAnswerProcess(home, 2e9);
});
afterEach(() => answering.stop());
afterAll(() => rmSync(home, { recursive: true }));

/** Asks whether a policy fits a file of the owner's own. */
function asked(owner: string, policy: object = curvesPolicy) {
  const folder = mkdtempSync(join(home, 'place-'));
  writeFileSync(join(folder, 'data.csv'), fortyCurves);
  const ask = { ask: 'check', policy: { ...policy, input: 'data.csv' } } as const;
  return answering.start({ kind: 'ask', ask }, owner, { folder, share: 2e9, seconds: 60 });
}

/** Processes of tasks that this one has started. */
const children = (): number[] =>
  readdirSync(`/proc/${process.pid}/task`)
    .flatMap((thread) => readFileSync(`/proc/${process.pid}/task/${thread}/children`, 'utf8').trim().split(' '))
    .filter((pid) => pid !== '' && /task-process/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8')))
    .map(Number);

it('answers one question of an owner after the other in one process, each in its own folder', async () => {
  expect((await asked('one').ended).ok).toBe(true);
  const [first] = children();
  const { ended } = asked('one', { ...curvesPolicy, series: 'a,gone' });
  expect(await ended).toMatchObject({ ok: false, problems: [{ code: 'input/missing-column' }] });
  expect((await asked('one').ended).ok).toBe(true);
  expect(children()).toEqual([first]);
});

it('never lets two owners share a process', async () => {
  await asked('one').ended;
  const [first] = children();
  expect((await asked('two').ended).ok).toBe(true);
  const [second] = children().filter((pid) => pid !== first);
  expect(second).toBeGreaterThan(0);
  await answering.stop();
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
