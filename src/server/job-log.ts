/** One event of a job; numbers rise, across restarts too. */
export interface JobEvent {
  readonly id: number;
  readonly event: 'state' | 'progress';
  readonly data: unknown;
}

/** The latest events of one job and those who wait for more. */
export interface JobLog {
  readonly last: number;
  add(event: JobEvent['event'], data: unknown): void;
  /** Events after one, as far as they are kept; a client that was away longer misses old progress, never the state. */
  after(id: number): readonly JobEvent[];
  /** Resolves at the next event, or when the signal says to wait no longer. */
  next(signal: AbortSignal): Promise<void>;
}

/** Progress only matters while it is new. */
const kept = 200;

export function createJobLog(last: number): JobLog {
  let events: readonly JobEvent[] = [];
  let wakers = new Set<() => void>();
  return {
    get last() {
      return last;
    },
    add(event, data) {
      events = [...events, { id: ++last, event, data }].slice(-kept);
      const woken = wakers;
      wakers = new Set();
      for (const wake of woken) wake();
    },
    after: (id) => events.filter((event) => event.id > id),
    next: (signal) =>
      new Promise((resolve) => {
        const wake = () => {
          wakers.delete(wake);
          signal.removeEventListener('abort', wake);
          resolve();
        };
        if (signal.aborted) return resolve();
        wakers.add(wake);
        signal.addEventListener('abort', wake);
      }),
  };
}
