import type { Bitmaps } from '../../src/risk/events/singled-out.ts';

/** For each subject its distinct combinations. */
export type Log = readonly (readonly number[])[];

/** Subjects that have all of these combinations, found the slow and plain way. */
export const sharing = (log: Log, known: readonly number[]): number[] =>
  log.flatMap((own, subject) => (known.every((combination) => own.includes(combination)) ? [subject] : []));

/** A bit for each subject and combination, with the combinations in descending rows: their order must not matter. */
export function bitmapsOf(log: Log): Bitmaps {
  const words = Math.ceil(log.length / 32);
  const combinations = [...new Set(log.flat())].sort((a, b) => b - a);
  const bits = new Uint32Array(words * combinations.length);
  const rows = new Map(combinations.map((combination, row) => [combination, row]));
  for (const [subject, own] of log.entries())
    for (const combination of own) bits[(rows.get(combination) ?? 0) * words + (subject >>> 5)] |= 1 << (subject & 31);
  return { words, bits, rows };
}
