import { mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ManifestColumn } from '../../src/release/manifest.ts';
import type { Breach } from '../../src/verify/breaches.ts';
import type { VerifyOptions } from '../../src/verify/verify.ts';
import type { Shape, TableDraft, TableOptions } from './a-table-release.ts';
import { changeEvents } from './an-event-release.ts';
import { marker } from './tamperings.ts';

/** One way to spoil a good release of transactions, and exactly what the verifier must say. */
export interface TableTampering {
  readonly says: string;
  readonly shape: Shape;
  readonly of?: TableOptions;
  readonly before?: (draft: TableDraft) => void;
  readonly after?: (folder: string) => void;
  readonly options?: VerifyOptions;
  readonly breach: Breach['kind'] | readonly Breach['kind'][];
}

const written: VerifyOptions = { stage: 'written' };

/** The same cell in all rows with the labels of row 0, published and in the evidence, so that only its form is wrong. */
const relabel =
  (column: string, value: string) =>
  (draft: TableDraft): void => {
    const at = draft.header.indexOf(column);
    const labels = JSON.stringify(draft.rows[0].slice(0, 4));
    for (const row of [...draft.rows, ...(draft.evidence?.rows ?? [])])
      if (JSON.stringify(row.slice(0, 4)) === labels) row[at] = value;
  };

/** One published cell, and the same cell of the evidence where rows are records. */
const put =
  (column: string, value: string, row = 1) =>
  (draft: TableDraft): void => {
    const at = draft.header.indexOf(column);
    draft.rows[row][at] = value;
    if (draft.manifest.shape === 'records' && draft.evidence) draft.evidence.rows[row][at] = value;
  };

const withoutEvidence =
  (change: (draft: TableDraft) => void) =>
  (draft: TableDraft): void => {
    draft.evidence = undefined;
    change(draft);
  };

const inEvidence = (change: (rows: string[][], at: (column: string) => number) => void) => (draft: TableDraft) => {
  if (draft.evidence) change(draft.evidence.rows, (column) => draft.evidence?.header.indexOf(column) ?? -1);
};

/** Gives the records of the first group to four lorries. */
const fewer = inEvidence((rows, at) => {
  const labels = JSON.stringify(rows[0].slice(0, 4));
  const members = rows.filter((row) => JSON.stringify(row.slice(0, 4)) === labels);
  for (const [i, row] of members.entries()) row[at('_subject')] = `lorry-${(i % 4) + 1}`;
});

const declared = (change: (columns: ManifestColumn[], draft: TableDraft) => void) => (draft: TableDraft) =>
  change(draft.manifest.columns, draft);

const extra =
  (column: ManifestColumn, cell: string) =>
  (draft: TableDraft): void => {
    draft.manifest.columns.push(column);
    draft.header.push(column.name);
    for (const row of draft.rows) row.push(cell);
  };

const keep = (draft: TableDraft, wanted: (row: number) => boolean): void => {
  draft.rows = draft.rows.filter((_, i) => wanted(i));
  draft.manifest.data.rows = draft.rows.length;
  if (draft.evidence && draft.manifest.shape === 'records') draft.evidence.rows = draft.evidence.rows.filter((_, i) => wanted(i));
};

/** Tolls of the first group: one lorry pays nearly all. */
const oneLargePayer = inEvidence((rows, at) => {
  const labels = JSON.stringify(rows[0].slice(0, 4));
  const members = rows.filter((row) => JSON.stringify(row.slice(0, 4)) === labels);
  const rich = members[members.length - 1][at('_subject')];
  for (const row of members) row[at('toll_money')] = row[at('_subject')] === rich ? '10000.00' : '1.00';
});

const meanOfFirst = (draft: TableDraft): string => {
  const rows = draft.evidence?.rows ?? [];
  const tolls = rows
    .filter((row) => JSON.stringify(row.slice(0, 4)) === JSON.stringify(rows[0].slice(0, 4)))
    .map((row) => row[4])
    .filter((toll) => toll !== '')
    .map(Number);
  return (tolls.reduce((sum, toll) => sum + toll, 0) / tolls.length).toFixed(2);
};

