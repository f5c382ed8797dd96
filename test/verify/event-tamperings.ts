import { mkdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EventsManifest } from '../../src/release/manifest.ts';
import type { Breach } from '../../src/verify/breaches.ts';
import type { VerifyOptions } from '../../src/verify/verify.ts';
import { changeEvents, type EventDraft, type Pseudonym, withEvidence } from './an-event-release.ts';
import { dataFile, marker } from './tamperings.ts';
import { type Format, seal } from './written-release.ts';

/** One way to spoil a good release of events, and exactly what the verifier must say. */
export interface EventTampering {
  readonly says: string;
  readonly pseudonym?: Pseudonym;
  readonly format?: Format;
  readonly before?: (draft: EventDraft) => void;
  readonly after?: (folder: string) => void;
  readonly options?: VerifyOptions;
  readonly breach: Breach['kind'] | readonly Breach['kind'][];
}

const written: VerifyOptions = { stage: 'written' };

const foreignSettings: readonly (readonly [says: string, change: (manifest: EventsManifest) => void])[] = [
  ['a part of the day whose name is a letter to somebody', ({ calendar }) => void (calendar.periods[marker.repeat(40)] = 3)],
  ['a part of the day with a name that is not seen', ({ calendar }) => void (calendar.periods['n\u0007'] = 3)],
  ['two parts of the day that begin at one hour', ({ calendar }) => void (calendar.periods.late = 22)],
  ['hours of blocks that are not published', ({ calendar }) => void (calendar.hourBlock = 7)],
  ['a long text in place of flattened cells', ({ flat }) => void (flat.value = marker.repeat(40))],
  ['a flattened column that is not there', ({ flat }) => void flat.columns.push(marker)],
  ['a flattened column named twice', ({ flat }) => void flat.columns.push('weekday')],
  ['flattened columns in another order', ({ flat }) => void flat.columns.reverse()],
];

/** Rows of the first combination by their place in the draft. */
const alike = ({ rows, header }: EventDraft): number[] => {
  const from = header.indexOf('generalized_event');
  return rows.flatMap((row, i) => (row[from] === 'fall_detected' && row[from + 1] === '51' ? [i] : []));
};

/** Gives the events of one combination to the first few of its subjects: as many rows, fewer than k subjects. */
const fewer = (draft: EventDraft, people = 4): void => {
  const places = alike(draft);
  const first = [...new Map(places.map((place) => [draft.subjects[place], place])).values()].slice(0, people);
  for (const [i, place] of places.entries()) {
    const model = first[i % people];
    draft.subjects[place] = draft.subjects[model];
    if (draft.manifest.pseudonym !== 'drop') draft.rows[place][0] = draft.rows[model][0];
  }
};

const keep = (draft: EventDraft, wanted: (row: number) => boolean): void => {
  const kept = draft.rows.flatMap((_, i) => (wanted(i) ? [i] : []));
  draft.rows = kept.map((i) => draft.rows[i]);
  draft.subjects = kept.map((i) => draft.subjects[i]);
  draft.manifest.data.rows = draft.rows.length;
};

const put =
  (column: string, value: string, row = 11) =>
  (draft: EventDraft) => {
    draft.rows[row][draft.header.indexOf(column)] = value;
  };

const inEvidence = (change: (rows: string[][], header: string[]) => void) => (draft: EventDraft) => {
  withEvidence(draft);
  if (draft.evidence) change(draft.evidence.rows, draft.evidence.header);
};

const swap = (rows: unknown[], a: number, b: number): void => {
  [rows[a], rows[b]] = [rows[b], rows[a]];
};

const declare = (name: string, role: 'quasi' | 'subject', kind: 'label' | 'id' | 'text') => (draft: EventDraft) => {
  draft.manifest.columns.push({ name, role, kind });
  draft.header.push(name);
  for (const [i, row] of draft.rows.entries()) row.push(kind === 'id' ? String(i + 1) : marker);
};

const reworded = (change: (text: string) => string) => (folder: string) => {
  writeFileSync(dataFile(folder), change(readFileSync(dataFile(folder), 'utf8')));
  seal(folder);
};

