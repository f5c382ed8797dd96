import type { Manifest } from '../release/manifest.ts';
import type { Summary } from './summary.ts';

export type Edition = 'public' | 'internal';

/** One self-contained page: verdict first, then what was protected, how, what was lost, and what this does not protect. */
export function reportHtml(summary: Summary, manifest: Manifest, edition: Edition): string {
  const title = `Shoal release report${edition === 'internal' ? ' · INTERNAL' : ''}`;
  const body = [
    edition === 'internal' ? '<p class="mark">INTERNAL: this page must not leave with the release.</p>' : '',
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

function methodWords({ method, k, p }: Summary, { pattern }: Manifest): string {
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

const figure = (value: number): string => value.toLocaleString('en-GB');
const decimal = (value: number): string => value.toLocaleString('en-GB', { maximumSignificantDigits: 5 });
const percent = (value: number): string => `${(100 * value).toLocaleString('en-GB', { maximumFractionDigits: 2 })} %`;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character]);

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = (tag: 'th' | 'td', row: readonly string[]) => row.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join('');
  const body = rows.map((row) => `<tr>${cells('td', row)}</tr>`).join('\n');
  return `<div class="wide"><table><thead><tr>${cells('th', head)}</tr></thead><tbody>${body}</tbody></table></div>`;
}

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>
:root { color-scheme: light dark; --ink: #1c2733; --paper: #fff; --line: #d5dce3; --good: #11633a; --bad: #a3211b }
@media (prefers-color-scheme: dark) { :root { --ink: #e4eaf0; --paper: #141a20; --line: #39444f; --good: #7fd6a3; --bad: #ff9c94 } }
body { font: 16px/1.55 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.6rem } h2 { font-size: 1.15rem; margin-top: 2rem }
.wide { overflow-x: auto } table { border-collapse: collapse; width: 100% }
th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid var(--line); overflow-wrap: anywhere }
.holds { color: var(--good) } .broken { color: var(--bad) }
.mark { border: 2px solid var(--bad); color: var(--bad); padding: .4rem .8rem; font-weight: 600 }
@media print { body { margin: 0; max-width: none } section { break-inside: avoid } }
</style>
</head>
<body>
${body}
</body>
</html>
`;