const places = (column: string, kind: Breach['kind'], values: readonly string[], language: TableOptions['language'] = 'en') =>
  (['records', 'groups'] as const).flatMap((shape) =>
    values.map(
      (value): TableTampering => ({
        says: `${JSON.stringify(value)} as ${column}, ${shape}, ${language}`,
        shape,
        of: { language },
        before: relabel(column, value),
        breach: kind,
      }),
    ),
  );

const cells: readonly TableTampering[] = [
  ...places('section_region', 'malformed-prefix', ['G5615', ' region', 'regija G56', 'G56区域', marker]),
  ...places('section_region', 'malformed-prefix', ['区域', 'G56', 'G56 region'], 'zh'),
  ...places('section_region', 'malformed-prefix', ['regione ', 'G56 regione', 'tutte'], 'it'),
  ...places('section_region', 'malformed-prefix', ['regija ', 'regija', 'all regions'], 'sl'),
  ...places('section_region', 'empty-cell', ['']),
  ...places('time_period', 'malformed-period', [
    '07:15',
    'morning(06-11)',
    'evening(06-12)',
    'hours(06-12)',
    'hours(00-24)',
    'hours(15-07)',
    'hours(7-15)',
    'hours(07-25)',
    'hours(07-07)',
    'overnight hours(03-22)',
    'overnight hours(22-00)',
    'overnight hours(00-03)',
    'all day(00-23)',
    'all day',
    '上午时段(06-12)',
    'morning(06-12) ',
  ]),
  ...places('time_period', 'malformed-period', ['morning(06-12)', '时段(06-12)', '跨夜时段(03-22)', '跨夜(22-03)'], 'zh'),
  ...places('time_period', 'empty-cell', ['']),
  ...places('axles', 'malformed-interval', ['2', '2-4', marker]),
  ...places('axles', 'inverted-interval', ['[4-2]']),
  ...places('axles', 'malformed-interval', ['>= 2', '<= 4', '*']), // without a top or a bottom
  ...places('axles', 'wrong-decimals', ['[2.0-4.0]']),
  ...places('cargo', 'malformed-set', ['{ore|milk}', '{milk|milk}', '{|}', '{milk|ore', '{milk||ore}', '{milk|{ore}}']),
  ...places('cargo', 'empty-cell', ['']),
];

