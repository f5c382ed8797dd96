import { languages } from '../base/languages.ts';
import { openSettings } from '../policy/open-settings.ts';
import { type Bin, binsFromK, fixedBins, wideBins } from './bin-rules.ts';
import { bound, counted, mean, multiple } from './number-rules.ts';
import { type About, byName, fields, inTurn, isObject, label, listOf, number, oneOf, optional, type Rule } from './rules.ts';
import { isTellablePart, multipleOf, shareInSteps, tellableChain } from './tellable.ts';

/** What the sections of a report tell: nothing of the original but through what was published. */

const most = 100_000;

const settings: Rule = (value) =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).filter(([name, setting]) => openSettings.has(name) && setting !== undefined))
    : undefined;

const bins = (join: (bins: readonly Bin[], about: About) => unknown): Rule =>
  inTurn(listOf(fields({ from: bound, to: bound, count: counted }), most), (value, about) =>
    join(value as readonly Bin[], about),
  ); // as the rule before left them

/** As a picture has them, one beside the other and none empty at either end: further ones would carry any number as an edge. */
function regular(some: readonly Bin[]): unknown {
  const width = some.length === 0 ? 0 : some[0].to - some[0].from;
  const beside = some.every(
    ({ from, to }, i) => Math.abs(to - from - width) <= 1e-9 * to && (i === 0 || from === some[i - 1].to),
  );
  return beside && some.length <= 30 && some[0]?.count !== 0 && some.at(-1)?.count !== 0 ? some : undefined;
}

/** The publisher's word for what values are in: as `about`, free text of few letters. */
const unitWord: Rule = (value) =>
  typeof value === 'string' && /^[^\d\p{C}\p{Z}][^\d\p{C}\p{Zl}\p{Zp}]{0,19}$/u.test(value) ? value : undefined;

const every = (kind: string): Readonly<Record<string, Rule>> => ({
  kind: oneOf(kind),
  lang: oneOf(...languages),
  policy: settings,
});

/** Of classes that the data shows: where the smallest is below k, its promise stands for it. */
const shownRisk = (promised: (about: About) => number): Rule =>
  fields({
    largest: number((largest, about) => (largest > 1 / about.k ? 1 / promised(about) : largest)),
    mean,
    above: inTurn(aboveList(counted), (links, { k, subjects }) =>
      tellableChain(links as readonly Above[], (link) => link.subjects, subjects, k),
    ),
  });

/** Of classes whose subjects the data does not show. */
const hiddenRisk: Rule = inTurn(
  fields({
    largest: number((largest, { k }) => 1 / (multipleOf(k, Math.round(1 / largest)) ?? k)),
    mean: number((share, { subjects, k }) => shareInSteps(share, subjects, k)),
    above: aboveList(multiple),
  }),
  (risk) => {
    const { largest, mean: share, above } = risk as { readonly largest: number; readonly mean: number; readonly above: unknown };
    return { largest, mean: Math.min(largest, share), above };
  },
);

interface Above {
  readonly crowd: number;
  readonly subjects: number;
}

function aboveList(subjects: Rule): Rule {
  return listOf(fields({ crowd: oneOf(5, 11, 20), subjects }), 3);
}

const band = fields({
  size: counted,
  valueLoss: mean,
  lower: listOf(bound, most),
  upper: listOf(bound, most),
  curve: listOf(bound, most),
});

export const seriesSections: Rule = fields({
  ...every('series'),
  unit: optional(unitWord),
  risk: shownRisk(({ k }) => k),
  patternRisk: shownRisk(({ p }) => p),
  instants: listOf(label, most),
  groupSizes: bins(regular),
  leafSizes: bins((sizes, { k, p }) => binsFromK(sizes, k, p)),
  patterns: listOf(
    inTurn(fields({ pattern: label, level: counted, subjects: counted }), (pattern, { k, subjects }) =>
      isTellablePart((pattern as Above).subjects, subjects, k) ? pattern : undefined,
    ),
    12,
  ),
  bands: listOf(band, 6),
  answers: listOf(fields({ instant: label, from: bound, least: counted, most: counted, published: counted }), 5),
  valueRange: optional(mean), // of published bounds, which anybody can measure
  valueLosses: bins(regular),
  patternLosses: bins((losses, { k }) => fixedBins(losses, k)),
});

/** Sizes of classes whose subjects the data does not show. */
const hiddenSizes = bins((sizes, { k }) => (sizes.length === 0 || sizes[0].from === k ? wideBins(sizes, k) : undefined));

const calendar = inTurn(
  fields({ axes: listOf(fields({ column: label, labels: listOf(label, most) }), 4), after: listOf(listOf(counted, 5), most) }),
  (value) => releasedCalendar(value as Calendar),
);

interface Calendar {
  readonly axes: readonly { readonly column: string; readonly labels: readonly string[] }[];
  readonly after: readonly (readonly number[])[];
}

/** Without labels that occur in the original alone. */
function releasedCalendar({ axes, after }: Calendar): Calendar {
  const places = axes.map(({ labels }, a) => {
    const used = new Set(after.map((cell) => cell[a]));
    return [...labels.keys()].filter((i) => used.has(i));
  });
  return {
    axes: axes.map(({ column, labels }, a) => ({ column, labels: places[a].map((i) => labels[i]) })),
    after: after.map((cell) => cell.map((value, a) => (a < axes.length ? places[a].indexOf(value) : value))),
  };
}

export const eventsSections: Rule = fields({
  ...every('events'),
  risk: hiddenRisk,
  combinationSizes: hiddenSizes,
  calendar: optional(calendar),
});

/** How many records are behind a combination stays inside: beside its subjects it tells how many have more than one. */
export const tableSections: Rule = fields({
  ...every('table'),
  risk: hiddenRisk,
  combinationSizes: hiddenSizes,
  regions: listOf(fields({ column: label, prefixes: listOf(fields({ prefix: label, combinations: counted }), most) }), most),
  flow: optional(
    fields({
      column: label,
      kind: oneOf('clock', 'weekday', 'date', 'week', 'month', 'number', 'place'),
      bins: listOf(fields({ name: label, after: counted, least: counted, most: counted }), 31),
    }),
  ),
  rows: listOf(byName(label), 3),
});
