import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { EventsManifest, ManifestColumn } from '../../src/release/manifest.ts';

export type Pseudonym = EventsManifest['pseudonym'];
export type Format = 'csv' | 'parquet';

/** An event release before it is bytes: tests change it, then write and seal it. */
export interface EventDraft {
  manifest: EventsManifest;
  header: string[];
  rows: string[][];
  /** The true subject of each row, as the evidence names it. */
  subjects: string[];
  /** What is written to internal/evidence: the rows and their subjects, unless a test says otherwise; nothing where there is none. */
  evidence: { header: string[]; rows: string[][]; format: Format } | undefined;
  delimiter: string;
}

export const quasi = ['generalized_event', 'week_number', 'weekday', 'time_period'];

const combinations = [
  ['fall_detected', '5', '0', 'night'],
  ['fall_detected', '100', '0', 'night'],
  ['smoke; "alarm"', '6', '6', 'daytime'],
  ['fall', 'detected5', '0', 'night'], // joined, the same text as the first
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
  const numbers = [...new Set(events.map(({ subject }) => subject))];
  const idOf = (subject: string, row: number): string[] => {
    const number = numbers.indexOf(subject) * 31 + 7;
    if (pseudonym === 'keep') return [subject];
    if (pseudonym === 'random') return [String(number)];
    return pseudonym === 'rotate' ? [String(number + 1000 * (row % 2))] : []; // two ids for each subject
  };
  const columns: ManifestColumn[] = [
    ...(pseudonym === 'drop'
      ? []
      : [{ name: 'GUID', role: 'subject', kind: pseudonym === 'keep' ? 'text' : 'id' } satisfies ManifestColumn]),
    ...names.map((name): ManifestColumn => ({ name, role: 'quasi', kind: 'label' })),
  ];
  const header = columns.map(({ name }) => name);
  const rows = events.map(({ subject, combination }, row) => [...idOf(subject, row), ...combination]);
  const subjects = events.map(({ subject }) => subject);
  const draft: EventDraft = {
    manifest: {
      shoal: '0.1.0',
      format: 1,
      method: 'events',
      promises: { k },
      unit: 'a row is one event of a home',
      pseudonym,
      data: { file: `anonymized_events.${format}`, format, rows: rows.length, delimiter: ';' },
      columns,
      dropped: ['OD_ISO', 'dogodek', ...(pseudonym === 'drop' ? ['GUID'] : [])],
      files: [],
      verdict: { holds: true, verifier: '0.1.0', checks: [] },
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

/** Writes data, evidence and manifest as a maker would: hashes, sizes and row count are those of the bytes. */
export async function writeEvents(folder: string, draft: EventDraft): Promise<void> {
  mkdirSync(join(folder, 'internal'), { recursive: true });
  const { manifest, evidence, header, rows, delimiter } = draft;
  await writeTable(join(folder, manifest.data.file), manifest.data.format, header, rows, delimiter);
  if (evidence !== undefined)
    await writeTable(
      join(folder, 'internal', `evidence.${evidence.format}`),
      evidence.format,
      evidence.header,
      evidence.rows,
      ';',
    );
  manifest.files = [{ name: manifest.data.file, sha256: '', bytes: 0 }];
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest, null, 2));
  sealEvents(folder);
}

export function sealEvents(folder: string): void {
  changeEvents(folder, ({ files }) => {
    for (const file of files) {
      const bytes = readFileSync(join(folder, file.name));
      file.bytes = bytes.length;
      file.sha256 = createHash('sha256').update(bytes).digest('hex');
    }
  });
}

export function changeEvents(folder: string, change: (manifest: EventsManifest) => void): void {
  const path = join(folder, 'manifest.json');
  const manifest = JSON.parse(readFileSync(path, 'utf8'));
  change(manifest);
  writeFileSync(path, JSON.stringify(manifest, null, 2));
}

const quoted = (cell: string): string => (/[",;\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

export async function writeTable(
  path: string,
  format: Format,
  header: readonly string[],
  rows: readonly string[][],
  delimiter: string,
) {
  if (format === 'csv') {
    writeFileSync(path, [header, ...rows].map((row) => `${row.map(quoted).join(delimiter)}\n`).join(''));
    return;
  }
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  try {
    const connection = await instance.connect();
    const literal = (value: string) => (value === 'NULL' ? 'NULL' : `'${value.replaceAll("'", "''")}'`);
    const values = rows.map((row) => `(${row.map(literal).join(', ')})`).join(', ');
    const names = header.map((name) => `"${name}"`).join(', ');
    const typed = header.map((name) => `CAST("${name}" AS ${typeOf(name, rows, header)}) AS "${name}"`).join(', ');
    const table =
      rows.length > 0
        ? `(VALUES ${values}) AS t(${names})`
        : `(SELECT ${header.map((name) => `'' AS "${name}"`).join(', ')} LIMIT 0)`;
    await connection.run(`COPY (SELECT ${typed} FROM ${table}) TO ${literal(path)} (FORMAT parquet)`);
  } finally {
    instance.closeSync();
  }
}

/** Whole numbers as such, as a maker with typed columns would write them. */
function typeOf(name: string, rows: readonly string[][], header: readonly string[]): string {
  const column = header.indexOf(name);
  return rows.length > 0 && rows.every((row) => /^(NULL|-?\d{1,9})$/.test(row[column] ?? '')) ? 'INTEGER' : 'VARCHAR';
}
