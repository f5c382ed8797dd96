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
 * as NDJSON the same events for programs.
 */
export function progressTeller(world: World, mode: string): ProgressTeller {
  if (!modes.includes(mode)) throw new Refusal(badArgument(`--progress ${mode} is not known.`, modes.join(', ')));
  if (mode === 'none') return { on() {}, note() {}, end() {} };
  const asJson = (told: unknown) => world.tell(`${JSON.stringify(told)}\n`);
  if (mode === 'json') return { on: asJson, note: (notice) => asJson({ notice }), end() {} };
  const begun = new Map<string, number>();
  const start = world.now();
  let last = start;
  let ended = start;
  let live = false;
  const clear = () => {
    if (live) world.tell('\r\u001b[K');
    live = false;
  };
  return {
    on(progress) {
      const now = world.now();
      if (!begun.has(progress.phase)) begun.set(progress.phase, ended); // a phase begins where the one before it ended
      const seconds = (now - (begun.get(progress.phase) ?? now)) / 1000;
      if (progress.finished === true) {
        clear();
        world.tell(`${finishedLine(progress, seconds)}\n`);
        last = now;
        ended = now;
      } else if (now - last >= (world.terminal ? 100 : 10_000)) {
        if (world.terminal) {
          world.tell(`\r\u001b[K${liveLine(progress, seconds).slice(0, world.columns - 1)}`);
          live = true;
        } else world.tell(`${liveLine(progress, seconds)}\n`);
        last = now;
      }
    },
    note(notice) {
      clear();
      world.tell(`note     ${notice}\n`);
    },
    end: clear,
  };
}

function liveLine({ phase, done, total, unit }: Progress, seconds: number): string {
  const rate = seconds > 0 ? done / seconds : 0;
  const share = total === undefined || total === 0 ? undefined : Math.min(1, done / total);
  const bar =
    share === undefined
      ? ''
      : `${'█'.repeat(Math.round(16 * share))}${'░'.repeat(16 - Math.round(16 * share))} ${Math.floor(100 * share)} %  `;
  const left =
    share === undefined || rate === 0 || total === undefined ? '' : `  ${clock(Math.max(0, total - done) / rate)} left`;
  const pace = rate >= 1 ? `  ${short(rate)} ${unit}/s` : '';
  return `${phase.padEnd(8)} ${bar}${short(done)} ${unit}${pace}${left}`;
}

function finishedLine({ phase, done, unit }: Progress, seconds: number): string {
  const rate = seconds >= 0.05 && unit === 'rows' ? `  ${short(done / seconds)} ${unit}/s` : '';
  const amount = unit === 'rows' || unit === 'settings' ? `${short(done)} ${unit}` : 'done';
  return `${phase.padEnd(8)} ${amount.padEnd(14)} ${seconds.toFixed(2)} s${rate}`;
}

const clock = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(Math.ceil(seconds % 60) % 60).padStart(2, '0')}`;
