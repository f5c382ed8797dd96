import type { Field } from './field.ts';
import { says } from './name-hints.ts';

/** What a hierarchy is made of: ranges of numbers, beginnings of codes, the calendar, or nothing but the values. */
export type HierarchyKind = 'number' | 'prefix' | 'date' | 'category';

/** Ancestors of each value from near to far; the last is `*` for all. */
type DraftedHierarchy = ReadonlyMap<string, readonly string[]>;

/** Which kind suits a column, by what its cells look like. */
export function hierarchyKindOf({ name, kind, even }: Pick<Field, 'name' | 'kind' | 'even'>): HierarchyKind {
  if (says(name, 'postal')) return even ? 'prefix' : 'category';
  if (kind === 'whole' || kind === 'number') return 'number';
  if (kind === 'time' || kind === 'date') return 'date';
  return kind === 'code' || (kind === 'text' && even) ? 'prefix' : 'category';
}

/**
 * A hierarchy over the values of a column, or undefined where some value is not of the kind. Levels that would say the same as the one below
 * are left out. An empty cell has no ancestor but `*`: nobody knows more of it.
 */
export function hierarchyOver(values: readonly string[], kind: HierarchyKind, width?: number): DraftedHierarchy | undefined {
  const filled = values.filter((value) => value !== '');
  const levels = levelsOf[kind](filled, width);
  if (levels === undefined) return undefined;
  const labels: string[][] = filled.map(() => []);
  let below = filled.length;
  for (const level of levels) {
    const coarser = filled.map(level);
    const different = new Set(coarser).size;
    if (different === below || different <= 1) continue;
    for (const [place, label] of coarser.entries()) labels[place].push(label);
    below = different;
  }
  const height = labels[0]?.length ?? 0;
  const drafted = new Map(filled.map((value, place) => [value, [...labels[place], all]]));
  if (filled.length < values.length) drafted.set('', [...Array<string>(height).fill(unknown), all]);
  return new Map([...drafted].sort(([a], [b]) => inOrder(a, b, kind)));
}

const all = '*';
const unknown = '(none)';

/** The label of a value at one level. */
type Level = (value: string) => string;

const levelsOf: Readonly<Record<HierarchyKind, (values: readonly string[], width?: number) => readonly Level[] | undefined>> = {
  number: rangesOf,
  prefix: beginningsOf,
  date: calendarOf,
  category: () => [],
};

/** Ranges that double from level to level, each beginning at a multiple of its width: [20-24], [20-29], [20-39] and so on. */
function rangesOf(values: readonly string[], width?: number): readonly Level[] | undefined {
  if (!values.every((value) => plainNumber.test(value))) return undefined;
  const numbers = values.map(Number);
  const least = numbers.reduce((low, number) => Math.min(low, number), Number.POSITIVE_INFINITY);
  const most = numbers.reduce((high, number) => Math.max(high, number), Number.NEGATIVE_INFINITY);
  if (Math.max(-least, most) > largest) return undefined;
  const whole = numbers.every(Number.isInteger);
  const asked = width ?? roundAbove((most - least) / firstRanges);
  const wide = whole ? Math.max(width ?? 2, Math.ceil(asked)) : asked;
  if (Math.max(-least, most) / wide > largest) return undefined;
  const levels: Level[] = [];
  for (let together = 1; levels.length < mostLevels; together *= 2) {
    const placeOf = (number: number) => Math.floor(rangeOf(number, wide) / together);
    levels.push((value) => rangeLabel(placeOf(Number(value)), together, wide, whole));
    if (placeOf(least) === placeOf(most)) break;
  }
  return levels;
}

const plainNumber = /^[+-]?\d+(\.\d+)?$/;
const firstRanges = 16;
const mostLevels = 16;
const largest = 1e12; // twelve digits of a bound are written

/** Which range a number lies in by the bounds as they are written: 0.3 / 0.1 is less than 3. */
function rangeOf(number: number, wide: number): number {
  const place = Math.floor(number / wide);
  if (Number(boundText(place + 1, wide)) <= number) return place + 1;
  return Number(boundText(place, wide)) > number ? place - 1 : place;
}

/** As released intervals are written; of numbers with decimals the end belongs to the next range. */
function rangeLabel(place: number, together: number, wide: number, whole: boolean): string {
  const from = place * together;
  const to = from + together;
  return whole ? `[${from * wide}-${to * wide - 1}]` : `[${boundText(from, wide)}-${boundText(to, wide)})`;
}

/** Without the noise of binary fractions. */
const boundText = (place: number, wide: number): string => String(Number((place * wide).toPrecision(12)));

/** 1, 2 or 5 times a power of ten: the least of them that is not below. */
function roundAbove(number: number): number {
  if (number <= 0) return 1;
  const power = Math.floor(Math.log10(number));
  const steps = [1, 2, 5, 10].map((times) => Number(`${times}e${power}`));
  return steps.find((step) => step >= number * (1 - 1e-9)) ?? steps[3];
}

/** Codes without their last sign, their last two, and so on. */
function beginningsOf(values: readonly string[]): readonly Level[] {
  const longest = values.reduce((most, value) => Math.max(most, [...value].length), 0);
  return Array.from({ length: Math.max(0, longest - 1) }, (_, cut) => (value: string) => {
    const letters = [...value];
    const kept = longest - 1 - cut;
    return letters.length <= kept ? value : `${letters.slice(0, kept).join('')}*`;
  });
}

/** Day, month, quarter, year, decade: as far as a time is finer than they are. */
function calendarOf(values: readonly string[]): readonly Level[] | undefined {
  if (!values.every((value) => isoDay.test(value))) return undefined;
  return [
    (value) => value.slice(0, 10),
    (value) => value.slice(0, 7),
    (value) => `${value.slice(0, 4)}-Q${Math.ceil(Number(value.slice(5, 7)) / 3)}`,
    (value) => value.slice(0, 4),
    (value) => `${value.slice(0, 3)}0s`,
  ];
}

const isoDay = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])([ T].*)?$/;

function inOrder(a: string, b: string, kind: HierarchyKind): number {
  if (kind === 'number' && a !== '' && b !== '' && Number(a) !== Number(b)) return Number(a) - Number(b);
  return a < b ? -1 : a > b ? 1 : 0;
}
