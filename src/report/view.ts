import type { Intrusion } from '../attack/intrusion.ts';
import { invariant } from '../base/problem.ts';
import { type Print, printIn } from '../figures/print.ts';
import type { EventsManifest, Manifest, SeriesManifest, TableManifest } from '../release/manifest.ts';
import type { EventsSummary } from './events-summary.ts';
import type { EventsSections, Sections, SeriesSections, TableSections } from './sections.ts';
import type { SeriesSummary, Summary } from './summary.ts';
import type { TableSummary } from './table-summary.ts';
import type { Words } from './words/en.ts';
import { wordsIn } from './words/words.ts';

export type Edition = 'public' | 'internal';

/** What report.json holds: the summary of a run, the sections of its page and, of the internal one, where it came from. */
export type Report = Summary & {
  readonly sections: Sections;
  readonly source?: Origin;
  readonly signOffs?: readonly SignOff[];
  /** Of the internal one, where a gate of the policy asked for attacks. */
  readonly attacks?: readonly Intrusion[] | undefined;
};

/** Who agreed that a release may leave; of the internal report alone, and no part of what the verifier proves. */
export interface SignOff {
  readonly name: string;
  readonly role: string;
  /** Such as 2024-05-31. */
  readonly date: string;
  readonly remark?: string;
  /** SHA-256 of the data file that they agreed to. */
  readonly data: string;
}

/** When, and from which bytes. */
export interface Origin {
  readonly made: string;
  readonly sha256: string;
}

interface EveryView {
  readonly edition: Edition;
  readonly origin: Origin | undefined;
  readonly signOffs: readonly SignOff[];
  readonly attacks: readonly Intrusion[];
  readonly words: Words;
  readonly print: Print;
}

/** All that a page is made of, of one method. */
export type View = SeriesView | EventsView | TableView;

export interface SeriesView extends EveryView {
  readonly kind: 'series';
  readonly summary: SeriesSummary;
  readonly manifest: SeriesManifest;
  readonly sections: SeriesSections;
}

export interface EventsView extends EveryView {
  readonly kind: 'events';
  readonly summary: EventsSummary;
  readonly manifest: EventsManifest;
  readonly sections: EventsSections;
}

export interface TableView extends EveryView {
  readonly kind: 'table';
  readonly summary: TableSummary;
  readonly manifest: TableManifest;
  readonly sections: TableSections;
}

/** Summary, sections and manifest are of one run, so of one method. */
export function viewOf(
  { sections, source, signOffs = [], attacks = [], ...summary }: Report,
  manifest: Manifest,
  edition: Edition,
): View {
  const words = wordsIn(sections.lang);
  const every = { edition, origin: source, signOffs, attacks, words, print: printIn(words.locale) };
  if (sections.kind === 'events' && summary.method === 'events' && manifest.method === 'events')
    return { ...every, kind: 'events', summary, manifest, sections };
  if (sections.kind === 'table' && summary.method === 'kaca' && manifest.method === 'kaca')
    return { ...every, kind: 'table', summary, manifest, sections };
  invariant(
    sections.kind === 'series' && 'p' in summary && 'pattern' in manifest,
    'summary, sections and manifest are of one method',
  );
  return { ...every, kind: 'series', summary, manifest, sections };
}

/** What the publisher says of the release, as the policy's door left it. */
export const aboutOf = ({ sections: { policy } }: View): About => (policy.about ?? {}) as About;

type About = Readonly<Partial<Record<'title' | 'publisher' | 'purpose' | 'contact' | 'licence' | 'date' | 'unit', string>>>;

/** What each kind of release has to say; a kind that is forgotten does not compile. */
export function byKind<Told>(
  view: View,
  tell: {
    readonly series: (view: SeriesView) => Told;
    readonly events: (view: EventsView) => Told;
    readonly table: (view: TableView) => Told;
  },
): Told {
  switch (view.kind) {
    case 'series':
      return tell.series(view);
    case 'events':
      return tell.events(view);
    case 'table':
      return tell.table(view);
    default:
      return view satisfies never;
  }
}
