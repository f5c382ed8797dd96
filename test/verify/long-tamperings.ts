import type { Draft, Variant } from './a-good-release.ts';
import { goodDraft } from './a-good-release.ts';
import { at, marker, type Tampering } from './tamperings.ts';

const instants = ['08:00', '09:00', '10:00', '11:00'];

/** The good release with a row for each of the four instants of each of its forty records. */
export function longDraft(variant: Variant): Draft {
  const draft = goodDraft(variant);
  const bounds = variant.endsWith('columns') ? ['_min', '_max'] : [''];
  const first = draft.header.indexOf(`H1${bounds[0]}`);
  const rest = first + 4 * bounds.length;
  const rows = draft.rows.flatMap((row, record) =>
    instants.map((instant, t) => [
      row[0],
      String(((record * 17) % 40) + 1),
      instant,
      ...row.slice(first + t * bounds.length, first + (t + 1) * bounds.length),
      ...row.slice(rest),
    ]),
  );
  const { manifest } = draft;
  const columns: Draft['manifest']['columns'] = [
    manifest.columns[0],
    { name: 'Record', role: 'record', kind: 'id' },
    { name: 'Time', role: 'instant', kind: 'text' },
    ...manifest.columns
      .filter(({ of }) => of === 'H1')
      .map((column) => ({ ...column, name: column.name.replace('H1', 'Value'), of: 'Value' })),
    ...manifest.columns.slice(rest),
  ];
  const types = Object.fromEntries(Object.entries(draft.types).map(([name, type]) => [name.replace('H1', 'Value'), type]));
  return {
    manifest: { ...manifest, shape: 'long', instants: [...instants], columns },
    header: columns.map(({ name }) => name),
    rows: rows.map((_, i) => rows[(i * 13) % rows.length]),
    types,
  };
}

type Change = (draft: Draft) => void;

const recordsOf = (draft: Draft, group: string, pattern?: string): string[] => [
  ...new Set(
    draft.rows
      .filter((row) => row[0] === group && (pattern ?? row[at(draft, 'Pattern')]) === row[at(draft, 'Pattern')])
      .map((row) => row[at(draft, 'Record')]),
  ),
];

/** Every row of one record of a group, in the order of time. */
const rowsOf = (draft: Draft, group: string, nth = 0): string[][] => {
  const record = recordsOf(draft, group)[nth];
  return draft.rows
    .filter((row) => row[at(draft, 'Record')] === record)
    .sort((a, b) => (a[at(draft, 'Time')] < b[at(draft, 'Time')] ? -1 : 1));
};

const inOneRow =
  (column: string, value: string): Change =>
  (draft) => {
    rowsOf(draft, '1')[2][at(draft, column)] = value;
  };

const inOneRecord =
  (column: string, value: string): Change =>
  (draft) => {
    for (const row of rowsOf(draft, '1')) row[at(draft, column)] = value;
  };

/** Every row of a group at one instant. */
const inOneGroup =
  (column: string, value: string): Change =>
  (draft) => {
    for (const row of draft.rows) if (row[0] === '1' && row[at(draft, 'Time')] === instants[2]) row[at(draft, column)] = value;
  };

const without = (draft: Draft, gone: (row: string[]) => boolean): void => {
  draft.rows = draft.rows.filter((row) => !gone(row));
};

const declared =
  (change: (manifest: Draft['manifest']) => void): Change =>
  ({ manifest }) =>
    change(manifest);

