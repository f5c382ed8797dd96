import { Unreadable } from '../base/counting.ts';
import type { CsvReading } from './source.ts';

const usualRow = 2_000_000;
export const longestRow = 64_000_000;

/** On all threads first; then slow and sure, as a release is not broken because its reader took a short cut. */
export async function fastThenSure<Value>(multiline: boolean, read: (reading: CsvReading) => Promise<Value>): Promise<Value> {
  try {
    return await read({ parallel: !multiline, longestRow: usualRow });
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return read({ parallel: false, longestRow });
  }
}
