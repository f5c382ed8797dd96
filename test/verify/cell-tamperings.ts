import { type Draft, withCurves } from './a-good-release.ts';
import { at, marker, put, putInGroup, putInLeaf, type Tampering } from './tamperings.ts';

const groupOf = (draft: Draft, id: string): string[][] => draft.rows.filter(([group]) => group === id);

/** Keeps so many rows of a group. */
const shrink = (id: string, to: number) => (draft: Draft) => {
  const gone = new Set(groupOf(draft, id).slice(to));
  draft.rows = draft.rows.filter((row) => !gone.has(row));
};

const together =
  (...changes: readonly ((draft: Draft) => void)[]) =>
  (draft: Draft): void => {
    for (const change of changes) change(draft);
  };

/** Declares a step for a column, which some of its bounds need not be multiples of. */
const onStep = (name: string, step: number) => (draft: Draft) => {
  for (const column of draft.manifest.columns) if (column.name === name) column.snap = step;
};

export const cellTamperings: readonly Tampering[] = [
  { says: 'a group below k', before: shrink('5', 4), breach: ['small-group'] },
  { says: 'a group below k, in Parquet', of: 'parquet columns', before: shrink('5', 4), breach: ['small-group'] },
  {
    says: 'a group below k whose rows claim to belong to another group',
    before: (draft) => {
      shrink('5', 4)(draft);
      for (const row of groupOf(draft, '5')) row[0] = '4';
    },
    breach: ['small-group', 'split-group'],
  },
  {
    says: 'one envelope that differs in one digit',
    before: put('H3', '[-99.25-99.75]'),
    breach: ['small-group', 'split-group', 'small-leaf'],
  },
  {
    says: 'one label that differs from its group',
    before: put('Town', marker),
    breach: ['small-group', 'split-group', 'small-leaf'],
  },
  { says: 'a pattern below P', before: put('Pattern', 'bbbb'), breach: 'small-leaf' },
  {
    says: 'one word under two levels, one of them below P',
    before: (draft) => {
      const row = draft.rows.find((each) => each[at(draft, 'Level')] === '3');
      if (row) row[at(draft, 'Level')] = '4';
    },
    breach: 'small-leaf',
  },
  {
    says: 'leaf envelopes in place of group envelopes',
    before: (draft) => {
      for (const row of draft.rows) if (row[at(draft, 'Level')] === '5') row[at(draft, 'H1')] = '[-9.00-9.00]';
    },
    breach: ['small-group', 'split-group'],
  },
  {
    says: 'an envelope shared by k, but told apart by GroupIDs',
    before: (draft) => {
      for (const row of groupOf(draft, '1').slice(0, 3)) row[0] = '6';
    },
    breach: ['small-group-id', 'small-leaf-of-group-id'],
  },
  {
    says: 'a column of names with the role of a subject',
    before: (draft) => {
      draft.manifest.columns.push({ name: 'Person', role: 'subject', kind: 'id' });
      draft.header.push('Person');
      for (const [i, row] of draft.rows.entries()) row.push(`${marker} ${i}`);
    },
    breach: 'unfit-role',
  },
  {
    says: 'GroupIDs that are telephone numbers',
    before: (draft) => {
      for (const row of draft.rows) row[0] = `3864155512${row[0]}`;
    },
    breach: 'gap-in-numbers',
  },
  {
    says: 'GroupIDs that are telephone numbers, in Parquet',
    of: 'parquet',
    before: (draft) => {
      draft.types.GroupID = 'BIGINT';
      for (const row of draft.rows) row[0] = `3864155512${row[0]}`;
    },
    breach: 'gap-in-numbers',
  },
  {
    says: 'a GroupID left out',
    before: (draft) => void (draft.rows = draft.rows.filter(([id]) => id !== '3')),
    breach: 'gap-in-numbers',
  },
  { says: 'a GroupID of forty digits', before: putInGroup('GroupID', '9'.repeat(40)), breach: 'malformed-group-id' },
  {
    says: 'a sensitive cell that is missing, where others are empty',
    of: 'parquet',
    before: put('Note', 'NULL'),
    breach: 'missing-cell',
  },
  {
    says: 'sensitive cells that are no text',
    of: 'parquet',
    before: ({ types, rows, header }) => {
      types.Note = 'INTEGER';
      for (const row of rows) row[header.indexOf('Note')] = '7';
    },
    breach: 'wrong-type',
  },

  { says: 'a curve of its own', before: together(withCurves, put('H2_curve', '0.0001', 30)), breach: 'split-leaf' },
  {
    says: 'a curve of its own, in Parquet',
    of: 'parquet columns',
    before: together(withCurves, put('H2_curve', '0.0001', 30)),
    breach: 'split-leaf',
  },
  {
    says: 'a curve that was made from something else',
    before: together(withCurves, putInLeaf('H2_curve', '99.0000')),
    breach: 'false-curve',
  },
  {
    says: 'a curve of another leaf, in columns',
    of: 'csv columns',
    before: together(withCurves, putInLeaf('H2_curve', '-99.0000')),
    breach: 'false-curve',
  },
  {
    says: 'a curve marked in its last decimal',
    before: (draft) => {
      withCurves(draft);
      const [row, column] = [draft.rows[30], at(draft, 'H2_curve')];
      row[column] = (Number(row[column]) + 0.0001).toFixed(4);
    },
    breach: 'split-leaf',
  },
  {
    says: 'a curve without its series',
    before: (draft) => {
      Object.assign(withCurves(draft).manifest.columns.at(-1) ?? {}, { name: 'Town_curve', of: 'Town' });
      draft.header[draft.header.length - 1] = 'Town_curve';
    },
    breach: 'unpaired-curve',
  },
  { says: 'a missing point of a curve', before: together(withCurves, putInLeaf('H2_curve', '')), breach: 'empty-cell' },
  {
    says: 'a curve with too many decimals',
    before: together(withCurves, putInLeaf('H2_curve', '0.00001')),
    breach: 'wrong-decimals',
  },
  { says: 'a curve of words', before: together(withCurves, putInLeaf('H2_curve', marker)), breach: 'malformed-number' },
  {
    says: 'a curve declared as a word',
    before: (draft) => void Object.assign(withCurves(draft).manifest.columns.at(-1) ?? {}, { kind: 'word' }),
    breach: 'unfit-kind',
  },

  { says: 'an empty GroupID', before: putInGroup('GroupID', ''), breach: 'empty-cell' },
  { says: 'an empty interval', before: putInGroup('H2', ''), breach: 'empty-cell' },
  ...['{B|A}', '{A|A|B}', '{\\A|B}', '{A||B}', '{A|B\\}', '{A|{B}', '{B|(none)|A}'].map(
    (label): Tampering => ({
      says: `a list in another spelling: ${label}`,
      before: putInGroup('Town', label),
      breach: 'malformed-set',
    }),
  ),
  { says: 'an empty label', before: putInGroup('Town', ''), breach: 'empty-cell' },
  { says: 'an empty pattern', before: put('Pattern', ''), breach: ['empty-cell', 'small-leaf'] },
  { says: 'an empty level', before: put('Level', ''), breach: 'dangling-comma' },
  { says: 'a missing level, in Parquet', of: 'parquet', before: put('Level', 'NULL'), breach: ['empty-cell', 'small-leaf'] },
  { says: 'a missing bound, in Parquet', of: 'parquet columns', before: putInGroup('H2_min', 'NULL'), breach: 'empty-cell' },
  { says: 'a missing label, in Parquet', of: 'parquet', before: putInGroup('Town', 'NULL'), breach: 'empty-cell' },
  { says: 'a GroupID that is a name', before: putInGroup('GroupID', marker), breach: 'malformed-group-id' },
  { says: 'a GroupID of zero', before: putInGroup('GroupID', '0'), breach: 'malformed-group-id' },
  { says: 'a negative GroupID, in Parquet', of: 'parquet', before: putInGroup('GroupID', '-7'), breach: 'malformed-group-id' },

  { says: 'a value in place of an interval', before: putInGroup('H2', '1.25'), breach: 'malformed-interval' },
  { says: 'an interval with a comma', before: putInGroup('H2', '[1.25, 2.50]'), breach: 'malformed-interval' },
  { says: 'an interval with text after it', before: putInGroup('H2', `[1.25-2.50] ${marker}`), breach: 'malformed-interval' },
  { says: 'an interval with an exponent', before: putInGroup('H2', '[1.25-2.50e3]'), breach: 'malformed-interval' },
  { says: 'an interval with leading zeros', before: putInGroup('Age', '[007-012]'), breach: 'wrong-decimals' },
  { says: 'an interval that starts at minus zero', before: putInGroup('H2', '[-0.00-2.50]'), breach: 'malformed-interval' },
  { says: 'an interval that ends at minus zero', before: putInGroup('Age', '[-3--0]'), breach: 'malformed-interval' },
  { says: 'an interval that is inside out', before: putInGroup('H2', '[2.50-1.25]'), breach: 'inverted-interval' },
  { says: 'a negative interval that is inside out', before: putInGroup('Age', '[-1--3]'), breach: 'inverted-interval' },
  { says: 'an interval with a decimal too many', before: putInGroup('H2', '[1.255-2.50]'), breach: 'wrong-decimals' },
  { says: 'an interval with a decimal too few', before: putInGroup('H2', '[1.2-2.5]'), breach: 'wrong-decimals' },
  { says: 'whole numbers published with decimals', before: putInGroup('Age', '[1.0-2.0]'), breach: 'wrong-decimals' },
  {
    says: 'an interval beside its declared grid',
    before: together(onStep('H2', 0.05), putInGroup('H2', '[1.26-2.50]')),
    breach: 'off-step',
  },
  {
    says: 'a bound beside its declared grid',
    of: 'csv columns',
    before: together(onStep('H2_min', 0.05), onStep('H2_max', 0.05), putInGroup('H2_min', '-9.01')),
    breach: 'off-step',
  },
  {
    says: 'a bound beside its declared grid, in Parquet',
    of: 'parquet columns',
    before: together(onStep('H2_min', 0.05), onStep('H2_max', 0.05), putInGroup('H2_min', '-9.01')),
    breach: 'off-step',
  },
  { says: 'an interval without end', before: putInGroup('H2', '[1.25-Infinity]'), breach: 'not-finite' },
  { says: 'an interval of no numbers', before: putInGroup('H2', '[nan-nan]'), breach: 'not-finite' },
  { says: 'an interval beyond all doubles', before: putInGroup('Age', `[1-${'9'.repeat(400)}]`), breach: 'not-finite' },

  {
    says: 'bounds that are inside out',
    of: 'csv columns',
    before: together(putInGroup('H2_min', '3.00'), putInGroup('H2_max', '2.00')),
    breach: 'inverted-interval',
  },
  {
    says: 'bounds that are inside out, in Parquet',
    of: 'parquet columns',
    before: together(putInGroup('H2_min', '3.00'), putInGroup('H2_max', '2.00')),
    breach: 'inverted-interval',
  },
  { says: 'a bound that is text', of: 'csv columns', before: putInGroup('H2_min', marker), breach: 'malformed-number' },
  {
    says: 'a bound of minus zero',
    of: 'csv columns',
    before: together(putInGroup('H2_min', '-0.00'), putInGroup('H2_max', '9.00')),
    breach: ['malformed-number'],
  },
  {
    says: 'one row marked by a minus zero, which DuckDB counts as zero',
    of: 'parquet columns',
    before: together(putInGroup('H2_min', '0'), putInGroup('H2_max', '9.00'), put('H2_min', '-0.0', 0)),
    breach: ['malformed-number'],
  },
  {
    says: 'a bound with a decimal too many',
    of: 'csv columns',
    before: putInGroup('H2_min', '-9.125'),
    breach: 'wrong-decimals',
  },
  {
    says: 'a bound off the grid, in Parquet',
    of: 'parquet columns',
    before: putInGroup('H2_min', '-9.125'),
    breach: 'wrong-decimals',
  },
  { says: 'a bound without end, in Parquet', of: 'parquet columns', before: putInGroup('H2_max', 'inf'), breach: 'not-finite' },
  {
    says: 'a bound that is no number, in Parquet',
    of: 'parquet columns',
    before: putInGroup('H2_max', 'nan'),
    breach: 'not-finite',
  },
  { says: 'a bound without end', of: 'csv columns', before: putInGroup('H2_max', 'inf'), breach: 'not-finite' },

  { says: 'a level that is not whole', before: putInGroup('Level', '2.5'), breach: 'malformed-level' },
  {
    says: 'a level of zero',
    before: together(putInGroup('Level', '0'), putInGroup('Pattern', 'aaaa')),
    breach: 'level-out-of-range',
  },
  { says: 'a level above the declared maximum', before: putInGroup('Level', '6'), breach: 'level-out-of-range' },
  { says: 'a level beyond all integers', before: putInGroup('Level', '9'.repeat(30)), breach: 'level-out-of-range' },
  { says: 'a pattern that is too long', before: putInGroup('Pattern', 'aaaaa'), breach: 'wrong-pattern-length' },
  { says: 'a pattern that is too short', before: putInGroup('Pattern', 'aaa'), breach: 'wrong-pattern-length' },
  { says: 'a pattern with a digit', before: putInGroup('Pattern', 'aa1a'), breach: 'malformed-pattern' },
  { says: 'a pattern in capitals', before: putInGroup('Pattern', 'AAAA'), breach: 'malformed-pattern' },
  { says: 'a pattern with a foreign letter', before: putInGroup('Pattern', 'aača'), breach: 'malformed-pattern' },
  {
    says: 'a symbol that the level does not have',
    before: together(putInGroup('Level', '3'), putInGroup('Pattern', 'abcd')),
    breach: 'symbol-outside-level',
  },
  {
    says: 'a shape at level 1, in Parquet',
    of: 'parquet',
    before: together(putInGroup('Level', '1'), putInGroup('Pattern', 'abaa')),
    breach: 'symbol-outside-level',
  },
];
