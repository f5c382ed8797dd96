import { type Categories, categoryLoss } from '../category-loss.ts';

/** A quasi-identifier as published: each distinct label with the records under it, and what the input holds there. */
export interface LabelledColumn {
  readonly name: string;
  readonly labels: readonly string[];
  /** Records published under each label. */
  readonly records: ArrayLike<number>;
  readonly domain: Domain;
  /** How much the column counts where columns are weighed; 1 where left out. */
  readonly weight?: number;
}

/** What the values of a quasi-identifier are in the input; labels are measured against it. */
export type Domain =
  /** Every code that occurs, sorted, and the words around a prefix, as published. */
  | {
      readonly kind: 'prefix';
      readonly codes: readonly string[];
      readonly region: readonly [string, string];
      readonly allRegions: string;
    }
  /** Every code that occurs, sorted; a prefix is published with a star behind it. */
  | { readonly kind: 'code'; readonly codes: readonly string[] }
  | { readonly kind: 'period' }
  | { readonly kind: 'clock' }
  | { readonly kind: 'weekday'; readonly weekdays: readonly string[] }
  /** Units between the first and the last of the input. */
  | { readonly kind: 'calendar'; readonly unit: 'date' | 'week' | 'month'; readonly spread: number }
  | { readonly kind: 'interval'; readonly least: number; readonly largest: number }
  | ({ readonly kind: 'label' } & Categories);

export interface TableLoss {
  /** Normalised certainty penalty: mean over released records and quasi-identifiers, 0 as it was to 1 nothing said. */
  readonly ncp: number;
  /** The same with each quasi-identifier counting by its weight; only where weights differ. */
  readonly weighted?: number;
  readonly columns: readonly { readonly name: string; readonly ncp: number }[];
}

/**
 * What the labels of a release say less than the values did (Xu, Wang, Pei, Wang, Shi and Fu, KDD 2006: normalised certainty penalty). A
 * label is measured by what it says and not by the members it happens to have, so a wide label around equal values costs its width.
 */
export function tableLoss(columns: readonly LabelledColumn[]): TableLoss {
  const losses = columns.map((column) => ({ name: column.name, ncp: columnLoss(column) }));
  const meanBy = (weights: readonly number[]) =>
    losses.reduce((sum, { ncp }, c) => sum + weights[c] * ncp, 0) / weights.reduce((sum, weight) => sum + weight, 0);
  const weights = columns.map(({ weight = 1 }) => weight);
  const differ = weights.some((weight) => weight !== weights[0]);
  return {
    ncp: losses.length === 0 ? 0 : meanBy(weights.map(() => 1)),
    ...(differ ? { weighted: meanBy(weights) } : {}),
    columns: losses,
  };
}

function columnLoss({ labels, records, domain }: LabelledColumn): number {
  let [lost, all] = [0, 0];
  for (const [i, label] of labels.entries()) {
    lost += records[i] * labelLoss(label, domain);
    all += records[i];
  }
  return all === 0 ? 0 : lost / all;
}

function labelLoss(label: string, domain: Domain): number {
  switch (domain.kind) {
    case 'prefix':
      return prefixLoss(label, domain);
    case 'period':
      return periodLoss(label);
    case 'code':
      return codeLoss(label, domain.codes);
    case 'clock':
      return clockLoss(label);
    case 'weekday':
      return weekdayLoss(label, domain.weekdays);
    case 'calendar':
      return Math.min(1, calendarSpread(label, domain.unit) / Math.max(1, domain.spread));
    case 'interval': {
      const width = domain.largest - domain.least;
      return width === 0 ? 0 : Math.min(1, intervalWidth(label, domain) / width); // bounds are rounded outward and may reach beyond the domain
    }
    case 'label':
      return categoryLoss(label, domain);
  }
  domain satisfies never;
  return 1;
}

/** The part of a code that is not said, of the longest code that could be meant. */
function prefixLoss(label: string, { codes, region: [before, after], allRegions }: Extract<Domain, { kind: 'prefix' }>): number {
  if (label === allRegions) return 1;
  return lossOfPrefix(label.slice(before.length, label.length - after.length), codes);
}

function lossOfPrefix(prefix: string, codes: readonly string[]): number {
  let longest = prefix.length;
  for (let at = firstFrom(codes, prefix); at < codes.length && codes[at].startsWith(prefix); at++)
    longest = Math.max(longest, codes[at].length);
  return prefix === '' || longest === 0 ? 1 : 1 - prefix.length / longest;
}

/** A code in full loses nothing; where a code itself ends with a star, the label is read as that code. */
const codeLoss = (label: string, codes: readonly string[]): number =>
  codes[firstFrom(codes, label)] === label ? 0 : lossOfPrefix(label.replace(/\*$/, ''), codes);

/** Where the first code that is not before `prefix` stands: codes that begin with it follow each other from there on. */
function firstFrom(codes: readonly string[], prefix: string): number {
  let [low, high] = [0, codes.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (codes[middle] < prefix) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Hours of the day, over midnight too, of twenty-four. What is no period says nothing. */
function periodLoss(label: string): number {
  const hours = /\((\d\d)-(\d\d)\)$/.exec(label);
  if (hours === null) return 1;
  const [from, to] = [Number(hours[1]), Number(hours[2])];
  return (to > from ? to - from : to - from + 24) / 24;
}

/** Minutes from 07:15 up to 07:30 of those of a day. */
function clockLoss(label: string): number {
  const times = /^(\d\d):(\d\d)-(\d\d):(\d\d)$/.exec(label)?.slice(1).map(Number);
  return times === undefined ? 1 : (60 * (times[2] - times[0]) + times[3] - times[1]) / 1440;
}

/** Days beside the one that was, of six: one day, or a run of them such as Mon-Fri. */
function weekdayLoss(label: string, weekdays: readonly string[]): number {
  const [first, last = first] = label.split('-').map((word) => weekdays.indexOf(word));
  return first < 0 || last < first ? 1 : (last - first) / 6;
}

/** Days, weeks or months between the first and the last that a label holds; what is no such label holds any. */
function calendarSpread(label: string, unit: 'date' | 'week' | 'month'): number {
  if (unit === 'month')
    return /^\d{4}$/.test(label) ? 11 : /-Q\d$/.test(label) ? 2 : /-\d\d$/.test(label) ? 0 : Number.POSITIVE_INFINITY;
  const [first, last = first] = label.split('/').map(unit === 'date' ? dayOf : weekOf);
  return Number.isNaN(last - first) ? Number.POSITIVE_INFINITY : last - first;
}

const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 86_400_000;

/** The number of an ISO week, counted from any one on: that of its year's fourth of January, and the weeks after it. */
function weekOf(text: string): number {
  const [year, week] = text.split('-W');
  return Math.floor((dayOf(`${year}-01-04`) + 3) / 7) + Number(week) - 1;
}

/** A label that is open at one end reaches as far as the input does. */
function intervalWidth(label: string, { least, largest }: { readonly least: number; readonly largest: number }): number {
  const open = /^([<>]=) (-?[\d.]+)$/.exec(label);
  if (open !== null) return Math.max(0, open[1] === '>=' ? largest - Number(open[2]) : Number(open[2]) - least);
  const bounds = /^\[(-?[\d.]+)-(-?[\d.]+)\]$/.exec(label);
  return bounds === null ? Number.POSITIVE_INFINITY : Number(bounds[2]) - Number(bounds[1]);
}
