import { labelWords } from '../../release/label-words.ts';
import type { ManifestColumn, TableManifest } from '../../release/manifest.ts';
import type { BinKind } from '../time-labels.ts';

/** A column of labels laid out in bins: hours of the day, days of the week, stretches of dates or numbers, or places. */
export interface LabelAxis {
  readonly kind: AxisKind;
  /** What bins are called; of places the last has no name, and holds all that is told more coarsely or not shown. */
  readonly names: readonly string[];
  /** The bins that a label may lie in; none where it lies beyond them. */
  readonly partsOf: (label: string) => readonly Part[];
}

export type AxisKind = 'clock' | 'weekday' | 'date' | 'week' | 'month' | 'number' | 'place';

interface Part {
  readonly bin: number;
  /** How much of the label is drawn there. */
  readonly share: number;
  /** Whether it lies nowhere else. */
  readonly whole: boolean;
}

/** Labels, each with how many are behind it. */
export type Weighed = readonly (readonly [label: string, total: number])[];

type Span = readonly [from: number, to: number];

/** More bars than these cannot be read side by side. */
const most = { units: 31, steps: 12, places: 12 };

/** The bins that published labels lie in; undefined where they tell fewer than two apart. */
export function axisOf(
  { kind, decimals = 0 }: Pick<ManifestColumn, 'kind' | 'decimals'>,
  weighed: Weighed,
  language: TableManifest['labels'],
): LabelAxis | undefined {
  const words = labelWords[language];
  const labels = weighed.map(([label]) => label);
  switch (kind) {
    case 'period':
    case 'time':
    case 'hour':
      return lineAxis('clock', places(24), clockSpan);
    case 'weekday':
      return lineAxis(kind, places(7), (label) => weekdaySpan(label, words.weekdays));
    case 'date':
    case 'week':
    case 'month':
      return calendarAxis(kind, labels);
    case 'interval':
      return numberAxis(labels, decimals);
    case 'code':
      return placeAxis(weighed, (label) =>
        label.endsWith('*') ? { text: label.slice(0, -1), whole: false } : { text: label, whole: true },
      );
    case 'prefix': {
      const [before, after] = words.region;
      return placeAxis(weighed, (label) =>
        label === words.allRegions
          ? { text: '', whole: false }
          : { text: label.slice(before.length, label.length - after.length), whole: false },
      );
    }
    case 'label':
    case 'text':
      return valueAxis(weighed);
    default:
      return undefined;
  }
}

const places = (count: number): readonly string[] => Array.from({ length: count }, (_, i) => String(i));

/** From where up to where a bin of the clock or the calendar goes, in units of its kind; a star is without ends. */
export function spanOfBin(kind: BinKind, label: string, language: TableManifest['labels']): Span {
  const always: Span = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  switch (kind) {
    case 'time':
    case 'hour':
      return clockSpan(label) ?? always;
    case 'weekday':
      return weekdaySpan(label, labelWords[language].weekdays) ?? always;
    case 'date':
      return daysOf(label) ?? always;
    case 'week':
      return weeksOf(label) ?? always;
    case 'month':
      return monthsOf(label) ?? always;
    default:
      return kind satisfies never;
  }
}

/** Bins one beside the other; a label lies in each by how much of it does, and over the end of a day goes on at its beginning. */
function lineAxis(kind: AxisKind, names: readonly string[], spanOf: (label: string) => Span | undefined): LabelAxis {
  const count = names.length;
  return {
    kind,
    names,
    partsOf: (label) => {
      const [from, to] = spanOf(label) ?? [0, count];
      const parts: Part[] = [];
      for (let bin = Math.floor(from); bin < to; bin++) {
        const at = kind === 'clock' ? bin % count : bin;
        const share = (Math.min(to, bin + 1) - Math.max(from, bin)) / (to - from);
        if (at >= 0 && at < count) parts.push({ bin: at, share, whole: share === 1 });
      }
      return parts;
    },
  };
}

/** A label ends with its hours, such as (22-03) over midnight, or is 07:15-07:30. */
function clockSpan(label: string): Span | undefined {
  const found = /(\d\d)(?::(\d\d))?-(\d\d)(?::(\d\d))?\)?$/.exec(label);
  if (found === null) return undefined;
  const [from, fromMinute, to, toMinute] = found.slice(1).map((part = '00') => Number(part));
  const [start, end] = [from + fromMinute / 60, to + toMinute / 60];
  return [start, end > start ? end : end + 24];
}

