import type { TableManifest } from '../release/manifest.ts';
import { decimal, figure, percent } from './figures.ts';
import { escaped } from './page.ts';
import type { PageParts } from './page-parts.ts';
import type { TableSummary } from './table-summary.ts';

/** What a page says of a release of transactions. */
export const tableParts = (summary: TableSummary, manifest: TableManifest): PageParts => ({
  verdict: verdictText(summary),
  method: methodWords(summary, manifest),
  numbers: numbersOf(summary),
  further: '',
  limits: limits(summary, manifest),
});

function verdictText({ verdict, release, k, unit }: TableSummary): string {
  const mark = verdict.holds ? '<strong class="holds">✓ holds</strong>' : '<strong class="broken">✗ broken</strong>';
  return `<p>${mark} The independent verifier re-read the released file and found every promise ${verdict.holds ? 'kept' : 'not kept'}.
    Each of the ${figure(release.groups)} published combinations stands for at least ${k} different ${unit === 'row' ? 'rows' : 'subjects'}; the smallest
    has ${figure(verdict.smallestGroup)}.${unit === 'row' ? ' k counts rows: whoever has several rows is not hidden among others by it.' : ''}</p>`;
}

const clusterings = {
  kmeans: 'K-Means (clusters of fewer than k went to the nearest)',
  hierarchy: 'cuts along prefixes, hours and ranges',
  merge: 'merging equivalence classes (Li et al. 2006)',
} as const;

const methodWords = ({ k }: TableSummary, { clustering, shape, columns, dominance }: TableManifest): string =>
  `Method <em>kaca</em>: records were clustered by ${clusterings[clustering]}, and only then was each cluster given the narrowest labels true for all of
    its members, in ${columns
      .filter(({ role }) => role === 'quasi')
      .map(({ name }) => escaped(name))
      .join(', ')}. Clusters of equal labels were added up, and what had fewer than k = ${k} left out. ${
      shape === 'groups' ? 'A row is one combination of labels.' : 'A row is one record.'
    }${
      dominance === undefined
        ? ''
        : ` A mean is blank where its ${dominance.largest} largest subjects hold more than ${percent(dominance.share)} of its sum.`
    } Rows are in random order.`;

function numbersOf({ input, release, statistics, measure, verdict }: TableSummary): (readonly string[])[] {
  const rows: [string, number | undefined, ((value: number) => string)?][] = [
    ['Records read', input?.rows],
    ['Subjects read', input?.subjects],
    ['Records released', release.records],
    ['Subjects released', release.subjects],
    ['Clusters', statistics?.clusters],
    ['Combinations published', release.groups],
    ['Records left out', release.suppressedRows],
    ['Subjects left out', release.suppressedSubjects],
    ['Retention', release.retention, percent],
    ['Means left blank', release.blankMeans],
    ['Smallest combination (subjects)', verdict.smallestGroup],
    ['Loss per record (0 none, 1 all)', measure.ncp, decimal],
    ...Object.entries(measure.columns).map(([name, loss]): [string, number, (value: number) => string] => [
      `Loss in ${name}`,
      loss,
      decimal,
    ]),
    ['Records singled out by unchanged columns', measure.singledOut?.rows, percent],
    ['Subjects singled out by unchanged columns', measure.singledOut?.subjects, percent],
    ...Object.entries(measure.homogeneity ?? {}).map(([name, share]): [string, number, (value: number) => string] => [
      `Records whose combination has one value of ${name}`,
      share,
      percent,
    ]),
  ];
  return rows.flatMap(([name, value, print = figure]) => (value === undefined ? [] : [[name, print(value)]]));
}

function limits({ k, measure }: TableSummary, { shape }: TableManifest): readonly string[] {
  return [
    ...(shape === 'records' && (measure.singledOut?.rows ?? 0) > 0
      ? [
          `Unchanged columns are as good as a name: their values alone single out ${percent(measure.singledOut?.rows ?? 0)} of the records, whatever the labels beside them say.`,
        ]
      : []),
    `A label tells something about all ${k} or more subjects under it: that they were there, at that time.`,
    'That a subject is in the data at all is not hidden.',
    ...(shape === 'groups' ? ['Two releases over periods that differ by a day tell, by subtraction, what that day added.'] : []),
    'Two releases about overlapping people can be intersected; this page speaks of this release alone.',
  ];
}
