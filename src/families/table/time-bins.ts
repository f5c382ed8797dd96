import type { TimeKind } from '../../policy/table-kinds.ts';
import type { LabelWords } from '../../release/label-words.ts';

/**
 * A part of a timestamp as bins within bins, each holding whole ones of the next, so that of two labels one lies within the other or they have nothing in
 * common. Where a bin begins hangs on the calendar alone, never on the data.
 */
export interface TimeBins {
  /** The finest bin that a number of the engine lies in. */
  binOf(value: number): number;
  /** How near two bins are: 0 where only all hold both. */
  sharedBy(one: number, other: number): number;
  /** What the label loses of the bins at that level; `spread` is how many finest bins lie between the first and the last of the input. */
  lossAt(level: number, bin: number, spread: number): number;
  /** What a finest bin loses: some of the clock, as times are finer; nothing of the calendar. */
  readonly leafLoss: number;
  /** The label of the bin that holds both. */
  label(first: number, last: number): string;
}

export function timeBins(kind: TimeKind, words: LabelWords): TimeBins {
  switch (kind) {
    case 'time':
      return clockBins(900, [96, 24, 12, 4]);
    case 'hour':
      return clockBins(3600, [24, 6, 3]);
    case 'weekday':
      return weekdayBins(words.weekdays);
    case 'date':
      return calendarBins([Number.POSITIVE_INFINITY, 364, 28, 7], 3, rangeOf(dateOf));
    case 'week':
      return calendarBins([Number.POSITIVE_INFINITY, 52, 4], 0, rangeOf(weekOf));
    case 'month':
      return calendarBins([Number.POSITIVE_INFINITY, 12, 3], 0, monthLabel);
    default:
      return kind satisfies never;
  }
}

const within = (widths: readonly number[], offset: number, one: number, other: number): number =>
  widths.findLastIndex((width) => binAt(one, width, offset) === binAt(other, width, offset));

const binAt = (bin: number, width: number, offset: number): number =>
  width === Number.POSITIVE_INFINITY ? 0 : Math.floor((bin + offset) / width);

/** Widths in finest bins, the whole day first. */
function clockBins(seconds: number, widths: readonly number[]): TimeBins {
  const day = widths[0];
  return {
    binOf: (second) => Math.floor(second / seconds),
    sharedBy: (one, other) => within(widths, 0, one, other),
    lossAt: (level) => widths[level] / day,
    leafLoss: 1 / day,
    label(first, last) {
      const width = first === last ? 1 : widths[within(widths, 0, first, last)];
      const from = first - (first % width);
      return `${clockText(from * seconds)}-${clockText((from + width) * seconds)}`;
    },
  };
}

const clockText = (second: number): string => `${two(Math.floor(second / 3600))}:${two((second / 60) % 60)}`;
const two = (value: number): string => String(value).padStart(2, '0');

/** Working days and weekends. */
function weekdayBins(words: LabelWords['weekdays']): TimeBins {
  const sharedBy = (one: number, other: number) => (one < 5 === other < 5 ? 1 : 0);
  return {
    binOf: (day) => day,
    sharedBy,
    lossAt: (level, day) => (level === 0 ? 1 : day < 5 ? 4 / 6 : 1 / 6),
    leafLoss: 0,
    label(first, last) {
      if (first === last) return words[first];
      const [from, to] = sharedBy(first, last) === 0 ? [0, 6] : first < 5 ? [0, 4] : [5, 6];
      return `${words[from]}-${words[to]}`;
    },
  };
}

/** Widths in days, weeks or months, all of them first; days lie `offset` after the Monday that weeks are counted from. */
function calendarBins(widths: readonly number[], offset: number, label: (from: number, width: number) => string): TimeBins {
  return {
    binOf: (bin) => bin,
    sharedBy: (one, other) => within(widths, offset, one, other),
    lossAt: (level, _, spread) => Math.min(1, (widths[level] - 1) / Math.max(1, spread)),
    leafLoss: 0,
    label(first, last) {
      const width = first === last ? 1 : widths[within(widths, offset, first, last)];
      return width === Number.POSITIVE_INFINITY ? '*' : label(binAt(first, width, offset) * width - offset, width);
    },
  };
}

const rangeOf = (text: (bin: number) => string) => (from: number, width: number) =>
  width === 1 ? text(from) : `${text(from)}/${text(from + width - 1)}`;

const dateOf = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);

/** ISO 8601: a week is of the year that its Thursday is in. */
function weekOf(week: number): string {
  const thursday = new Date(7 * week * 86_400_000); // week 0 has the first Thursday of 1970, its first day
  const year = thursday.getUTCFullYear();
  const number = Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / (7 * 86_400_000)) + 1;
  return `${String(year).padStart(4, '0')}-W${two(number)}`;
}

function monthLabel(from: number, width: number): string {
  const [year, month] = [1970 + Math.floor(from / 12), ((from % 12) + 12) % 12];
  const text = String(year).padStart(4, '0');
  if (width === 12) return text;
  return width === 3 ? `${text}-Q${month / 3 + 1}` : `${text}-${two(month + 1)}`;
}
