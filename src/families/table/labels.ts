import type { Arc } from '../../clusters/arc.ts';
import { sortTexts } from '../../frame/text-order.ts';
import { ceilTo, floorTo } from '../../release/grid.ts';
import type { LabelWords } from '../../release/label-words.ts';
import { type SnapGrid, snapDown, snapUp } from '../../release/snap.ts';
import type { Coding } from '../../release/table-columns.ts';
import { isWithinQuarter, sharedLength } from './attributes.ts';

/** The common prefix of the first and last of some sorted codes, which all between share; a blank at its end would not be seen. */
export function regionLabel({ region, allRegions }: LabelWords, first: string, last: string): string {
  const prefix = [...first].slice(0, sharedLength(first, last)).join('').trimEnd();
  return prefix === '' ? allRegions : `${region[0]}${prefix}${region[1]}`;
}

/** The only code, or what the first and last of some sorted codes begin with, and a star. */
export function codeLabel(first: string, last: string): string {
  if (first === last) return first;
  return `${[...first].slice(0, sharedLength(first, last)).join('')}*`;
}

/** A quarter of the day where it holds all members, else their hours; a label (12-18) is true before 18:00. */
export function periodLabel({ periods, hours, overnight, allDay }: LabelWords, { start, length }: Arc): string {
  if (length === 24) return `${allDay}(00-24)`;
  if (isWithinQuarter(start, length)) {
    const quarter = Math.floor(start / 6);
    return `${periods[quarter]}(${twoDigits(6 * quarter)}-${twoDigits(6 * quarter + 6)})`;
  }
  const end = start + length;
  return `${end > 24 ? overnight : hours}(${twoDigits(start)}-${twoDigits(end > 24 ? end - 24 : end)})`;
}

const twoDigits = (hour: number): string => String(hour).padStart(2, '0');

/** How numbers are written: on which grid, and where they are not told apart any more. */
interface NumberForm {
  readonly decimals: number;
  readonly grid: SnapGrid | undefined;
  readonly coding: Coding;
}

/** An interval; one that reaches the top is open above, and one that reaches the bottom is open below: it says no more than that, and is true of all beyond. */
export function numberLabel(low: number, high: number, { decimals, grid, coding }: NumberForm): string {
  const { top = Number.POSITIVE_INFINITY, bottom = Number.NEGATIVE_INFINITY } = coding;
  const [from, to] = bounds(low, high, decimals, grid);
  const [openAbove, openBelow] = [high >= top || to > top, low <= bottom || from < bottom];
  const places = grid?.decimals ?? decimals;
  if (openAbove && openBelow) return '*';
  if (openAbove) return `>= ${from.toFixed(places)}`;
  return openBelow ? `<= ${to.toFixed(places)}` : `[${from.toFixed(places)}-${to.toFixed(places)}]`;
}

/** Rounded outward, so that no member lies outside; with a grid, moved outward to multiples of its step. */
function bounds(low: number, high: number, decimals: number, grid?: SnapGrid): readonly [from: number, to: number] {
  const [lower, upper] = [floorTo(low, decimals), ceilTo(high, decimals)];
  return grid === undefined ? [lower, upper] : [snapDown(lower, grid), snapUp(upper, grid)];
}

/** What names of categories come from. */
export interface CategoryNames {
  readonly pathOf: (value: string) => readonly string[];
  /** How many of the values that occur lie below each name. */
  readonly below: ReadonlyMap<string, number>;
  readonly labelsOf: 'hierarchy' | 'sets';
}

/**
 * The only value; else the values listed, where they are few, or the nearest common ancestor, where it covers no more than they are or is to be used in
 * any case; else a star.
 */
export function categoryLabel(values: readonly string[], { pathOf, below, labelsOf }: CategoryNames): string {
  if (values.length === 1) return looksLikeASet(values[0]) ? '*' : values[0];
  const [first, ...others] = values.map(pathOf);
  const ancestor = first.find((name, above) => others.every((other) => other[above] === name));
  const covered = ancestor === undefined ? Number.POSITIVE_INFINITY : (below.get(ancestor) ?? 0);
  if (ancestor !== undefined && (labelsOf === 'hierarchy' || covered <= values.length)) return ancestor;
  return canBeListed(values) ? `{${sortTexts([...values]).join('|')}}` : (ancestor ?? '*');
}

const canBeListed = (values: readonly string[]): boolean =>
  values.length <= mostListed && !values.some((value) => /[|{}]/.test(value));

/** A longer list is as good as a star to read, and tells less than it seems to. */
export const mostListed = 10;

const looksLikeASet = (value: string): boolean => value === '*' || value.startsWith('{');
