import type { Breach } from '../../src/verify/breaches.ts';
import type { Shape, TableDraft, TableOptions } from './a-table-release.ts';
import { marker } from './tamperings.ts';

/** A release whose files agree with each other and not with the original, and exactly what the verifier must say. */
export interface OriginalTampering {
  readonly says: string;
  readonly shape: Shape;
  readonly of?: TableOptions;
  readonly before: (draft: TableDraft) => void;
  readonly breach: Breach['kind'] | readonly Breach['kind'][];
}

const shapes: readonly Shape[] = ['records', 'groups'];

/** Another label for all records that have those of the first row: sound, and the same everywhere. */
const relabel = (column: number, label: string) => (draft: TableDraft) => {
  const labels = JSON.stringify(draft.rows[0].slice(0, 4));
  for (const row of [...draft.rows, ...(draft.evidence?.rows ?? [])])
    if (JSON.stringify(row.slice(0, 4)) === labels) row[column] = label;
};

const inEvidence = (column: string, change: (cell: string, row: number) => string) => (draft: TableDraft) => {
  const at = draft.evidence?.header.indexOf(column) ?? 0;
  for (const [i, row] of (draft.evidence?.rows ?? []).entries()) row[at] = change(row[at], i);
};

/** A value of the original itself, as if the release had been made from another. */
const inOriginal =
  (column: string, value: string, row = 0) =>
  (draft: TableDraft) => {
    draft.original.rows[row][draft.original.header.indexOf(column)] = value;
  };

/** The first passage is in G56, in the morning, of two or four axles, and carries milk. */
const falsehoods: readonly (readonly [says: string, spoil: (draft: TableDraft) => void])[] = [
  ['a region of another road', relabel(0, 'S9 region')],
  ['a region that holds only some of its members', relabel(0, 'G5615 region')],
  ['a region one character too narrow', relabel(0, 'G561 region')],
  ['the next period of the day', relabel(1, 'afternoon(12-18)')],
  ['hours that end too early', relabel(1, 'hours(06-11)')],
  ['hours that begin too late', relabel(1, 'hours(07-12)')],
  ['hours over midnight that leave out the day', relabel(1, 'overnight hours(12-06)')],
  ['an interval that ends too low', relabel(2, '[2-3]')],
  ['an interval that begins too high', relabel(2, '[3-4]')],
  ['another category', relabel(3, 'ore')],
  ['a list without the category', relabel(3, '{ore|sand}')],
  ['an ancestor of another category', relabel(3, 'mineral')],
  ['a place that moved', inOriginal('section_id', marker)],
  ['a time that moved by a second', inOriginal('exit_time', '2023-01-02 12:00:00')],
  ['a time without an hour', inOriginal('exit_time', '2023-01-02')],
  ['a number that grew', inOriginal('axles', '5')],
  ['a number that is none', inOriginal('axles', marker)],
  ['a category that nobody knows', inOriginal('cargo', marker)],
  ['an empty category', inOriginal('cargo', '')],
];

export const originalTamperings: readonly OriginalTampering[] = [
  {
    says: 'a name among the dropped columns that is none of the original',
    shape: 'records',
    before: ({ manifest }) => void manifest.dropped.push(marker),
    breach: 'unknown-dropped',
  },
  ...shapes.flatMap((shape) =>
    falsehoods.map(([says, before]) => ({ says: `${says}: ${shape}`, shape, before, breach: 'false-label' as const })),
  ),
  ...shapes.flatMap((shape): OriginalTampering[] => [
    {
      says: `records given to others than they belong to: ${shape}`,
      shape,
      before: inEvidence('_subject', (subject) => (subject === 'lorry-1' ? 'lorry-9' : subject)),
      breach: 'changed-subject',
    },
    {
      says: `a toll that is not the original one: ${shape}`,
      shape,
      before: inOriginal('toll_money', '0.01'),
      breach: 'changed-value',
    },
    {
      says: `more subjects left out than may be: ${shape}`,
      shape,
      before: ({ manifest, original }) => {
        manifest.suppression = 0.01;
        original.rows.push(original.rows[0].with(original.header.indexOf('vehicle_id'), 'lorry-99'));
      },
      breach: 'too-many-left-out',
    },
    {
      says: `row numbers beyond the original: ${shape}`,
      shape,
      before: inEvidence('_row', (row) => (row === '40' ? '41' : row)),
      breach: 'foreign-record',
    },
    {
      says: `a row number that is none: ${shape}`,
      shape,
      before: inEvidence('_row', (row) => (row === '40' ? marker : row)),
      breach: 'foreign-record',
    },
  ]),
  {
    says: 'one record published twice',
    shape: 'records',
    before: (draft) => {
      draft.rows.push(draft.rows[0]);
      draft.evidence?.rows.push(draft.evidence.rows[0]);
      draft.manifest.data.rows++;
    },
    breach: 'repeated-record',
  },
  {
    says: 'one record counted twice',
    shape: 'groups',
    of: { unit: 'row' },
    before: (draft) => {
      const at = draft.evidence?.header.indexOf('_row') ?? 0;
      const [first] = draft.evidence?.rows ?? [];
      const again = draft.evidence?.rows.slice(1).find((row) => row[0] === first[0]) ?? first;
      again[at] = first[at];
    },
    breach: ['repeated-record', 'changed-value'], // the other record of the group had another toll
  },
];