function weekdaySpan(label: string, weekdays: readonly string[]): Span | undefined {
  const [first, last = first] = label.split('-').map((word) => weekdays.indexOf(word));
  return first < 0 || last < first ? undefined : [first, last + 1];
}

/** Days, weeks or months from the first published to the last, several to a bin where they are many. */
function calendarAxis(kind: 'date' | 'week' | 'month', labels: readonly string[]): LabelAxis | undefined {
  const unitsOf = { date: daysOf, week: weeksOf, month: monthsOf }[kind];
  const spans = labels.map(unitsOf).filter((span) => span !== undefined);
  if (spans.length === 0) return undefined;
  const from = leastOf(spans.map(([first]) => first));
  const to = mostOf(spans.map(([, end]) => end));
  const width = Math.ceil((to - from) / most.units);
  const count = Math.ceil((to - from) / width);
  if (count < 2) return undefined;
  const nameOf = { date: dateText, week: weekText, month: monthText }[kind];
  const names = Array.from({ length: count }, (_, i) => {
    const first = from + i * width;
    const last = Math.min(to, first + width) - 1;
    return first === last ? nameOf(first) : `${nameOf(first)}/${nameOf(last)}`;
  });
  return lineAxis(kind, names, (label) => {
    const span = unitsOf(label);
    return span && [(span[0] - from) / width, (span[1] - from) / width];
  });
}

const day = 86_400_000;
const daysOf = (label: string): Span | undefined => rangeOf(label, (date) => Date.parse(`${date}T00:00:00Z`) / day);
const weeksOf = (label: string): Span | undefined =>
  rangeOf(label, (text) => {
    const [year, week] = text.split('-W');
    return Math.floor((Date.parse(`${year}-01-04T00:00:00Z`) / day + 3) / 7) + Number(week) - 1;
  });

function rangeOf(label: string, unitOf: (text: string) => number): Span | undefined {
  const [first, last = first] = label.split('/').map(unitOf);
  return Number.isNaN(first) || Number.isNaN(last) ? undefined : [first, last + 1];
}

function monthsOf(label: string): Span | undefined {
  const [, year, quarter, month] = /^(\d{4})(?:-Q([1-4])|-(\d\d))?$/.exec(label) ?? [];
  if (year === undefined) return undefined;
  const first = 12 * Number(year) + (quarter === undefined ? Number(month ?? 1) - 1 : 3 * (Number(quarter) - 1));
  return [first, first + (quarter !== undefined ? 3 : month !== undefined ? 1 : 12)];
}

const dateText = (unit: number): string => new Date(unit * day).toISOString().slice(0, 10);
const monthText = (unit: number): string =>
  `${String(Math.floor(unit / 12)).padStart(4, '0')}-${String((unit % 12) + 1).padStart(2, '0')}`;

/** Week 0 holds the first Thursday of 1970; a week is of the year of its Thursday (ISO 8601). */
function weekText(unit: number): string {
  const thursday = new Date(7 * unit * day);
  const year = thursday.getUTCFullYear();
  const week = Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / (7 * day)) + 1;
  return `${String(year).padStart(4, '0')}-W${String(week).padStart(2, '0')}`;
}

/** Equal steps between round numbers; a bound is told with some decimals, so that a range ends one unit of the last behind it. */
function numberAxis(labels: readonly string[], decimals: number): LabelAxis | undefined {
  const boundsOf = (label: string): Span | undefined => {
    const [, low, high] = /^\[(-?[\d.]+)-(-?[\d.]+)\]$/.exec(label) ?? [];
    return low === undefined ? undefined : [Number(low), Number(high)];
  };
  const bounds = labels.map(boundsOf).filter((span) => span !== undefined);
  if (bounds.length === 0) return undefined;
  const [least, largest] = [leastOf(bounds.map(([low]) => low)), mostOf(bounds.map(([, high]) => high))];
  if (!(largest > least)) return undefined;
  const unit = 10 ** -decimals;
  const step = Math.max(unit, roundStep((largest - least) / most.steps));
  const first = Math.floor(least / step + 1e-9);
  const count = Math.floor(largest / step + 1e-9) - first + 1;
  if (count < 2) return undefined;
  const edge = (i: number) => String(Number(((first + i) * step).toPrecision(12)));
  const place = (value: number) => Number((value / step - first).toPrecision(12));
  const names = Array.from({ length: count }, (_, i) => `${edge(i)}/${edge(i + 1)}`);
  return lineAxis('number', names, (label) => {
    const own = boundsOf(label);
    return own && [place(own[0]), place(own[1] + unit)];
  });
}