export const longTamperings: readonly Tampering[] = [
  {
    says: 'four records whose sixteen rows are more than k',
    before: (draft) => {
      const ofPattern = (pattern: string) => recordsOf(draft, '5', pattern).slice(0, 2);
      const kept = new Set(['abca', 'eeaa'].flatMap(ofPattern));
      without(draft, (row) => row[0] === '5' && !kept.has(row[at(draft, 'Record')]));
    },
    breach: ['small-group', 'gap-in-numbers'],
  },
  {
    says: 'records whose numbers are telephone numbers',
    before: (draft) => {
      for (const row of draft.rows) row[at(draft, 'Record')] = `38641555${row[at(draft, 'Record')].padStart(3, '0')}`;
    },
    breach: 'gap-in-numbers',
  },
  {
    says: 'a record that changed one interval with a record of another group',
    before: (draft) => {
      const [a, b] = [rowsOf(draft, '1')[1], rowsOf(draft, '2')[1]];
      const value = at(draft, 'Value');
      [a[value], b[value]] = [b[value], a[value]];
    },
    breach: ['small-group', 'split-group', 'small-leaf'],
  },
  {
    says: 'a record whose intervals are those of its group, in another order of time',
    before: (draft) => {
      const [a, b] = rowsOf(draft, '1');
      const time = at(draft, 'Time');
      [a[time], b[time]] = [b[time], a[time]];
    },
    breach: ['small-group', 'split-group', 'small-leaf'],
  },
  { says: 'a pattern that one record has alone', before: inOneRecord('Pattern', 'bbbb'), breach: 'small-leaf' },
  {
    says: 'an envelope told apart by GroupIDs',
    before: (draft) => {
      for (const nth of [0, 1, 2]) for (const row of rowsOf(draft, '5', nth)) row[0] = '6';
    },
    breach: ['small-group-id', 'small-leaf-of-group-id'],
  },

  { says: 'a record without one of its instants', before: (draft) => void draft.rows.pop(), breach: 'incomplete-record' },
  {
    says: 'a record with one instant twice and another not at all',
    before: inOneRow('Time', instants[0]),
    breach: 'incomplete-record',
  },
  { says: 'an instant that is not declared', before: inOneRow('Time', marker), breach: 'incomplete-record' },
  { says: 'an instant with a blank behind it', before: inOneRow('Time', '10:00 '), breach: 'incomplete-record' },
  { says: 'a row added to a record', before: (draft) => void draft.rows.push([...draft.rows[0]]), breach: 'incomplete-record' },
  {
    says: 'two records under one number',
    before: (draft) => {
      const number = recordsOf(draft, '1')[0];
      for (const row of rowsOf(draft, '1', 1)) row[at(draft, 'Record')] = number;
    },
    breach: ['incomplete-record', 'torn-record', 'gap-in-numbers'],
  },
  {
    says: 'rows that changed their records',
    before: (draft) => {
      const record = at(draft, 'Record');
      const [a, b] = [rowsOf(draft, '1')[0], rowsOf(draft, '2')[0]];
      [a[record], b[record]] = [b[record], a[record]];
    },
    breach: 'torn-record',
  },
  { says: 'a record in two groups', before: inOneRow('GroupID', '2'), breach: 'torn-record' },
  { says: 'a record with two patterns', before: inOneRow('Pattern', 'bbbb'), breach: 'torn-record' },
  { says: 'a record with two labels', before: inOneRow('Town', marker), breach: 'torn-record' },
  { says: 'a record with two sensitive values', before: inOneRow('Note', marker), breach: 'torn-record' },
  { says: 'a record of two ages', of: 'parquet columns', before: inOneRow('Age_min', '-90'), breach: 'torn-record' },
  {
    says: 'a record whose age is missing once',
    of: 'parquet columns',
    before: inOneRow('Age_min', 'NULL'),
    breach: 'torn-record',
  },
  {
    says: 'a record marked by the sign of a zero',
    of: 'csv columns',
    before: (draft) => {
      for (const row of draft.rows) if (row[0] === '1') row[at(draft, 'Age_min')] = '0';
      inOneRow('Age_min', '-0')(draft);
    },
    breach: 'torn-record',
  },
  {
    says: 'ages of minus zero, in Parquet',
    of: 'parquet columns',
    before: (draft) => {
      for (const row of draft.rows) if (row[0] === '1') row[at(draft, 'Age_min')] = '-0.0';
    },
    breach: 'malformed-number',
  },
  { says: 'a record with a name for a number', before: inOneRecord('Record', marker), breach: 'malformed-group-id' },
  { says: 'a record without a number', before: inOneRecord('Record', ''), breach: 'malformed-group-id' },

  { says: 'a value in place of an interval', before: inOneGroup('Value', '1.25'), breach: 'malformed-interval' },
  { says: 'an interval that is inside out', before: inOneGroup('Value', '[2.50-1.25]'), breach: 'inverted-interval' },
  { says: 'an interval with a decimal too many', before: inOneGroup('Value', '[1.255-2.50]'), breach: 'wrong-decimals' },
  {
    says: 'bounds that are inside out, in columns of their own',
    of: 'csv columns',
    before: inOneGroup('Value_min', '99.00'),
    breach: 'inverted-interval',
  },
  { says: 'a missing bound, in Parquet', of: 'parquet columns', before: inOneGroup('Value_min', 'NULL'), breach: 'empty-cell' },
  {
    says: 'a bound of minus zero, in Parquet',
    of: 'parquet columns',
    before: (draft) => {
      inOneGroup('Value_min', '-0.0')(draft);
      inOneGroup('Value_max', '9.00')(draft);
    },
    breach: 'malformed-number',
  },
  { says: 'a row count that is that of its records', declaredRows: 40, breach: 'wrong-row-count' },

  {
    says: 'a long release that claims to be wide',
    before: declared((manifest) => {
      delete manifest.shape;
      delete manifest.instants;
    }),
    breach: ['unfit-role', 'unfit-role', 'too-many-segments'],
  },
  { says: 'instants that are not listed', before: declared((manifest) => void delete manifest.instants), breach: 'bad-instants' },
  {
    says: 'an instant that is listed twice',
    before: declared((manifest) => void manifest.instants?.push(instants[0])),
    breach: 'bad-instants',
  },
  {
    says: 'instants in a wide release',
    before: declared((manifest) => void delete manifest.shape),
    breach: ['unfit-role', 'unfit-role', 'bad-instants', 'too-many-segments'],
  },
  {
    says: 'a long release whose records have no number',
    before: declared((manifest) => {
      for (const column of manifest.columns)
        if (column.role === 'record') Object.assign(column, { role: 'sensitive', kind: 'text' });
    }),
    breach: 'missing-role',
  },
  {
    says: 'a second column of intervals, which no instant goes with',
    before: declared((manifest) => {
      for (const column of manifest.columns) if (column.name === 'Age') column.role = 'series';
    }),
    breach: 'repeated-role',
  },
  {
    says: 'pseudonyms in a long release, which would be counted in place of records',
    before: declared((manifest) => {
      for (const column of manifest.columns) if (column.name === 'Note') column.role = 'subject';
    }),
    breach: 'unfit-role',
  },
  {
    says: 'more segments than instants',
    before: declared(({ pattern }) => void (pattern.segments = 5)),
    breach: 'too-many-segments',
  },
];