export const eventTamperings: readonly EventTampering[] = [
  {
    says: 'a combination of k rows and fewer subjects, after rows were removed',
    before: (draft) => {
      const places = alike(draft);
      const gone = places.find((place) => draft.subjects[place] !== 'home-1');
      const lost = draft.subjects[gone ?? 0];
      const also = places.filter((place) => draft.subjects[place] !== 'home-1' && draft.subjects[place] !== lost).slice(-3);
      const out = new Set([...places.filter((place) => draft.subjects[place] === lost), ...also]);
      keep(draft, (i) => !out.has(i));
    },
    breach: 'small-combination',
  },
  { says: 'k rows of one person, duplicated', before: (draft) => fewer(draft, 1), breach: 'small-combination' },
  { says: 'k rows of k - 1 people', before: (draft) => fewer(draft, 4), breach: 'small-combination' },
  { says: 'k rows of k - 1 people, in Parquet', format: 'parquet', before: (draft) => fewer(draft), breach: 'small-combination' },
  {
    says: 'k rows of k - 1 people whose ids are kept',
    pseudonym: 'keep',
    before: (draft) => fewer(draft),
    breach: 'small-combination',
  },
  {
    says: 'k rows of k - 1 people with dropped ids, just written',
    pseudonym: 'drop',
    before: (draft) => {
      fewer(draft);
      withEvidence(draft);
    },
    options: written,
    breach: 'small-combination',
  },
  {
    says: 'k rows of k - 1 people with dropped ids, published with its evidence',
    pseudonym: 'drop',
    format: 'parquet',
    before: (draft) => {
      fewer(draft);
      withEvidence(draft);
    },
    breach: 'small-combination',
  },
  {
    says: 'many passing ids of fewer than k people',
    pseudonym: 'rotate',
    before: (draft) => {
      const places = alike(draft);
      const people = [...new Set(places.map((place) => draft.subjects[place]))];
      for (const [i, place] of places.entries()) {
        draft.subjects[place] = people[i % 4];
        draft.rows[place][0] = String(90_000 + i);
      }
      withEvidence(draft);
    },
    options: written,
    breach: ['small-combination', 'gap-in-numbers'],
  },
  {
    says: 'fewer than k rows where ids are dropped and nothing else is known',
    pseudonym: 'drop',
    before: (draft) => {
      const [, , , , ...gone] = alike(draft);
      keep(draft, (i) => !gone.includes(i));
    },
    breach: 'small-combination',
  },
  {
    says: 'fewer than k passing ids where nothing else is known',
    pseudonym: 'rotate',
    before: (draft) => {
      for (const place of alike(draft)) draft.rows[place][0] = '7';
    },
    breach: 'small-combination',
  },
  { says: 'one event told apart by one cell', before: put('time_period', 'morning'), breach: 'small-combination' },
  {
    says: 'a combination that differs in a blank',
    before: put('generalized_event', 'fall_detected '),
    breach: 'small-combination',
  },
  {
    says: 'combinations that only look alike when joined',
    before: (draft) => keep(draft, (i) => draft.rows[i][1] !== 'fall_detected5' || i % 3 === 0),
    breach: 'small-combination',
  },

  ...foreignSettings.map(
    ([says, change]): EventTampering => ({ says, before: ({ manifest }) => change(manifest), breach: 'foreign-words' }),
  ),

  { says: 'an empty class', before: put('generalized_event', ''), breach: ['empty-cell', 'small-combination'] },
  {
    says: 'an empty week in every row',
    before: (draft) => draft.rows.forEach((row) => void (row[2] = '')),
    breach: 'empty-cell',
  },
  { says: 'an empty last cell', before: put('time_period', ''), breach: 'dangling-comma' },
  {
    says: 'a missing weekday, in Parquet',
    format: 'parquet',
    before: (draft) => draft.rows.forEach((row) => void (row[3] = 'NULL')),
    breach: 'empty-cell',
  },
  {
    says: 'an exact time in place of a week',
    before: put('week_number', '2024-12-16T23:11:00'),
    breach: ['malformed-calendar', 'small-combination'],
  },
  {
    says: 'a part of the day that is not declared',
    before: (draft) => draft.rows.forEach((row) => void (row[4] = row[4].replace('night', 'after the late news'))),
    breach: 'malformed-calendar',
  },
  {
    says: 'the flat value in a column that was never flattened',
    format: 'parquet',
    before: (draft) => draft.rows.forEach((row) => void (row[4] = '100')),
    breach: 'malformed-calendar',
  },
  {
    says: 'a flat week under the rotating id of an event that tells it',
    pseudonym: 'rotate',
    before: (draft) => {
      const flat = draft.rows.findIndex((row) => row[2] === '100');
      const told = draft.rows.findIndex((row, i) => row[2] !== '100' && draft.subjects[i] === draft.subjects[flat]);
      draft.rows[flat][0] = draft.rows[told][0];
    },
    breach: ['linked-coarser', 'gap-in-numbers'],
  },
  {
    says: 'two flat weeks under one rotating id, in Parquet and with evidence',
    pseudonym: 'rotate',
    format: 'parquet',
    before: (draft) => {
      const [one, other] = draft.rows.flatMap((row, i) => (row[2] === '100' && draft.subjects[i] === 'home-1' ? [i] : []));
      draft.rows[other][0] = draft.rows[one][0];
      withEvidence(draft);
    },
    breach: ['linked-coarser', 'gap-in-numbers'],
  },
  {
    says: 'half a week under the rotating id of a whole weekday',
    pseudonym: 'rotate',
    before: (draft) => draft.rows.forEach((row) => void (row[3] = row[3] === '6' ? 'weekend' : row[3])),
    breach: 'linked-coarser',
  },
  { says: 'an empty id', before: put('GUID', ''), breach: 'empty-cell' },
  { says: 'an empty name', pseudonym: 'keep', before: put('GUID', ''), breach: 'empty-cell' },
  { says: 'a name among the fresh ids', before: put('GUID', marker), breach: 'malformed-subject-id' },
  { says: 'an id of zero', before: put('GUID', '0'), breach: 'malformed-subject-id' },
  { says: 'a negative id, in Parquet', format: 'parquet', before: put('GUID', '-3'), breach: 'malformed-subject-id' },
  { says: 'an id with leading zeros', before: put('GUID', '0038'), breach: 'malformed-subject-id' },
  {
    says: 'ids that are telephone numbers',
    before: (draft) => {
      for (const row of draft.rows) row[0] = `3864155512${row[0]}`;
    },
    breach: 'gap-in-numbers',
  },
  { says: 'a name among the passing ids', pseudonym: 'rotate', before: put('GUID', marker), breach: 'malformed-subject-id' },
  {
    says: 'a name among the passing ids, with evidence',
    pseudonym: 'rotate',
    before: (draft) => {
      put('GUID', marker)(draft);
      withEvidence(draft);
    },
    options: written,
    breach: 'malformed-subject-id',
  },
  { says: 'no rows', before: (draft) => keep(draft, () => false), breach: 'no-rows' },
  { says: 'no rows, in Parquet', format: 'parquet', before: (draft) => keep(draft, () => false), breach: ['no-rows'] },
  { says: 'another number of rows', before: ({ manifest }) => void (manifest.data.rows = 39), breach: 'wrong-row-count' },

  {
    says: 'the id although it was dropped, declared',
    pseudonym: 'drop',
    before: declare('GUID', 'subject', 'text'),
    breach: ['kept-subject', 'unfit-kind', 'dropped-column'],
  },
  {
    says: 'a fresh id although ids were dropped',
    pseudonym: 'drop',
    before: declare('home', 'subject', 'id'),
    breach: 'kept-subject',
  },
  {
    says: 'the id although it was dropped, in the data alone',
    pseudonym: 'drop',
    before: (draft) => {
      draft.header.push('Guid');
      for (const [i, row] of draft.rows.entries()) row.push(draft.subjects[i]);
    },
    breach: ['dropped-column', 'undeclared-column'],
  },
  {
    says: 'a dropped column of the input as a quasi-identifier',
    before: declare('OD_ISO', 'quasi', 'label'),
    breach: 'dropped-column',
  },
  {
    says: 'the true subject in the data',
    before: (draft) => {
      draft.header.push('_subject');
      for (const [i, row] of draft.rows.entries()) row.push(draft.subjects[i]);
    },
    breach: ['dropped-column', 'undeclared-column'],
  },
  { says: 'the true subject as a quasi-identifier', before: declare('_subject', 'quasi', 'label'), breach: 'dropped-column' },
  {
    says: 'fresh ids declared as text, which would go unchecked',
    before: ({ manifest }) => void (manifest.columns[0].kind = 'text'),
    breach: 'unfit-kind',
  },
  {
    says: 'a column of a role that event logs do not have',
    before: ({ manifest }) => void Object.assign(manifest.columns[2], { role: 'sensitive', kind: 'text' }),
    breach: 'unfit-kind',
  },
  {
    says: 'fresh ids that nothing declares',
    before: ({ manifest }) => void manifest.columns.shift(),
    breach: ['missing-role', 'foreign-words'],
  },
  {
    says: 'no quasi-identifiers',
    before: ({ manifest }) => void manifest.columns.splice(1),
    breach: 'missing-role',
  },
  { says: 'two columns of ids', before: declare('home', 'subject', 'id'), breach: 'repeated-role' },
  {
    says: 'a column declared twice',
    before: ({ manifest }) => manifest.columns.push({ name: 'weekday', role: 'quasi', kind: 'label' }),
    breach: 'repeated-declaration',
  },
  {
    says: 'an unknown pseudonym',
    after: (folder) => changeEvents(folder, (manifest) => void Object.assign(manifest, { pseudonym: 'hash' })),
    breach: 'unknown-manifest',
  },
  {
    says: 'a promise that only series can make',
    after: (folder) => changeEvents(folder, ({ promises }) => void Object.assign(promises, { p: 2 })),
    breach: 'unknown-manifest',
  },
  { says: 'a weaker k than required', options: { atLeast: { k: 6 } }, breach: 'weak-promise' },
  { says: 'a P where there are no patterns', options: { atLeast: { p: 2 } }, breach: 'weak-promise' },

  {
    says: 'cells separated by commas',
    before: (draft) => {
      for (const row of draft.rows) if (row[1].startsWith('smoke')) row[1] = 'smoke_detected';
      draft.delimiter = ',';
    },
    breach: ['missing-column', 'undeclared-column'],
  },
  {
    says: 'a declared delimiter that is another',
    after: (folder) => changeEvents(folder, ({ data }) => void Object.assign(data, { delimiter: ',' })),
    breach: 'unknown-manifest',
  },
  {
    says: 'a row with one cell more',
    after: reworded((text) => text.replace('100;0;night\n', '100;0;night;1\n')),
    breach: 'ragged-row',
  },
  {
    says: 'a row that ends with a semicolon',
    after: reworded((text) => text.replace('100;0;night\n', '100;0;night;\n')),
    breach: 'dangling-comma',
  },
  { says: 'a blank line', after: reworded((text) => text.replace('\n', '\n\n')), breach: 'ragged-row' },
  {
    says: 'lines that end with a carriage return',
    after: reworded((text) => text.replaceAll('\n', '\r\n')),
    breach: 'foreign-line-end',
  },
  {
    says: 'a quote inside a cell',
    after: reworded((text) => text.replace('fall_detected', 'fall"detected')),
    breach: ['stray-quote', 'needless-quotes'],
  },
  {
    says: 'a changed cell without a new hash',
    after: (folder) => {
      const path = dataFile(folder);
      writeFileSync(path, readFileSync(path, 'utf8').replaceAll('fall_detected;', 'fall_deleted_;'));
    },
    breach: 'wrong-hash',
  },

  { says: 'no evidence of dropped ids, just written', pseudonym: 'drop', options: written, breach: 'evidence-missing' },
  { says: 'no evidence of passing ids, just written', pseudonym: 'rotate', options: written, breach: 'evidence-missing' },
  {
    says: 'evidence with another cell',
    pseudonym: 'drop',
    before: inEvidence((rows) => void (rows[3][1] = '77')),
    breach: 'evidence-differs',
  },
  {
    says: 'evidence in another order',
    pseudonym: 'drop',
    before: inEvidence((rows) =>
      swap(
        rows,
        0,
        rows.findIndex((row) => row[1] !== rows[0][1]),
      ),
    ),
    options: written,
    breach: 'evidence-differs',
  },
  {
    says: 'published rows in another order, in Parquet',
    pseudonym: 'rotate',
    format: 'parquet',
    before: (draft) => {
      withEvidence(draft);
      swap(draft.rows, 0, 39);
    },
    options: written,
    breach: 'evidence-differs',
  },
  {
    says: 'evidence with one row less',
    pseudonym: 'drop',
    before: inEvidence((rows) => void rows.pop()),
    breach: 'evidence-differs',
  },
  {
    says: 'evidence with one row more',
    pseudonym: 'drop',
    before: inEvidence((rows) => void rows.push([...rows[0].slice(0, -1), 'home-99'])),
    breach: 'evidence-differs',
  },
  {
    says: 'evidence with a row more that is empty but for its subject',
    pseudonym: 'drop',
    before: inEvidence((rows) => void rows.push(['', '', '', '', 'home-99'])),
    breach: 'evidence-differs',
  },
  {
    says: 'evidence that gives one id to two subjects',
    pseudonym: 'rotate',
    before: (draft) => {
      const other = draft.subjects.findIndex((subject) => subject !== draft.subjects[0]);
      draft.rows[other][0] = draft.rows[0][0];
      withEvidence(draft);
    },
    options: written,
    breach: 'ambiguous-pseudonym',
  },
  {
    says: 'evidence whose subjects were merged',
    pseudonym: 'drop',
    before: inEvidence((rows) => rows.forEach((row) => void (row[4] = 'home-1'))),
    breach: 'small-combination',
  },
  {
    says: 'evidence against fresh ids: two ids for one subject fake a k',
    before: (draft) => {
      withEvidence(draft);
      for (const row of draft.evidence?.rows ?? []) row[5] = `home-${row[5].charCodeAt(5) % 3}`;
    },
    breach: 'small-combination',
  },
  {
    says: 'evidence without a subject in a row',
    pseudonym: 'drop',
    format: 'parquet',
    before: inEvidence((rows) => void (rows[5][4] = 'NULL')),
    breach: 'evidence-incomplete',
  },
  {
    says: 'evidence without a subject in a row, in CSV',
    pseudonym: 'rotate',
    before: inEvidence((rows) => void (rows[5][5] = '')),
    breach: 'evidence-incomplete',
  },
  {
    says: 'evidence without subjects at all',
    pseudonym: 'drop',
    before: inEvidence((rows, header) => {
      header.pop();
      for (const row of rows) row.pop();
    }),
    breach: 'evidence-columns',
  },
  {
    says: 'evidence with its subjects first',
    pseudonym: 'drop',
    before: inEvidence((rows, header) => {
      header.unshift(header.pop() ?? '');
      for (const row of rows) row.unshift(row.pop() ?? '');
    }),
    breach: 'evidence-columns',
  },
  {
    says: 'evidence cut short',
    pseudonym: 'drop',
    format: 'parquet',
    before: (draft) => void withEvidence(draft),
    after: (folder) => truncateSync(join(folder, 'internal', 'evidence.parquet'), 200),
    breach: 'evidence-unreadable',
  },
  {
    says: 'evidence with a ragged row',
    pseudonym: 'drop',
    before: (draft) => void withEvidence(draft),
    after: (folder) => {
      const path = join(folder, 'internal', 'evidence.csv');
      writeFileSync(path, readFileSync(path, 'utf8').replace(/\n$/, ';x\n'));
    },
    breach: 'evidence-unreadable',
  },
  {
    says: 'evidence that is a link',
    pseudonym: 'drop',
    before: (draft) => void withEvidence(draft),
    after: (folder) => {
      const path = join(folder, 'internal', 'evidence.csv');
      rmSync(path);
      symlinkSync(dataFile(folder), path);
    },
    breach: 'evidence-unreadable',
  },
  {
    says: 'evidence that is a folder',
    pseudonym: 'drop',
    after: (folder) => void mkdirSync(join(folder, 'internal', 'evidence.csv')),
    options: written,
    breach: 'evidence-unreadable',
  },
];