const promises: readonly TableTampering[] = [
  { says: 'k rows of k - 1 subjects', shape: 'records', before: fewer, breach: 'small-combination' },
  {
    says: 'k rows of k - 1 subjects, in Parquet',
    shape: 'records',
    of: { format: 'parquet' },
    before: fewer,
    breach: 'small-combination',
  },
  {
    says: 'k rows of k - 1 subjects, just written',
    shape: 'records',
    before: fewer,
    options: written,
    breach: 'small-combination',
  },
  {
    says: 'fewer than k rows where nothing else is known',
    shape: 'records',
    before: withoutEvidence((draft) => {
      const labels = JSON.stringify(draft.rows[0].slice(0, 4));
      let seen = 0;
      keep(draft, (i) => JSON.stringify(draft.rows[i].slice(0, 4)) !== labels || ++seen <= 4);
    }),
    breach: 'small-combination',
  },
  {
    says: 'one record told apart by one label',
    shape: 'records',
    before: put('time_period', 'evening(18-24)'),
    breach: 'small-combination',
  },
  {
    says: 'a group of k - 1 subjects under a count of more',
    shape: 'groups',
    before: fewer,
    breach: ['small-combination', 'wrong-count', 'mean-of-few'],
  },
  { says: 'a count below k', shape: 'groups', before: put('truck_count', '4'), breach: 'small-combination' },
  {
    says: 'a count below k, without evidence',
    shape: 'groups',
    before: withoutEvidence(put('truck_count', '1')),
    breach: 'small-combination',
  },
  { says: 'a count one too high', shape: 'groups', before: put('truck_count', '8'), breach: 'wrong-count' },
  { says: 'rows counted as subjects', shape: 'groups', before: put('truck_count', '10'), breach: 'wrong-count' },
  {
    says: 'rows counted as subjects, in Parquet',
    shape: 'groups',
    of: { format: 'parquet' },
    before: put('truck_count', '10'),
    breach: 'wrong-count',
  },
  {
    says: 'a group told in two rows',
    shape: 'groups',
    before: (draft) => {
      draft.rows.push([...draft.rows[0]]);
      draft.manifest.data.rows++;
    },
    breach: 'repeated-combination',
  },
  {
    says: 'a row added under the same labels in other letters',
    shape: 'groups',
    before: withoutEvidence((draft) => {
      draft.rows.push([
        draft.rows[0][0].toUpperCase().replace('REGION', 'region').replace(/^G/, 'ｇ'),
        ...draft.rows[0].slice(1),
      ]);
      draft.manifest.data.rows++;
    }),
    breach: 'alike-combination',
  },
  { says: 'a count that is a fraction', shape: 'groups', before: put('truck_count', '7.5'), breach: 'malformed-count' },
  { says: 'a count with leading zeros', shape: 'groups', before: put('truck_count', '07'), breach: 'malformed-count' },
  { says: 'a count in words', shape: 'groups', before: put('truck_count', marker), breach: 'malformed-count' },
  {
    says: 'a negative count',
    shape: 'groups',
    before: put('truck_count', '-7'),
    breach: ['malformed-count', 'small-combination'],
  },
  { says: 'an empty count', shape: 'groups', before: put('truck_count', ''), breach: 'empty-cell' },
  { says: 'no rows', shape: 'groups', before: (draft) => keep(draft, () => false), breach: 'no-rows' },
  { says: 'no records', shape: 'records', before: (draft) => keep(draft, () => false), breach: 'no-rows' },
  {
    says: 'another number of rows',
    shape: 'records',
    before: ({ manifest }) => void (manifest.data.rows = 41),
    breach: 'wrong-row-count',
  },
];

const means: readonly TableTampering[] = [
  { says: 'a mean in words', shape: 'groups', before: put('avg_toll', marker), breach: 'malformed-number' },
  { says: 'a mean off its grid', shape: 'groups', before: put('avg_toll', '12.345'), breach: 'wrong-decimals' },
  { says: 'a mean that is not finite', shape: 'groups', before: put('avg_toll', 'inf'), breach: 'not-finite' },
  {
    says: 'a mean of minus nothing',
    shape: 'groups',
    before: withoutEvidence(put('avg_toll', '-0.00')),
    breach: 'malformed-number',
  },
  {
    says: 'a mean a cent too high',
    shape: 'groups',
    before: (draft) => put('avg_toll', (Number(draft.rows[1][5]) + 0.01).toFixed(2))(draft),
    breach: 'wrong-mean',
  },
  {
    says: 'a mean changed in the evidence',
    shape: 'groups',
    before: inEvidence((rows, at) => void (rows[0][at('toll_money')] = '9999')),
    breach: 'wrong-mean',
  },
  {
    says: 'a mean a cent too high, in Parquet',
    shape: 'groups',
    of: { format: 'parquet' },
    before: (draft) => put('avg_toll', (Number(draft.rows[1][5]) + 0.01).toFixed(2))(draft),
    breach: 'wrong-mean',
  },
  { says: 'a mean hidden without need', shape: 'groups', before: put('avg_toll', ''), breach: 'needless-blank' },
  {
    says: 'a rule of means where there is none',
    shape: 'records',
    before: ({ manifest }) => void (manifest.dominance = { largest: 386, share: 0.4155 }),
    breach: 'foreign-words',
  },
  {
    says: 'a mean that one lorry makes nearly alone',
    shape: 'groups',
    of: { dominance: { largest: 2, share: 0.9 } },
    before: (draft) => {
      oneLargePayer(draft);
      put('avg_toll', meanOfFirst(draft), 0)(draft);
    },
    breach: 'dominated-mean',
  },
  {
    says: 'a mean of the four lorries that have a toll',
    shape: 'groups',
    before: (draft) => {
      inEvidence((rows, at) => {
        const labels = JSON.stringify(rows[0].slice(0, 4));
        const members = rows.filter((row) => JSON.stringify(row.slice(0, 4)) === labels);
        const paying = [...new Set(members.map((row) => row[at('_subject')]))].slice(0, 4);
        for (const row of members) if (!paying.includes(row[at('_subject')])) row[at('toll_money')] = '';
      })(draft);
      put('avg_toll', meanOfFirst(draft), 0)(draft);
    },
    breach: 'mean-of-few',
  },
];

