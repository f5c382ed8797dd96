import { combinations, groups, leaves } from '../../figures/sizes.ts';
import type { Manifest, ManifestColumn } from '../../release/manifest.ts';
import { table } from '../page.ts';
import { byKind, type View } from '../view.ts';
import type { Words } from '../words/en.ts';
import { paragraph, section } from './section.ts';

/** Who is protected, for whom the release is meant, what each column became, and how much there was. */
export function protectedPart(view: View, words: Words): string {
  const { manifest, sections } = view;
  const own = words.protected;
  const columns = runsOf(manifest.columns).map(({ name, role, kind }) => [
    name,
    own.roles[role],
    publishedAs({ role, kind }, manifest, words),
  ]);
  return section(
    'protected',
    words.headings.protected,
    [
      paragraph(unitWords(view, words)),
      paragraph(own.models[sections.policy.release as keyof typeof own.models] ?? own.models.internal),
      table([own.column, own.role, own.publishedAs], columns, { caption: own.columns }),
      manifest.dropped.length > 0 ? paragraph(own.dropped(manifest.dropped.join(', '))) : '',
      table([words.figure, words.value], countsOf(view, words), { caption: own.counts, figures: true }),
    ].join('\n'),
  );
}

/** The columns of a series as one: a year of days would be 365 rows that say the same. */
function runsOf(columns: readonly ManifestColumn[]): readonly ManifestColumn[] {
  const runs: { first: ManifestColumn; last: ManifestColumn }[] = [];
  for (const column of columns) {
    const run = runs.at(-1);
    if (run !== undefined && run.first.role === column.role && ['series', 'curve'].includes(column.role)) run.last = column;
    else runs.push({ first: column, last: column });
  }
  return runs.map(({ first, last }) =>
    first === last
      ? first
      : { ...first, name: `${first.name} … ${last.name}`, kind: first.role === 'series' ? 'interval' : first.kind },
  );
}

function unitWords({ kind, sections: { policy }, manifest }: View, { protected: own }: Words): string {
  const long = policy.long as { readonly subject: string } | undefined; // as the policy's door left it
  const subject = long?.subject ?? (typeof policy.subject === 'string' ? policy.subject : 'row');
  if (subject === 'row') return own.unitRow;
  const spelling = manifest.subjectSpelling === 'exact' ? own.exactSpellings : own.spellings;
  const unit = { series: own.unitSeries, events: own.unitEvents, table: own.unitTable }[kind];
  return `${unit(subject)} ${spelling}`;
}

function publishedAs(
  { role, kind }: Pick<ManifestColumn, 'role' | 'kind'>,
  manifest: Manifest,
  { protected: { published } }: Words,
): string {
  switch (role) {
    case 'series':
      return kind === 'interval' ? published.band : kind === 'lower' ? published.lower : published.upper;
    case 'quasi':
      if (kind === 'prefix' || kind === 'code') return published.prefix;
      if (kind === 'period' || kind === 'time' || kind === 'hour') return published.period;
      if (kind === 'weekday' || kind === 'date' || kind === 'week' || kind === 'month') return published.calendar;
      return kind === 'label' || kind === 'text' ? published.label : published.range;
    case 'curve':
      return 'curve' in manifest ? published.meanCurve : published.curve;
    case 'count':
      return 'noise' in manifest ? published.noisyCount : published.count;
    case 'group':
    case 'sensitive':
    case 'pattern':
    case 'level':
    case 'subject':
    case 'record':
    case 'instant':
    case 'kept':
    case 'mean':
    case 'position':
    case 'duration':
      return published[role];
    default:
      return role satisfies never;
  }
}

function countsOf(view: View, { figures, lang }: Words): readonly (readonly string[])[] {
  const rows = byKind<readonly (readonly [string, number | undefined])[]>(view, {
    series: ({ summary: { input, release } }) => [
      [figures.subjectsRead, input?.subjects],
      [figures.joinedIds, input?.joinedIds],
      [figures.subjectsReleased, release.subjects],
      [groups.words[lang].name, release.groups],
      [leaves.words[lang].name, release.leaves],
      [figures.interpolated, release.interpolatedCells],
    ],
    events: ({ summary: { input, release } }) => [
      [figures.eventsRead, input?.rows],
      [figures.subjectsRead, input?.subjects],
      [figures.joinedIds, input?.joinedIds],
      [figures.eventsReleased, release.rows],
      [figures.subjectsReleased, release.subjects],
      [combinations.words[lang].name, release.combinations],
    ],
    table: ({ summary: { input, release, statistics } }) => [
      [figures.recordsRead, input?.rows],
      [figures.subjectsRead, input?.subjects],
      [figures.joinedIds, input?.joinedIds],
      [figures.recordsReleased, release.records],
      [figures.subjectsReleased, release.subjects],
      [figures.clusters, statistics?.clusters],
      [combinations.words[lang].name, release.groups],
      [figures.blankMeans, release.blankMeans],
    ],
  });
  return rows.flatMap(([name, count]) => (count === undefined ? [] : [[name, view.print.whole(count)]]));
}
