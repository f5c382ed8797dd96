/** What the first rows of a column look like: counts and lengths, never a value. */
export interface Look {
  readonly name: string;
  /** Cells that are not empty; every other count is of these. */
  readonly filled: number;
  readonly numbers: number;
  readonly wholes: number;
  /** Digits that begin with a nought, as postcodes do and amounts do not. */
  readonly padded: number;
  /** Numbers with exactly two decimal places. */
  readonly cents: number;
  /** Dates, with or without a time of day. */
  readonly moments: number;
  /** Cells with a colon: dates that have a time of day. */
  readonly colons: number;
  /** Times of day alone. */
  readonly clocks: number;
  readonly uuids: number;
  /** Cells with a digit in them. */
  readonly digits: number;
  /** A few letters, then five digits or more, as in G5615530120. */
  readonly codes: number;
  readonly shortest: number;
  readonly longest: number;
}

export type Kind = 'whole' | 'number' | 'time' | 'date' | 'clock' | 'code' | 'text' | 'empty';

/** A few cells may be out of order without changing what a column is; they are counted later, over all rows. */
const nearly = 0.98;

export function kindOf(look: Look): Kind {
  const { filled, numbers, wholes, padded, moments, colons, clocks, codes, shortest, longest } = look;
  const all = (count: number): boolean => count >= nearly * filled;
  if (filled === 0) return 'empty';
  if (all(codes) && shortest === longest && (numbers < filled || padded > 0)) return 'code';
  if (all(numbers) && padded === 0) return all(wholes) ? 'whole' : 'number';
  if (all(moments)) return all(colons) ? 'time' : 'date';
  return all(clocks) ? 'clock' : 'text';
}

/** A point in time, to the day or finer. */
export const isMoment = (kind: Kind): boolean => kind === 'time' || kind === 'date';

export const isNumeric = (kind: Kind): boolean => kind === 'whole' || kind === 'number';