const secret = '3f9c0d5be1a74826f70b9d14c8e2a653';

/** The same release with counts alone, told as bearing noise. */
const noisy =
  (change: (draft: TableDraft) => void = () => {}) =>
  (draft: TableDraft): void => {
    draft.manifest.noise = { most: 3, variance: 2 };
    draft.manifest.columns.splice(5, 1);
    for (const row of [draft.header, ...draft.rows]) row.splice(5, 1);
    for (const row of [draft.evidence?.header ?? [], ...(draft.evidence?.rows ?? [])]) row.splice(4, 1);
    change(draft);
  };

const noises: readonly TableTampering[] = [
  { says: 'a count beyond the noise', shape: 'groups', before: noisy(put('truck_count', '11')), breach: 'far-count' },
  {
    says: 'a count beyond the noise, with the key',
    shape: 'groups',
    before: noisy(put('truck_count', '11')),
    options: { noiseKey: secret },
    breach: 'far-count',
  },
  {
    says: 'a count beyond the noise, in Parquet',
    shape: 'groups',
    of: { format: 'parquet' },
    before: noisy(put('truck_count', '11')),
    breach: 'far-count',
  },
  {
    says: 'true counts where noise is owed',
    shape: 'groups',
    before: noisy(),
    options: { noiseKey: secret },
    breach: 'wrong-noise',
  },
  { says: 'a count below k by noise', shape: 'groups', before: noisy(put('truck_count', '4')), breach: 'small-combination' },
  {
    says: 'a group of k - 1 subjects, told with noise',
    shape: 'groups',
    before: noisy(fewer),
    breach: 'small-combination',
  },
  {
    says: 'noise beside means',
    shape: 'groups',
    before: ({ manifest }) => void (manifest.noise = { most: 3, variance: 2 }),
    breach: 'foreign-words',
  },
  {
    says: 'noise of records',
    shape: 'records',
    before: ({ manifest }) => void (manifest.noise = { most: 3, variance: 2 }),
    breach: 'foreign-words',
  },
  {
    says: 'more variance than its bounds allow',
    shape: 'groups',
    before: noisy(({ manifest }) => void (manifest.noise = { most: 3, variance: 4.01 })),
    breach: 'foreign-words',
  },
  {
    says: 'noise of rows that have no ids',
    shape: 'groups',
    of: { unit: 'row', k: 10 },
    before: noisy(),
    breach: 'foreign-words',
  },
  {
    says: 'a variance that carries a number',
    shape: 'groups',
    before: noisy(),
    after: (folder) => changeEvents(folder, (manifest) => void Object.assign(manifest, { noise: { most: 3, variance: 2.0386 } })),
    breach: 'unknown-manifest',
  },
];

