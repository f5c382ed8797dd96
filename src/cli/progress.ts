import { Refusal } from '../base/problem.ts';
import type { OnProgress, Progress } from '../base/progress.ts';
import { badArgument } from './problems.ts';
import { short } from './talk.ts';
import type { World } from './world.ts';

const modes = ['auto', 'json', 'none'];

export interface ProgressTeller {
  readonly on: OnProgress;
  /** A sentence among the lines of progress; silent where progress is. */
  readonly note: (notice: string) => void;
  /** Clears a half-written line. */
  end(): void;
}

/**
 * Tells progress on standard error: a live line on a terminal; without one a plain line per finished phase and one every ten seconds;
 * as NDJSON the same events for programs. Each says how much is done, how fast, and how long the rest will take.
 */
export function progressTeller(world: World, mode: string): ProgressTeller {
  if (!modes.includes(mode)) throw new Refusal(badArgument(`--progress ${mode} is not known.`, modes.join(', ')));
  if (mode === 'none') return { on() {}, note() {}, end() {} };
  const asJson = (told: unknown) => world.tell(`${JSON.stringify(told)}\n`);
  const begun = new Map<string, number>();
  const start = world.now();
  let last = start;
  let ended = start;
  let live = false;
  let shown: Progress | undefined;
  const secondsOf = ({ phase, finished }: Progress): number => {
    const now = world.now();
    const from = begun.get(phase) ?? ended; // a phase begins where the one before it ended
    begun.set(phase, from);
    if (finished === true) ended = now;
    return (now - from) / 1000;
  };
  if (mode === 'json')
    return {
      on: (progress) => asJson({ ...progress, ...inJson(paceOf(progress, secondsOf(progress))) }),
      note: (notice) => asJson({ notice }),
      end() {},
    };
  const clear = () => {
    if (live) world.tell('\r\u001b[K');
    live = false;
  };
  const tellLive = (progress: Progress, seconds: number) => {
    const line = liveLine(progress, seconds);
    world.tell(world.terminal ? `\r\u001b[K${line.slice(0, world.columns - 1)}` : `${line}\n`);
    live = world.terminal;
    last = world.now();
  };
  const tellWait = () => {
    if (world.now() - last < 1000) return;
    if (shown !== undefined) tellLive(shown, secondsOf(shown));
    else {
      world.tell(`\r\u001b[K${clock((world.now() - ended) / 1000)}`); // at work between two phases that tell
      live = true;
    }
  };
  const ticking = world.terminal ? setInterval(tellWait, 1000) : undefined; // nothing is heard from a phase for a while: the clock goes on
  ticking?.unref();
  return {
    on(progress) {
      const seconds = secondsOf(progress);
      shown = progress.finished === true ? undefined : progress;
      if (progress.finished === true) {
        clear();
        world.tell(`${finishedLine(progress, seconds)}\n`);
        last = world.now();
      } else if (world.now() - last >= (world.terminal ? 100 : 10_000)) tellLive(progress, seconds);
    },
    note(notice) {
      clear();
      world.tell(`note     ${notice}\n`);
    },
    end() {
      clearInterval(ticking);
      clear();
    },
  };
}

function liveLine({ phase, done, total, unit }: Progress, seconds: number): string {
  const { share, rate, left } = paceOf({ done, total }, seconds);
  const bar =
    share === undefined
      ? ''
      : `${'█'.repeat(Math.round(16 * share))}${'░'.repeat(16 - Math.round(16 * share))} ${Math.floor(100 * share)} %  `;
  const pace = rate >= 1 ? `  ${short(rate)} ${unit}/s` : '';
  const rest = left === undefined ? `  ${clock(seconds)}` : `  ${clock(left)} left`;
  return `${phase.padEnd(8)} ${bar}${short(done)} ${unit}${pace}${rest}`;
}

interface Pace {
  readonly seconds: number;
  readonly share?: number;
  /** Of its unit in a second. */
  readonly rate: number;
  /** Seconds until the phase will end. */
  readonly left?: number;
}

function paceOf({ done, total = 0 }: { readonly done: number; readonly total?: number | undefined }, seconds: number): Pace {
  const rate = seconds > 0 ? done / seconds : 0;
  if (total === 0) return { seconds, rate };
  const share = Math.min(1, done / total);
  return { seconds, rate, share, ...(rate > 0 ? { left: Math.max(0, total - done) / rate } : {}) };
}

const inJson = ({ seconds, share, rate, left }: Pace) => ({
  seconds: roundToThousandth(seconds),
  ...(share === undefined ? {} : { share: roundToThousandth(share) }),
  rate: roundToThousandth(rate),
  ...(left === undefined ? {} : { secondsLeft: roundToThousandth(left) }),
});

const roundToThousandth = (value: number): number => Math.round(value * 1000) / 1000;

function finishedLine({ phase, done, unit }: Progress, seconds: number): string {
  const rate = seconds >= 0.05 && unit === 'rows' ? `  ${short(done / seconds)} ${unit}/s` : '';
  const amount = unit === 'rows' || unit === 'settings' ? `${short(done)} ${unit}` : 'done';
  return `${phase.padEnd(8)} ${amount.padEnd(14)} ${seconds.toFixed(2)} s${rate}`;
}

const clock = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(Math.ceil(seconds % 60) % 60).padStart(2, '0')}`;