/** 1, 2 or 5 times a power of ten, at least as wide as asked. */
function roundStep(width: number): number {
  const power = 10 ** Math.floor(Math.log10(width));
  return ([1, 2, 5].find((factor) => factor * power >= width * (1 - 1e-9)) ?? 10) * power;
}

interface Place {
  /** A code, or what it begins with. */
  readonly text: string;
  readonly whole: boolean;
}

/** Codes by what they begin with, as many letters as most labels have and few enough names are left by. */
function placeAxis(weighed: Weighed, placeOf: (label: string) => Place): LabelAxis | undefined {
  const letters = weighed.map(([label, total]) => ({ ...placeOf(label), all: [...placeOf(label).text], total }));
  const longest = mostOf(letters.map(({ all }) => all.length));
  const keysAt = (length: number) => {
    const long = letters.filter(({ all, whole }) => all.length >= length || whole);
    const totals = new Map<string, number>();
    for (const { all, total } of long) add(totals, all.slice(0, length).join(''), total);
    return { totals, told: long.reduce((sum, { total }) => sum + total, 0) };
  };
  const all = weighed.reduce((sum, [, total]) => sum + total, 0);
  let length = 1;
  let keys = keysAt(1);
  while (length < longest) {
    const next = keysAt(length + 1);
    if (next.told < 0.8 * all || (keys.totals.size > 1 && next.totals.size > most.places)) break;
    keys = next;
    length++;
  }
  return namedAxis(keys.totals, (label) => {
    const { text, whole } = placeOf(label);
    const own = [...text];
    if (own.length >= length || whole) return { names: [own.slice(0, length).join('')] };
    return { among: (name) => name.startsWith(text) };
  });
}

/** Values as they are, or several in a list; a star may be any. */
function valueAxis(weighed: Weighed): LabelAxis | undefined {
  const valuesOf = (label: string): readonly string[] =>
    label === '*' ? [] : /^\{.*\}$/s.test(label) ? label.slice(1, -1).split('|') : [label];
  const totals = new Map<string, number>();
  for (const [label, total] of weighed) for (const value of valuesOf(label)) add(totals, value, total / valuesOf(label).length);
  return namedAxis(totals, (label) => (label === '*' ? { among: () => true } : { names: valuesOf(label) }));
}

const add = (totals: Map<string, number>, name: string, total: number) => totals.set(name, (totals.get(name) ?? 0) + total);

/** What a label of a place says: it is one of these, or one of those that may be meant. */
type Said = { readonly names: readonly string[] } | { readonly among: (name: string) => boolean };

/** The most frequent names, in the order of their letters. */
function namedAxis(totals: ReadonlyMap<string, number>, saidBy: (label: string) => Said): LabelAxis | undefined {
  const frequent = [...totals].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1)).slice(0, most.places);
  const shown = frequent.map(([name]) => name).sort((a, b) => (a < b ? -1 : 1));
  if (shown.length < 2) return undefined;
  const at = new Map(shown.map((name, i) => [name, i]));
  const rest = shown.length;
  return {
    kind: 'place',
    names: [...shown, ''],
    partsOf: (label) => {
      const said = saidBy(label);
      if ('names' in said) {
        const whole = said.names.length === 1;
        return said.names.map((name) => ({ bin: at.get(name) ?? rest, share: 1 / said.names.length, whole }));
      }
      const possible = shown.flatMap((name, bin) => (said.among(name) ? [{ bin, share: 0, whole: false }] : []));
      return [...possible, { bin: rest, share: 1, whole: possible.length === 0 }];
    },
  };
}

const leastOf = (values: readonly number[]): number =>
  values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
const mostOf = (values: readonly number[]): number =>
  values.reduce((largest, value) => Math.max(largest, value), Number.NEGATIVE_INFINITY);
