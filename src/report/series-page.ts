import type { SeriesManifest } from '../release/manifest.ts';
import { decimal, figure, percent } from './figures.ts';
import { escaped } from './page.ts';
import type { PageParts } from './page-parts.ts';
import type { SeriesSummary } from './summary.ts';

/** What a page says of a release of series. */
export const seriesParts = (summary: SeriesSummary, manifest: SeriesManifest): PageParts => ({
  verdict: verdictText(summary),
  method: methodWords(summary, manifest),
  numbers: numbersOf(summary),
  further: '',
  limits: limits(summary),
});

function verdictText({ verdict, release, k, p }: SeriesSummary): string {
  const mark = verdict.holds ? '<strong class="holds">✓ holds</strong>' : '<strong class="broken">✗ broken</strong>';
  return `<p>${mark} The independent verifier re-read the released file and found every promise ${verdict.holds ? 'kept' : 'not kept'}.
    Each of the ${figure(release.subjects)} released records is indistinguishable among at least ${k} subjects on the published bands and
    quasi-identifiers, and its pattern is shared by at least ${p} of them. The smallest group holds ${figure(verdict.smallestGroup)} subjects.</p>`;
}

function methodWords({ method, k, p, l }: SeriesSummary, { pattern }: SeriesManifest): string {
  const shape = `subjects that share a shape on ${pattern.segments} segments form leaves of at least P = ${p}`;
  const near = `subjects near in shape on ${pattern.segments} segments form leaves of at least P = ${p}`;
  const band = 'each group publishes one band per instant that contains all its members';
  const by = `records are put into groups of at least k = ${k} subjects with near values`;
  const how = {
    naive: `${by}, and ${band}. Inside a group, ${shape}.`,
    kapra: `${shape}; leaves with near values are put together into groups of at least k = ${k} subjects, and ${band}.`,
    prism: `${by} and like shapes at once, and ${band}. Inside a group, ${near}.`,
  };
  const values = l === undefined ? '' : ` Wherever band and pattern are shared, each sensitive column has at least ${l} values.`;
  return `Method <em>${escaped(method)}</em>: ${how[method]} The shape is published as ${patternWords[pattern.form]}, a low to
    ${String.fromCharCode(96 + pattern.maxLevel)} high at the finest level ${pattern.maxLevel}. Level says how many letters a pattern could use;
    at level 1 it says nothing.${values}`;
}

const patternWords: Readonly<Record<SeriesManifest['pattern']['form'], string>> = {
  word: 'a word of letters',
  interval: "a range of letters for each segment, which holds every member's own letter",
  representative: 'a word of letters for the mean of the shapes, which need not be the word of any member',
};

function numbersOf({ release, measure, input, verdict }: SeriesSummary): (readonly string[])[] {
  const rows: [string, number | undefined, ((value: number) => string)?][] = [
    ['Subjects read', input?.subjects],
    ['Subjects released', release.subjects],
    ['Subjects left out', release.suppressedSubjects],
    ['Retention', release.retention, percent],
    ['Cells filled by interpolation', release.interpolatedCells],
    ['Groups', release.groups],
    ['Leaves', release.leaves],
    ['Smallest group', verdict.smallestGroup],
    ['Smallest leaf', verdict.smallestLeaf],
    ['Value loss (mean width of the bands)', measure.valueLoss, decimal],
    ['Pattern loss (0 same shape, 1 no shape, 2 opposite)', measure.patternLoss, decimal],
    ['Pattern floor (what the segments alone cost)', measure.patternFloor, decimal],
    ['Records at level 1 (no shape published)', measure.flatPatterns],
    ['Error of range counts', measure.rangeQueryError, percent],
    ['Error of the published curve', measure.curveError, decimal],
    ['Homogeneity (records whose class has one value of a sensitive column)', measure.homogeneity, percent],
    ['Fidelity (how alike the shapes under one pattern are, 1 the same)', measure.fidelity, decimal],
    ['Fidelity of the leaf that has least', measure.leastFidelity, decimal],
  ];
  return rows.flatMap(([name, value, print = figure]) => (value === undefined ? [] : [[name, print(value)]]));
}

function limits({ k, p, l, measure }: SeriesSummary): readonly string[] {
  return [
    `Someone who knows a person's whole curve may still narrow them down to ${p} records by their pattern, and to ${k} by the bands alone.`,
    l === undefined
      ? homogeneityWords(measure.homogeneity)
      : 'Of the sensitive values in a class one may still be far likelier than the others.',
    'That a person is in the data at all is not hidden.',
    'The ends of a band are values of real members, rounded outward.',
    'Two releases about overlapping people can be intersected; this page speaks of this release alone.',
  ];
}

const homogeneityWords = (share: number | undefined): string =>
  `If all members of a class share one sensitive value, knowing the class tells that value${share === undefined ? '' : `; so it is for ${percent(share)} of the records here`}.`;