const evidence: readonly TableTampering[] = [
  ...(['records', 'groups'] as const).flatMap((shape): TableTampering[] => [
    {
      says: `no evidence, just written: ${shape}`,
      shape,
      before: withoutEvidence(() => {}),
      options: written,
      breach: 'evidence-missing',
    },
    {
      says: `evidence of other columns: ${shape}`,
      shape,
      before: (draft) => void draft.evidence?.header.splice(0, 1, marker),
      breach: 'evidence-columns',
    },
    {
      says: `evidence without subjects: ${shape}`,
      shape,
      before: (draft) => {
        const at = draft.evidence?.header.indexOf('_subject') ?? 0;
        for (const row of [draft.evidence?.header ?? [], ...(draft.evidence?.rows ?? [])]) row.splice(at, 1);
      },
      breach: 'evidence-columns',
    },
    {
      says: `evidence of nobody: ${shape}`,
      shape,
      before: inEvidence((rows, at) => void (rows[3][at('_subject')] = '')),
      breach: 'evidence-incomplete',
    },
    {
      says: `evidence under other labels: ${shape}`,
      shape,
      before: inEvidence((rows) => void (rows[3][0] = `${marker} region`)),
      breach: 'evidence-differs',
    },
    {
      says: `a folder in place of evidence: ${shape}`,
      shape,
      before: withoutEvidence(() => {}),
      after: (folder) => void mkdirSync(join(folder, 'internal', 'evidence.csv')),
      breach: 'evidence-unreadable',
    },
    {
      says: `evidence cut short: ${shape}`,
      shape,
      of: { format: 'parquet' },
      after: (folder) => truncateSync(join(folder, 'internal', 'evidence.parquet'), 40),
      breach: 'evidence-unreadable',
    },
  ]),
  {
    says: 'records in another order than the evidence',
    shape: 'records',
    before: ({ rows }) => void rows.reverse(),
    breach: 'evidence-differs',
  },
  {
    says: 'a kept value that differs from the evidence',
    shape: 'records',
    before: ({ rows }) => void (rows[2][5] = '1.00'),
    breach: 'evidence-differs',
  },
  {
    says: 'a group that nobody is behind',
    shape: 'groups',
    before: inEvidence((rows) => {
      const labels = JSON.stringify(rows[0].slice(0, 4));
      const others = rows.filter((row) => JSON.stringify(row.slice(0, 4)) !== labels);
      rows.splice(0, rows.length, ...others);
    }),
    breach: 'evidence-differs',
  },
  {
    says: 'a toll in words',
    shape: 'groups',
    before: inEvidence((rows, at) => void (rows[3][at('toll_money')] = marker)),
    breach: 'evidence-not-a-number',
  },
  {
    says: 'an infinite toll',
    shape: 'groups',
    before: inEvidence((rows, at) => void (rows[3][at('toll_money')] = 'inf')),
    breach: 'evidence-not-a-number',
  },
];

