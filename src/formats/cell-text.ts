import { types } from 'node:util';
import { hasNul } from './nul.ts';

/** Why a value is no cell. */
export type CellFault = 'nested' | 'not-finite' | 'bad-date' | 'nul' | 'broken-text';

export class BadCell extends Error {
  readonly fault: CellFault;
  constructor(fault: CellFault) {
    super(fault);
    this.fault = fault;
  }
}

/**
 * A value of a program as the cell that a file of comma-separated text has for it: numbers as JavaScript prints them, a date as an instant in
 * ISO 8601 and UTC, nothing for null and undefined. Throws `BadCell` for what no cell can be.
 */
export function cellText(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return quotedText(value);
    case 'number':
      if (Number.isFinite(value)) return String(value);
      throw new BadCell('not-finite');
    case 'bigint':
    case 'boolean':
      return String(value);
    case 'undefined':
      return '';
    case 'object':
      return value === null ? '' : dateText(value);
    default:
      throw new BadCell('nested');
  }
}

/** A text as a cell: in double quotes where it needs them. */
export function quotedText(text: string): string {
  if (!special.test(text)) return text;
  if (hasNul(text)) throw new BadCell('nul');
  if (loneSurrogate.test(text)) throw new BadCell('broken-text');
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const special = /[",\r\n\0\ud800-\udfff]/; // one look at most texts
const needsQuotes = /[",\r\n]/;
const loneSurrogate = /\p{Surrogate}/u;

function dateText(value: object): string {
  if (!types.isDate(value)) throw new BadCell('nested');
  const instant = Date.prototype.getTime.call(value); // its own methods may say anything
  if (Number.isNaN(instant)) throw new BadCell('bad-date');
  return new Date(instant).toISOString();
}

/** An instant, counted in microseconds, in ISO 8601 and UTC; microseconds are told only where there are any. */
export function instantText(micros: bigint): string {
  const rest = ((micros % 1000n) + 1000n) % 1000n;
  const instant = new Date(Number((micros - rest) / 1000n));
  if (Number.isNaN(instant.getTime())) throw new BadCell('bad-date');
  const text = instant.toISOString();
  return rest === 0n ? text : `${text.slice(0, -1)}${String(rest).padStart(3, '0')}Z`;
}
