import { Refusal } from '../base/problem.ts';
import { BadCell, cellText, instantText } from './cell-text.ts';
import { nestedColumn } from './given-problems.ts';

/** What both libraries say of a type; the numbers are those of Arrow's own format (Schema.fbs). */
export interface ArrowType {
  readonly typeId: number;
  /** Of times: 0 seconds, 1 milliseconds, 2 microseconds, 3 nanoseconds. */
  readonly unit?: number;
  readonly timezone?: string | null;
  readonly scale?: number;
  readonly dictionary?: ArrowType;
}

type TextOf = (value: unknown) => string;

/** How values of a column become cells; refuses a column whose values are no cells. */
export function arrowCell(name: string, type: ArrowType): TextOf {
  switch (type.typeId) {
    case -1: // a dictionary holds values of another type
      return arrowCell(name, type.dictionary ?? { typeId: 0 });
    case 1: // null
    case 2: // integer
    case 3: // floating point
    case 5: // text, as are 20 and 24
    case 6: // boolean
    case 20:
    case 24:
      return cellText;
    case 7:
      return unlessMissing((value) => decimalText(wholeUnits(value), type.scale ?? 0));
    case 8: // a day
      return unlessMissing((value) => instantText(microseconds(value, 1)).slice(0, 10));
    case 9:
      return unlessMissing((value) => instantText(timeOfDay(value, type.unit ?? 0)).slice(11, -1));
    case 10: // with a zone it is an instant, without one what a clock showed
      return unlessMissing((value) => {
        const text = instantText(microseconds(value, type.unit ?? 1));
        return type.timezone ? text : text.slice(0, -1);
      });
    default:
      throw new Refusal(nestedColumn(name, typeNames[type.typeId] ?? 'unknown'));
  }
}

const typeNames: Readonly<Record<number, string>> = {
  4: 'bytes',
  11: 'interval',
  12: 'list',
  13: 'structure',
  14: 'union',
  15: 'bytes',
  16: 'list',
  17: 'map',
  18: 'duration',
  19: 'bytes',
  21: 'list',
  22: 'run-end encoded',
  23: 'bytes',
  25: 'list',
  26: 'list',
};

const unlessMissing =
  (textOf: TextOf): TextOf =>
  (value) =>
    value === null || value === undefined ? '' : textOf(value);

/** A time as its library gives it: a Date, a number of milliseconds, or a bigint of the type's own unit. A microsecond is what the engine tells apart. */
function microseconds(value: unknown, unit: number): bigint {
  if (value instanceof Date) return microseconds(value.getTime(), unit);
  if (typeof value === 'bigint') return unit === 3 ? floorThousandth(value) : value * 10n ** BigInt(6 - 3 * unit);
  return inMicroseconds(Number(value) * 1000);
}

/** Down, before 1970 too: cut towards nought, the last moment of a day would be the first of the next. */
const floorThousandth = (value: bigint): bigint => (value - (((value % 1000n) + 1000n) % 1000n)) / 1000n;

/** A time of day is a number of its own unit in both libraries. */
const timeOfDay = (value: unknown, unit: number): bigint =>
  typeof value === 'bigint' ? microseconds(value, unit) : inMicroseconds(Number(value) * 10 ** (6 - 3 * unit));

function inMicroseconds(value: number): bigint {
  if (!Number.isFinite(value)) throw new BadCell('bad-date');
  return BigInt(Math.round(value));
}

/** flechette gives a bigint or a number of whole units where it is asked to, else the number itself; apache-arrow four words of two's complement. */
function wholeUnits(value: unknown): bigint | number {
  if (typeof value === 'bigint' || typeof value === 'number') return value;
  if (!(value instanceof Uint32Array)) throw new BadCell('nested');
  const whole = value.reduceRight((high, word) => (high << 32n) | BigInt(word), 0n);
  return BigInt.asIntN(32 * value.length, whole);
}

function decimalText(value: bigint | number, scale: number): string {
  if (typeof value === 'number') return cellText(value);
  if (scale <= 0) return String(value * 10n ** BigInt(-scale));
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, '0');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}
