import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Progress, readProgress, writeProgress } from './kept.ts';
import type { Part } from './part.ts';
import { partNamed, parts } from './parts.ts';
import { tableOf, writeTable } from './table.ts';
import type { Said } from './worker.ts';

/**
 * `npm run campaign -- [PART …] [--minutes N] [--jobs N] [--seed N]`: tries drawn cases of each part until its goal or the time is reached, and goes on
 * where it ended when it is called again. `--table` prints what is known by now, `--write` puts it into docs/reliability.md.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '20' },
    jobs: { type: 'string', default: String(availableParallelism()) },
    seed: { type: 'string' },
    table: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const batchSize = 20;
/** A case that does not end is a failure, too. A busy machine has its minutes. */
const patience = 5 * 60_000;

if (values.table) say(tableOf());
else if (values.write) writeTable();
else {
  const asked = positionals.length > 0 ? positionals.map(partNamed) : parts;
  let failures = 0;
  for (const [i, part] of asked.entries()) failures += await goOn(part, (Number(values.minutes) * 60_000) / asked.length, i);
  say(tableOf());
  process.exitCode = failures > 0 ? 1 : 0;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Goes on with a part for a while; answers how many of its cases failed. */
async function goOn(part: Part, milliseconds: number, place: number): Promise<number> {
  const progress = progressOf(part);
  const begun = performance.now();
  const secondsBefore = progress.seconds;
  say(`${place === 0 ? '' : '\n'}${part.name}: ${part.holds}\nseed ${progress.seed}, from case ${progress.next} of ${part.goal}`);
  const isOver = () => performance.now() - begun > milliseconds || progress.failures >= 20;
  let last = progress.next;
  const nextBatch = (): number | undefined => {
    while (progress.ahead.includes(last)) last += batchSize;
    if (isOver() || last >= part.goal) return undefined;
    last += batchSize;
    return last - batchSize;
  };
  let told = begun;
  const onEnded = (from: number, outcomes: Readonly<Record<string, number>>) => {
    for (const [name, count] of Object.entries(outcomes)) progress.outcomes[name] = (progress.outcomes[name] ?? 0) + count;
    progress.ahead.push(from);
    for (let at = progress.ahead.indexOf(progress.next); at !== -1; at = progress.ahead.indexOf(progress.next)) {
      progress.ahead.splice(at, 1);
      progress.next = Math.min(part.goal, progress.next + batchSize);
    }
    progress.seconds = secondsBefore + (performance.now() - begun) / 1000;
    progress.day = new Date().toISOString().slice(0, 10);
    writeProgress(part.name, progress);
    if (performance.now() - told < 10_000) return;
    told = performance.now();
    const rate = progress.next / Math.max(1, progress.seconds);
    say(
      `${progress.next} of ${part.goal}  ${rate.toFixed(1)}/s  ${JSON.stringify(progress.outcomes)}  failed: ${progress.failures}`,
    );
  };
  const onFailed = (number: number, fault: string, kept: string) => {
    progress.failures++;
    say(`case ${number} failed: ${fault}\n  kept as ${kept}`);
  };
  await Promise.all(
    Array.from({ length: Number(values.jobs) }, () => work(part, progress.seed, { nextBatch, onEnded, onFailed })),
  );
  writeProgress(part.name, progress);
  say(`${progress.next} of ${part.goal} tried, ${progress.failures} failed`);
  return progress.failures;
}

function progressOf(part: Part): Progress {
  const known = readProgress(part.name);
  const seed = values.seed === undefined ? undefined : Number(values.seed);
  if (known !== undefined && (seed === undefined || seed === known.seed)) return known;
  const fresh = seed ?? Math.floor(Math.random() * 2 ** 31);
  return { seed: fresh, next: 0, ahead: [], outcomes: {}, failures: 0, seconds: 0, day: '' };
}

interface Hands {
  nextBatch(): number | undefined;
  onEnded(from: number, outcomes: Readonly<Record<string, number>>): void;
  onFailed(number: number, fault: string, kept: string): void;
}

/** Gives batches to a process until there are none; one that dies or does not answer has failed its case, and another takes its place. */
async function work(part: Part, seed: number, { nextBatch, onEnded, onFailed }: Hands): Promise<void> {
  let child: ChildProcess | undefined;
  for (let from = nextBatch(); from !== undefined; from = nextBatch()) {
    const to = Math.min(part.goal, from + batchSize);
    for (let begin = from; begin < to; ) {
      child ??= fork(fileURLToPath(new URL('worker.ts', import.meta.url)), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
      const stopped = await tryIn(child, { part: part.name, seed, from: begin, to }, (said) => {
        if (said.kind === 'ended') onEnded(from as number, said.outcomes);
        else if (said.kind === 'failed') onFailed(said.number, said.fault, said.kept);
      });
      if (stopped === undefined) break;
      onFailed(stopped, 'its process died, or did not answer', `seed ${seed}, case ${stopped}`);
      child = undefined;
      begin = stopped + 1;
    }
  }
  child?.kill();
}

/** The case at which a process ended or fell silent; undefined where it tried them all. */
function tryIn(
  child: ChildProcess,
  batch: { readonly part: string; readonly seed: number; readonly from: number; readonly to: number },
  hear: (said: Said) => void,
): Promise<number | undefined> {
  return new Promise((resolve) => {
    let at = batch.from;
    const finish = (stopped: number | undefined) => {
      clearTimeout(silence);
      child.removeAllListeners();
      if (stopped !== undefined) child.kill('SIGKILL');
      resolve(stopped);
    };
    let silence = setTimeout(() => finish(at), patience);
    child.on('exit', () => finish(at));
    child.on('message', (said: Said) => {
      clearTimeout(silence);
      silence = setTimeout(() => finish(at), patience);
      if (said.kind === 'begun') at = said.number;
      hear(said);
      if (said.kind === 'ended') finish(undefined);
    });
    child.send(batch);
  });
}
