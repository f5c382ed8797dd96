import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Progress, readProgress, writeProgress } from './kept.ts';
import type { Part } from './part.ts';
import { partNamed, parts } from './parts.ts';
import { tableOf, writeTable } from './table.ts';
import type { Batch, Said } from './worker.ts';

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
/** One where each takes all the time there is. */
const batchOf = ({ lasting, batch = 20 }: Part): number => (lasting === undefined ? batch : 1);
/** A process that says nothing at all for so long hangs, and so does one whose case takes so long: on a busy machine minutes are nothing. */
const patience = { silent: 10 * 60_000, case: 40 * 60_000 };

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
  const batchSize = batchOf(part);
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
    Array.from({ length: Number(values.jobs) }, () =>
      work(part, progress.seed, milliseconds / 1000, { nextBatch, onEnded, onFailed }),
    ),
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
async function work(part: Part, seed: number, share: number, { nextBatch, onEnded, onFailed }: Hands): Promise<void> {
  let child: ChildProcess | undefined;
  for (let from = nextBatch(); from !== undefined; from = nextBatch()) {
    const to = Math.min(part.goal, from + batchOf(part));
    const seconds = share / part.goal;
    const outcomes: Record<string, number> = {};
    const count = (outcome: string) => {
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    };
    for (let begin = from; begin < to; ) {
      child ??= fork(fileURLToPath(new URL('worker.ts', import.meta.url)), {
        execArgv: [...process.execArgv, '--single-threaded-gc'], // threads that help to clear the heap take a half of the time on busy cores
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      const stopped = await tryIn(child, { part: part.name, seed, from: begin, to, seconds }, (said) => {
        if (said.kind === 'tried') count(said.outcome);
        else if (said.kind === 'failed') onFailed(said.number, said.fault, said.kept);
      });
      if (stopped === undefined) break;
      onFailed(stopped.at, stopped.why, `seed ${seed}, case ${stopped.at}`);
      count('failed');
      child = undefined;
      begin = stopped.at + 1;
    }
    onEnded(from, outcomes);
  }
  child?.kill();
}

interface Stopped {
  readonly at: number;
  readonly why: string;
}

/** The case at which a process ended or fell silent, and which of the two; undefined where it tried them all. */
function tryIn(child: ChildProcess, batch: Batch, hear: (said: Said) => void): Promise<Stopped | undefined> {
  return new Promise((resolve) => {
    let at = batch.from;
    const finish = (why?: string) => {
      clearInterval(clock);
      child.removeAllListeners();
      if (why !== undefined) child.kill('SIGKILL');
      resolve(why === undefined ? undefined : { at, why });
    };
    let [heard, begun] = [performance.now(), performance.now()];
    const clock = setInterval(() => {
      if (performance.now() - heard > patience.silent) finish('its process fell silent');
      else if (performance.now() - begun > patience.case) finish('it did not end');
    }, 1000);
    child.on('exit', (code, signal) => finish(`its process died: ${signal ?? `exit code ${code}`}`));
    child.on('message', (said: Said) => {
      heard = performance.now();
      if (said.kind === 'begun') [at, begun] = [said.number, heard];
      hear(said);
      if (said.kind === 'ended') finish();
    });
    child.send(batch);
  });
}
