import type { EventsManifest, ManifestColumn } from '../../src/release/manifest.ts';
import { changeManifestOf, type Evidence, type Format, writeDraft } from './written-release.ts';

export type Pseudonym = EventsManifest['pseudonym'];

/** An event release before it is bytes: tests change it, then write and seal it. */
export interface EventDraft {
  manifest: EventsManifest;
  header: string[];
  rows: string[][];
  /** The true subject of each row, as the evidence names it. */
  subjects: string[];
  /** What is written to internal/evidence: the rows and their subjects, unless a test says otherwise; nothing where there is none. */
  evidence: Evidence | undefined;
  delimiter: string;
}

export const quasi = ['generalized_event', 'week_number', 'weekday', 'time_period'];

const combinations = [
  ['fall_detected', '51', '0', 'night'],
  ['fall_detected', '100', '0', 'night'],
  ['smoke; "alarm"', '6', '6', 'daytime'],
  ['fall_detected5', '1', '0', 'night'], // joined, the same text as the first
];

/** 40 events of 8 homes in four combinations, each of at least 5 homes; k = 5. Home 1 has several events of one kind. */
export function goodEvents(pseudonym: Pseudonym = 'random', format: Format = 'csv'): EventDraft {
  const events = combinations.flatMap((combination, c) =>
    Array.from({ length: 10 }, (_, i) => ({ home: i < 4 ? 1 : ((i + c) % 7) + 2, combination })),
  );
  const order = events.map((_, i) => events[(i * 7) % events.length]);
  return eventsOf(
    order.map(({ home, combination }) => ({ subject: `home-${home}`, combination })),
    pseudonym,
    format,
  );
}

export interface Event {
  readonly subject: string;
  readonly combination: readonly string[];
}

export function eventsOf(events: readonly Event[], pseudonym: Pseudonym, format: Format, names = quasi, k = 5): EventDraft {
  const keyOf = ({ subject, combination }: Event, row: number): string => {
    if (pseudonym !== 'rotate') return subject;
    return combination.includes('100') ? `row ${row}` : `${subject}/${row % 2}`; // two ids for each subject, and one for each coarser event
  };
  const keys = [...new Set(events.map(keyOf))];
  const idOf = (event: Event, row: number): string[] => {
    if (pseudonym === 'keep') return [event.subject];
    return pseudonym === 'drop' ? [] : [String(keys.indexOf(keyOf(event, row)) + 1)];
  };
  const columns: ManifestColumn[] = [
    ...(pseudonym === 'drop'
      ? []
      : [{ name: 'GUID', role: 'subject', kind: pseudonym === 'keep' ? 'text' : 'id' } satisfies ManifestColumn]),
    ...names.map((name): ManifestColumn => ({ name, role: 'quasi', kind: 'label' })),
  ];
  const header = columns.map(({ name }) => name);
  const rows = events.map((event, row) => [...idOf(event, row), ...event.combination]);
  const subjects = events.map(({ subject }) => subject);
  const draft: EventDraft = {
    manifest: {
      shoal: '0.1.0',
      format: 1,
      method: 'events',
      promises: { k },
      unit: 'one subject per "GUID", however many events',
      pseudonym,
      calendar: { periods: { night: 22, morning: 6, daytime: 8, afternoon: 17 }, hourBlock: 3 },
      flat: { value: '100', columns: names.filter((name) => ['week_number', 'weekday'].includes(name)) },
      data: { file: `anonymized_events.${format}`, format, rows: rows.length, delimiter: ';' },
      columns,
      dropped: ['OD_ISO', 'dogodek', ...(pseudonym === 'drop' ? ['GUID'] : [])],
      files: [],
      verdict: { holds: true, verifier: 'shoal 0.1.0', checks: [] },
    },
    header,
    rows,
    subjects,
    evidence: undefined,
    delimiter: ';',
  };
  return draft;
}

/** What the draft publishes by now, with its subjects beside it. */
export function withEvidence(draft: EventDraft, format: Format = draft.manifest.data.format): EventDraft {
  const rows = draft.rows.map((row, i) => [...row, draft.subjects[i]]);
  draft.evidence = { header: [...draft.header, '_subject'], rows, format };
  return draft;
}

/** Writes data, evidence and manifest as a maker would. */
export const writeEvents = (folder: string, draft: EventDraft): Promise<void> =>
  writeDraft(folder, draft, { data: draft.delimiter, evidence: ';' });

export const changeEvents = changeManifestOf<EventsManifest>;
