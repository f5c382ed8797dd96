import type { EventsManifest } from '../release/manifest.ts';
import type { EventsSummary, Unicity } from './events-summary.ts';
import { decimal, figure, percent } from './figures.ts';
import { table } from './page.ts';
import type { PageParts } from './page-parts.ts';

/** What a page says of a release of events. */
export const eventsParts = (summary: EventsSummary, manifest: EventsManifest, edition: 'public' | 'internal'): PageParts => ({
  verdict: verdictText(summary),
  method: methodWords(summary, manifest),
  numbers: numbersOf(summary),
  further: [
    summary.measure.unicity === undefined ? '' : unicitySection(summary.measure.unicity),
    edition === 'internal' ? lostSection(summary) : '',
  ].join(''),
  limits: limits(summary, manifest),
});

function verdictText({ verdict, release, k }: EventsSummary): string {
  const mark = verdict.holds ? '<strong class="holds">✓ holds</strong>' : '<strong class="broken">✗ broken</strong>';
  return `<p>${mark} The independent verifier re-read the released file and found every promise ${verdict.holds ? 'kept' : 'not kept'}.
    Each of the ${figure(release.combinations)} published combinations is shared by at least ${k} different subjects; the smallest has
    ${figure(verdict.smallestGroup)}.</p>`;
}

function methodWords({ k }: EventsSummary, { columns, pseudonym }: EventsManifest): string {
  const quasi = columns.filter(({ role }) => role === 'quasi').map(({ name }) => name);
  return `Method <em>events</em>: an event is published by ${quasi.join(', ')} alone. A combination of these with fewer than k = ${k} different
    subjects was flattened, column by column, and counted anew; what still failed was left out. ${idWords(pseudonym)} Rows are in random order.`;
}

function idWords(pseudonym: EventsManifest['pseudonym']): string {
  switch (pseudonym) {
    case 'random':
      return 'A random number drawn for this release stands for the subject.';
    case 'rotate':
      return 'A random number stands for the subject, another one in each window of time.';
    case 'drop':
      return 'Nothing stands for the subject.';
    case 'keep':
      return 'The subject stands in the release as it is in the data: this release must not leave.';
    default:
      return pseudonym satisfies never;
  }
}

function numbersOf({ input, release, measure, verdict }: EventsSummary): (readonly string[])[] {
  const rows: [string, number | undefined, ((value: number) => string)?][] = [
    ['Events read', input?.rows],
    ['Subjects read', input?.subjects],
    ['Events after classes were removed', input?.counted.rows],
    ['Subjects after classes were removed', input?.counted.subjects],
    ['Events released', release.rows],
    ['Subjects released', release.subjects],
    ['Combinations', release.combinations],
    ['Events flattened', release.flattened],
    ['Events left out', release.suppressedRows],
    ['Subjects left out', release.suppressedSubjects],
    ['Retention', release.retention, percent],
    ['Smallest combination (subjects)', verdict.smallestGroup],
    ['Loss per event (0 none, 1 all; left out counts as 1)', measure.ncp, decimal],
    ['Loss per released event', measure.ncpReleased, decimal],
    ...Object.entries(measure.flattenedShare ?? {}).map(([name, share]): [string, number, (value: number) => string] => [
      `Cells of ${name} coarser than they were`,
      share,
      percent,
    ]),
  ];
  return rows.flatMap(([name, value, print = figure]) => (value === undefined ? [] : [[name, print(value)]]));
}

const unicitySection = (unicity: readonly Unicity[]): string =>
  `<section><h2>What an id gives away</h2><p>Share of subjects that are the only one with some of their own events, as published. Whoever knows
    that many events of a person finds the rest of them.</p>${table(
      ['Known events', 'Singled out', '95 % interval', 'Subjects looked at'],
      unicity.map(({ points, share, low, high, sampled }) => [
        String(points),
        percent(share),
        `${percent(low)} to ${percent(high)}`,
        figure(sampled),
      ]),
    )}</section>`;

function lostSection({ measure: { lost = [] } }: EventsSummary): string {
  if (lost.length === 0) return '';
  return `<section><h2>Who lost most</h2>${table(
    [...Object.keys(lost[0].combination), 'Events', 'Flattened', 'Left out'],
    lost.map(({ combination, events, flattened, removed }) => [
      ...Object.values(combination),
      figure(events),
      figure(flattened),
      figure(removed),
    ]),
  )}</section>`;
}

function limits({ k }: EventsSummary, { pseudonym }: EventsManifest): readonly string[] {
  return [
    ...(pseudonym === 'drop'
      ? []
      : [
          `k is about one event at a time. The id ties the events of a subject together: whoever knows two or three of them may find the one subject that has them all, and read the others.`,
        ]),
    `All ${k} or more subjects of a combination had the same class of event at that time: whoever knows that a person is among them knows that.`,
    'That a person is in the data at all is not hidden.',
    'A flattened cell tells that its event was rare in that week.',
    'Two releases about overlapping people can be intersected; this page speaks of this release alone.',
  ];
}
