import type { Manifest } from '../release/manifest.ts';
import { decimal, figure, percent } from './figures.ts';
import { escaped, internalMark, page, table } from './page.ts';
import type { Summary } from './summary.ts';

export type Edition = 'public' | 'internal';

/** One self-contained page: verdict first, then what was protected, how, what was lost, and what this does not protect. */
export function reportHtml(summary: Summary, manifest: Manifest, edition: Edition): string {
  const title = `Shoal release report${edition === 'internal' ? ' · INTERNAL' : ''}`;
  const body = [
    edition === 'internal' ? internalMark('this page must not leave with the release.') : '',
    `<h1>${title}</h1>`,
    `<section><h2>Verdict</h2>${verdictText(summary)}${checks(manifest)}</section>`,
    `<section><h2>What was protected</h2><p>Unit of protection: ${escaped(manifest.unit)}.</p>${table(
      ['Column', 'Published as'],
      manifest.columns.map(({ name, role, kind }) => [name, roleWords(role, kind)]),
    )}${manifest.dropped.length > 0 ? `<p>Kept out: ${manifest.dropped.map(escaped).join(', ')}.</p>` : ''}</section>`,
    `<section><h2>Method and settings</h2><p>${methodWords(summary, manifest)}</p></section>`,
    `<section><h2>Numbers</h2>${table(['Measure', 'Value'], numbersOf(summary))}</section>`,
    `<section><h2>What this does not protect</h2>${limits(summary)}</section>`,
    `<section><h2>Files</h2>${table(
      ['File', 'SHA-256'],
      manifest.files.filter(({ name }) => !name.startsWith('report')).map(({ name, sha256 }) => [name, sha256]),
    )}</section>`,
  ];
  return page(title, body.filter((part) => part !== '').join('\n'));
}

function verdictText({ verdict, release, k, p }: Summary): string {
  const mark = verdict.holds ? '<strong class="holds">✓ holds</strong>' : '<strong class="broken">✗ broken</strong>';
  return `<p>${mark} The independent verifier re-read the released file and found every promise ${verdict.holds ? 'kept' : 'not kept'}.
    Each of the ${figure(release.rows)} released records is indistinguishable among at least ${k} subjects on the published bands and
    quasi-identifiers, and its pattern is shared by at least ${p} of them. The smallest group holds ${figure(verdict.smallestGroup)} subjects.</p>`;
}

function checks({ verdict }: Manifest): string {
  const found = verdict?.checks ?? [];
  return found.length === 0
    ? ''
    : table(
        ['Checked on the released bytes', ''],
        found.map((check) => [check, '✓']),
      );
}

function methodWords({ method, k, p }: Summary, manifest: Manifest): string {
  if (manifest.method === 'events') return '';
  const { pattern } = manifest;
  return `Method <em>${escaped(method)}</em>: records are put into groups of at least k = ${k} subjects with near values, and each group publishes one
    band per instant that contains all its members. Inside a group, subjects that share a shape on ${pattern.segments} segments form leaves of
    at least P = ${p}; the shape is published as a word of letters, a low to ${String.fromCharCode(96 + pattern.maxLevel)} high at the finest level
    ${pattern.maxLevel}. Level says how many letters a word could use; at level 1 it says nothing.`;
}

function numbersOf({ release, measure, input, verdict }: Summary): (readonly string[])[] {
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
  ];
  return rows.flatMap(([name, value, print = figure]) => (value === undefined ? [] : [[name, print(value)]]));
}

function limits({ k, p }: Summary): string {
  const items = [
    `Someone who knows a person's whole curve may still narrow them down to ${p} records by their pattern, and to ${k} by the bands alone.`,
    'If all members of a class share one sensitive value, knowing the class tells that value.',
    'That a person is in the data at all is not hidden.',
    'The ends of a band are values of real members, rounded outward.',
    'Two releases about overlapping people can be intersected; this page speaks of this release alone.',
  ];
  return `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;
}

function roleWords(role: Manifest['columns'][number]['role'], kind: Manifest['columns'][number]['kind']): string {
  switch (role) {
    case 'group':
      return 'a random group number without meaning';
    case 'series':
      return kind === 'interval' ? 'the band of its group' : `${kind} bound of the band of its group`;
    case 'quasi':
      return kind === 'label' ? 'a label true for its whole group' : 'a range that contains its whole group';
    case 'sensitive':
      return 'unchanged';
    case 'pattern':
      return 'a word shared by its leaf';
    case 'level':
      return 'the level of that word';
    case 'subject':
      return 'a pseudonym';
    case 'curve':
      return 'a curve made from the band and the pattern alone';
    default:
      return role satisfies never;
  }
}
