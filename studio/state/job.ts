import { useEffect, useState } from 'preact/hooks';
import type { Progress } from '../../src/base/progress.ts';
import type { Job } from '../api/calls.ts';
import { ask } from '../api/client.ts';

export type PhaseName = Progress['phase'];

/** How far one phase of a job is, and since when this page has seen it move. */
export interface Phase {
  readonly name: PhaseName;
  /** From 0 to 1; unknown where left out. */
  readonly share?: number;
  readonly isDone: boolean;
  readonly since?: { readonly time: number; readonly share: number };
}

export interface Followed {
  readonly job?: Job;
  /** In the order in which they came. */
  readonly phases: readonly Phase[];
  readonly problem?: unknown;
}

export const hasEnded = ({ state }: Job): boolean => state !== 'queued' && state !== 'running';

/** A job and its progress, as long as somebody looks: after a reload, and after the server was away, from where it is by then. */
export function useJob(kind: Job['kind'], id: string | undefined): Followed {
  const [followed, setFollowed] = useState<Followed & { readonly of?: string | undefined }>({ phases: [] });
  useEffect(() => {
    if (id === undefined) return;
    const gone = new AbortController();
    const change = (next: (before: Followed) => Followed) => {
      if (!gone.signal.aborted) setFollowed((before) => ({ ...next(before.of === id ? before : { phases: [] }), of: id }));
    };
    follow(`/api/v1/${kind}s/${id}`, change, gone.signal).catch((problem: unknown) => change(() => ({ phases: [], problem })));
    return () => gone.abort();
  }, [kind, id]);
  return followed.of === id ? followed : { phases: [] };
}

type Change = (next: (before: Followed) => Followed) => void;

async function follow(path: string, change: Change, signal: AbortSignal): Promise<void> {
  for (;;) {
    const job = await ask<Job>(path, { signal });
    change((before) => ({ ...before, job }));
    if (hasEnded(job)) return;
    await listen(`${path}/events`, change, signal);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Hears events until the stream ends, for whatever reason: whoever follows asks then how the job stands. */
function listen(path: string, change: Change, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const source = new EventSource(path);
    const end = () => {
      source.close();
      resolve();
    };
    const opened = performance.now();
    signal.addEventListener('abort', end, { once: true });
    source.onerror = end;
    source.addEventListener('state', ({ data }) => {
      const job = JSON.parse(data) as Job; // as the server describes it
      if (hasEnded(job)) end();
      else change((before) => ({ ...before, job }));
    });
    source.addEventListener('progress', ({ data }) => {
      const told = JSON.parse(data) as Told; // as above
      change((before) => ({ ...before, phases: withProgress(before.phases, told, opened) }));
    });
  });
}

interface Told {
  readonly phase: PhaseName;
  readonly share?: number;
  readonly finished?: boolean;
}

/** What was missed comes all at once when a stream opens: nothing is to be learnt from how fast. */
const burst = 300;

function withProgress(
  phases: readonly Phase[],
  { phase: name, share, finished = false }: Told,
  opened: number,
): readonly Phase[] {
  const before = phases.find((one) => one.name === name);
  const time = performance.now();
  const since = before?.since ?? (share === undefined || time - opened < burst ? undefined : { time, share });
  const next: Phase = {
    name,
    isDone: finished || before?.isDone === true,
    ...(share === undefined ? {} : { share }),
    ...(since === undefined ? {} : { since }),
  };
  return before === undefined ? [...phases, next] : phases.map((one) => (one.name === name ? next : one));
}

/** Share of a phase done in a second; unknown until it has moved for a while. */
export function speedOf({ share, since }: Phase): number | undefined {
  if (share === undefined || since === undefined || share <= since.share) return undefined;
  const seconds = (performance.now() - since.time) / 1000;
  return seconds < 0.5 ? undefined : (share - since.share) / seconds;
}
