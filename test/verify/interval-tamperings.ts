import { type Draft, goodDraft, type Variant } from './a-good-release.ts';
import { at, marker, put, putInLeaf, type Tampering } from './tamperings.ts';

const ranges: Readonly<Record<string, string>> = { abca: 'a-b|b|c|a', eeaa: 'd-e|e|a-c|a', aaaa: 'a|a|a|a' };

/** The good release with a range of symbols for each segment, and two different notes wherever envelope and pattern are shared. */
export function intervalDraft(variant: Variant): Draft {
  const draft = goodDraft(variant);
  const { manifest } = draft;
  for (const row of draft.rows) row[at(draft, 'Pattern')] = ranges[row[at(draft, 'Pattern')]];
  const valued: Readonly<Record<string, string>> = { '': 'none', '\r\n': 'line\r\n' }; // an empty cell is no value
  for (const row of draft.rows) row[at(draft, 'Note')] = valued[row[at(draft, 'Note')]] ?? row[at(draft, 'Note')];
  const data = { ...manifest.data, file: manifest.data.file.replace('naive', 'prism') };
  return {
    ...draft,
    manifest: {
      ...manifest,
      method: 'prism',
      promises: { k: 5, p: 2, l: 2 },
      pattern: { ...manifest.pattern, form: 'interval' },
      data,
    },
  };
}

/** One note for all of the leaf that row 0 belongs to. */
const oneNote = putInLeaf('Note', marker);

export const intervalTamperings: readonly Tampering[] = [
  { says: 'a range that falls', before: putInLeaf('Pattern', 'b-a|b|c|a'), breach: 'inverted-symbols' },
  {
    says: 'a range of one symbol, another way to write it',
    before: putInLeaf('Pattern', 'a-a|b|c|a'),
    breach: 'inverted-symbols',
  },
  { says: 'a range of three symbols', before: putInLeaf('Pattern', 'a-b-c|b|c|a'), breach: 'malformed-pattern' },
  { says: 'a segment without a symbol', before: putInLeaf('Pattern', 'a||c|a'), breach: 'malformed-pattern' },
  { says: 'a bar at the end', before: putInLeaf('Pattern', 'a|b|c|a|'), breach: 'malformed-pattern' },
  { says: 'a plain word where ranges are declared', before: putInLeaf('Pattern', 'abca'), breach: 'malformed-pattern' },
  { says: 'a segment too many', before: putInLeaf('Pattern', 'a|b|c|a|b'), breach: 'wrong-pattern-length' },
  { says: 'a segment too few', of: 'parquet', before: putInLeaf('Pattern', 'a|b|c'), breach: 'wrong-pattern-length' },
  { says: 'a range that leaves its level', before: putInLeaf('Pattern', 'a-z|b|c|a'), breach: 'symbol-outside-level' },
  {
    says: 'a pattern of its own for one record',
    before: put('Pattern', 'a-c|a-c|a-c|a-c'),
    breach: ['small-leaf', 'few-values'],
  },
  {
    says: 'ranges under a manifest that declares words',
    before: ({ manifest }) => void (manifest.pattern.form = 'word'),
    breach: 'malformed-pattern',
  },
  { says: 'one sensitive value for a whole leaf', before: oneNote, breach: 'few-values' },
  { says: 'one sensitive value for a whole leaf, in Parquet', of: 'parquet', before: oneNote, breach: 'few-values' },
  {
    says: 'a promise of more values than there are',
    before: ({ manifest }) => void (manifest.promises.l = 40),
    breach: 'few-values',
  },
  {
    says: 'a promise of values of no column',
    before: (draft) => {
      const note = at(draft, 'Note');
      draft.manifest.columns.splice(note, 1);
      draft.header.splice(note, 1);
      for (const row of draft.rows) row.splice(note, 1);
    },
    breach: 'missing-role',
  },
  { says: 'a promise weaker than required', options: { atLeast: { l: 3 } }, breach: 'weak-promise' },
];