const manifests: readonly TableTampering[] = [
  {
    says: 'no quasi-identifier',
    shape: 'records',
    before: declared((columns) => {
      for (const column of columns) if (column.role === 'quasi') Object.assign(column, { role: 'kept', kind: 'text' });
    }),
    breach: 'missing-role',
  },
  {
    says: 'no count',
    shape: 'groups',
    before: declared((columns) => void (columns[4] = { ...columns[4], role: 'mean', kind: 'number', decimals: 0 })),
    breach: 'missing-role',
  },
  {
    says: 'two counts',
    shape: 'groups',
    before: declared((columns) => void (columns[5] = { ...columns[5], role: 'count', kind: 'integer' })),
    breach: 'repeated-role',
  },
  {
    says: 'a mean before the count',
    shape: 'groups',
    before: declared((columns) => void columns.reverse()),
    breach: 'misplaced-declaration',
  },
  {
    says: 'a kept column before a label',
    shape: 'records',
    before: declared((columns) => void columns.unshift(columns.pop() ?? columns[0])),
    breach: 'misplaced-declaration',
  },
  {
    says: 'a kept column in an aggregated release',
    shape: 'groups',
    before: extra({ name: 'weight', role: 'kept', kind: 'text' }, marker),
    breach: 'unfit-role',
  },
  {
    says: 'a count in a release of records',
    shape: 'records',
    before: extra({ name: 'n', role: 'count', kind: 'integer' }, '7'),
    breach: 'unfit-role',
  },
  {
    says: 'an id in a release of records',
    shape: 'records',
    before: extra({ name: 'id', role: 'subject', kind: 'id' }, '7'),
    breach: 'unfit-role',
  },
  {
    says: 'a pattern',
    shape: 'records',
    before: extra({ name: 'Pattern', role: 'pattern', kind: 'word' }, 'a'),
    breach: 'unfit-role',
  },
  {
    says: 'a label of an unfit kind',
    shape: 'records',
    before: declared((columns) => void (columns[0].kind = 'text')),
    breach: 'unfit-kind',
  },
  {
    says: 'a mean of an unfit kind',
    shape: 'groups',
    before: declared((columns) => void (columns[5].kind = 'text')),
    breach: 'unfit-kind',
  },
  {
    says: 'a mean without decimals',
    shape: 'groups',
    before: declared((columns) => void delete columns[5].decimals),
    breach: 'missing-decimals',
  },
  {
    says: 'an interval without decimals',
    shape: 'records',
    before: declared((columns) => void delete columns[2].decimals),
    breach: 'missing-decimals',
  },
  {
    says: 'one column declared twice',
    shape: 'records',
    before: declared((columns) => void (columns[5].name = 'weight')),
    breach: 'repeated-declaration',
  },
  {
    says: 'the subject itself, kept',
    shape: 'records',
    before: extra({ name: 'Vehicle_ID', role: 'kept', kind: 'text' }, marker),
    breach: 'dropped-column',
  },
  {
    says: 'the subject under another name',
    shape: 'records',
    before: extra({ name: 'v', role: 'kept', kind: 'text', of: 'vehicle_id' }, marker),
    breach: 'dropped-column',
  },
  {
    says: 'the subject, though no list of dropped columns names it',
    shape: 'records',
    before: (draft) => {
      draft.manifest.dropped = [];
      extra({ name: 'vehicle_id', role: 'kept', kind: 'text' }, marker)(draft);
    },
    breach: ['dropped-column', 'foreign-words'],
  },
  {
    says: 'a dropped column',
    shape: 'groups',
    before: declared((columns) => void (columns[5].of = 'driver')),
    breach: 'dropped-column',
  },
  {
    says: 'the row numbers',
    shape: 'records',
    before: extra({ name: '_row', role: 'kept', kind: 'text' }, '7'),
    breach: 'dropped-column',
  },
  {
    says: 'an undeclared column',
    shape: 'groups',
    before: ({ header, rows }) => {
      header.push('driver_name');
      for (const row of rows) row.push(marker);
    },
    breach: 'undeclared-column',
  },
  {
    says: 'the subject, undeclared',
    shape: 'records',
    before: ({ header, rows }) => {
      header.push('_subject');
      for (const row of rows) row.push(marker);
    },
    breach: ['dropped-column', 'undeclared-column'],
  },
  {
    says: 'an unknown language',
    shape: 'records',
    after: (folder) => changeEvents(folder, (manifest) => void Object.assign(manifest, { labels: 'tlh' })),
    breach: 'unknown-manifest',
  },
  {
    says: 'an unknown key',
    shape: 'records',
    after: (folder) => changeEvents(folder, (manifest) => void Object.assign(manifest, { seed: 1 })),
    breach: 'unknown-manifest',
  },
  { says: 'another promise than is asked for', shape: 'records', options: { atLeast: { k: 6 } }, breach: 'weak-promise' },
  ...(['groups', 'records'] as const).map(
    (shape): TableTampering => ({
      says: `a promise that no two rows overlap, ${shape}`,
      shape,
      before: ({ manifest }) => void (manifest.disjoint = true),
      breach: 'overlapping-combinations',
    }),
  ),
  { says: 'no verdict', shape: 'groups', before: ({ manifest }) => void delete manifest.verdict, breach: 'missing-verdict' },
  {
    says: 'bytes that changed',
    shape: 'groups',
    after: (folder) => {
      const path = join(folder, 'kaca_anonymized.csv');
      writeFileSync(path, readFileSync(path, 'utf8').replace('G561', 'G562'));
    },
    breach: ['wrong-hash', 'evidence-differs'],
  },
  {
    says: 'a data file that is gone',
    shape: 'groups',
    after: (folder) => rmSync(join(folder, 'kaca_anonymized.csv')),
    breach: 'missing-file',
  },
];

export const tableTamperings: readonly TableTampering[] = [...cells, ...promises, ...means, ...noises, ...evidence, ...manifests];
