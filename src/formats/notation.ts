import type { Result } from '../base/result.ts';

/** How a file writes its numbers: signs that stand in them, and words that stand beside them. */
export interface NumberNotation {
  readonly kind: 'number';
  readonly decimal: Decimal;
  readonly thousands?: Thousands | undefined;
  /** Words or signs of which one may stand before or behind a number, such as EUR and €. */
  readonly units: readonly string[];
}

/** How a file writes its times: in the letters of time-format.ts. */
export interface TimeNotation {
  readonly kind: 'time';
  readonly format: string;
}

export type Notation = NumberNotation | TimeNotation;

export const decimals = ['.', ','] as const;
export type Decimal = (typeof decimals)[number];

/** A blank is any blank, no-break ones too; an apostrophe any apostrophe. */
export const thousandsSigns = ['.', ',', ' ', "'"] as const;
export type Thousands = (typeof thousandsSigns)[number];

/** A column whose cells are turned into plain numbers, or into times of ISO 8601, before anybody reads them. */
export interface NotatedColumn {
  readonly column: string;
  /** Several where the cells decide: the first that all of them fit. */
  readonly notations: readonly Notation[];
  /**
   * What becomes of a cell that does not fit: the run is refused; or it becomes a text that is neither a number nor a time, for the reader to
   * count; or, of all cells together, the column stays as it is written.
   */
  readonly unfit: 'refuse' | 'mark' | 'keep';
}

/** How a table is written, beside what is between its cells. */
export interface Notated {
  readonly encoding?: string | undefined;
  /** What is joined, and which columns are written how, of a table with these columns; left out where everything is plain. */
  readonly settle?: ((names: readonly string[]) => Result<SettledNotations>) | undefined;
}

export interface SettledNotations {
  /** New columns made of others, whose texts stand in them with a blank between; the others are gone. */
  readonly join: Readonly<Record<string, readonly string[]>>;
  readonly columns: readonly NotatedColumn[];
}

/** A notation in words, as it is set. */
export function describeNotation(notation: Notation): string {
  if (notation.kind === 'time') return notation.format;
  const { decimal, thousands, units } = notation;
  const grouped = thousands === undefined ? '' : ` and ${shownSign(thousands)} between thousands`;
  return `numbers with ${shownSign(decimal)} before decimals${grouped}${units.length === 0 ? '' : `, ${units.join(' or ')} beside them`}`;
}

export const shownSign = (sign: string): string => (sign === ' ' ? 'a blank' : `"${sign}"`);
