import { invariant } from '../base/problem.ts';
import type { Manifest } from '../release/manifest.ts';
import { eventsParts } from './events-page.ts';
import { escaped, internalMark, page, table } from './page.ts';
import type { PageParts } from './page-parts.ts';
import { seriesParts } from './series-page.ts';
import type { Summary } from './summary.ts';
import { tableParts } from './table-page.ts';

export type Edition = 'public' | 'internal';

/** One self-contained page: verdict first, then what was protected, how, what was lost, and what this does not protect. */
export function reportHtml(summary: Summary, manifest: Manifest, edition: Edition): string {
  const parts = partsOf(summary, manifest, edition);
  const title = `Shoal release report${edition === 'internal' ? ' · INTERNAL' : ''}`;
  const body = [
    edition === 'internal' ? internalMark('this page must not leave with the release.') : '',
    `<h1>${title}</h1>`,
    `<section><h2>Verdict</h2>${parts.verdict}${checks(manifest)}</section>`,
    `<section><h2>What was protected</h2><p>Unit of protection: ${escaped(manifest.unit)}.</p>${table(
      ['Column', 'Published as'],
      manifest.columns.map(({ name, role, kind }) => [name, roleWords(role, kind)]),
    )}${manifest.dropped.length > 0 ? `<p>Kept out: ${manifest.dropped.map(escaped).join(', ')}.</p>` : ''}</section>`,
    `<section><h2>Method and settings</h2><p>${parts.method}</p></section>`,
    `<section><h2>Numbers</h2>${table(['Measure', 'Value'], parts.numbers)}</section>`,
    parts.further,
    `<section><h2>What this does not protect</h2><ul>${parts.limits.map((item) => `<li>${item}</li>`).join('')}</ul></section>`,
    `<section><h2>Files</h2>${table(
      ['File', 'SHA-256'],
      manifest.files.filter(({ name }) => !name.startsWith('report')).map(({ name, sha256 }) => [name, sha256]),
    )}</section>`,
  ];
  return page(title, body.filter((part) => part !== '').join('\n'));
}

/** Summary and manifest are of one run, so of one method. */
function partsOf(summary: Summary, manifest: Manifest, edition: Edition): PageParts {
  if (summary.method === 'events' && manifest.method === 'events') return eventsParts(summary, manifest, edition);
  if (summary.method === 'kaca' && manifest.method === 'kaca') return tableParts(summary, manifest);
  invariant('p' in summary && 'pattern' in manifest, 'summary and manifest are of one method');
  return seriesParts(summary, manifest);
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

function roleWords(role: Manifest['columns'][number]['role'], kind: Manifest['columns'][number]['kind']): string {
  switch (role) {
    case 'group':
      return 'a random group number without meaning';
    case 'series':
      return kind === 'interval' ? 'the band of its group' : `${kind} bound of the band of its group`;
    case 'quasi':
      return kind === 'interval' || kind === 'lower' || kind === 'upper'
        ? 'a range that contains its whole group'
        : 'a label true for its whole group';
    case 'sensitive':
    case 'kept':
      return 'unchanged';
    case 'pattern':
      return 'a word shared by its leaf';
    case 'level':
      return 'the level of that word';
    case 'subject':
      return 'a pseudonym';
    case 'record':
      return 'a random number that holds the rows of a record together';
    case 'instant':
      return 'the instant of the row';
    case 'curve':
      return 'a curve made from the band and the pattern alone';
    case 'count':
      return 'how many different subjects it stands for';
    case 'mean':
      return 'the mean over its records';
    default:
      return role satisfies never;
  }
}
