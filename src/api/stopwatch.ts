export type Stopwatch = ReturnType<typeof stopwatch>;

/** Seconds per phase, in the order the phases ended, and in total. */
export function stopwatch(now: () => number = () => performance.now()) {
  const begun = now();
  const laps: Record<string, number> = {};
  let last = begun;
  const roundSeconds = (milliseconds: number) => Math.round(milliseconds) / 1000;
  return {
    lap(phase: string): void {
      laps[phase] = roundSeconds(now() - last);
      last = now();
    },
    seconds: (): Readonly<Record<string, number>> => ({ ...laps, total: roundSeconds(now() - begun) }),
  };
}
