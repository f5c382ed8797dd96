/** What clients of a server saw of it. */
export interface Tally {
  /** Answers by status. */
  readonly statuses: Map<number, number>;
  /** Milliseconds of answers: of a route that does nothing, and of an answer that is known already. */
  readonly bare: number[];
  readonly cached: number[];
  /** Jobs that were taken in, and those that a client removed or whose removal it asked for. */
  readonly accepted: Set<string>;
  readonly removed: Set<string>;
  streams: number;
  /** Ways of the studio's visitor, from a dropped file to the screen where its release is made. */
  visits: number;
  /** Clients that went away in the middle. */
  vanished: number;
  readonly faults: string[];
}

export const newTally = (): Tally => ({
  statuses: new Map(),
  bare: [],
  cached: [],
  accepted: new Set(),
  removed: new Set(),
  streams: 0,
  visits: 0,
  vanished: 0,
  faults: [],
});

/** Of a server's own faults only "come back later" is an answer, and it says when. */
export function noteAnswer(tally: Tally, what: string, status: number, retryAfter: string | undefined): void {
  tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1);
  if (status < 500) return;
  if (status !== 503) noteFault(tally, `${what}: ${status}`);
  else if (!/^\d+$/.test(retryAfter ?? '')) noteFault(tally, `${what}: 503 without Retry-After`);
}

/** The first of them say enough. */
export function noteFault(tally: Tally, fault: string): void {
  if (tally.faults.length < 20) tally.faults.push(fault);
}

/** The value below which this share of all values lies; 0 where there are none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
