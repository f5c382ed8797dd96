import { countOf, listNames, makeAgain, type SentencesOf } from './sentences.ts';

export type ManifestBreach =
  | {
      readonly kind: 'unreadable-manifest';
      readonly reason: 'not a plain file' | 'too large' | 'not UTF-8' | 'not JSON' | 'one key given twice';
    }
  | { readonly kind: 'unknown-manifest'; readonly key: string; readonly fault: string }
  | { readonly kind: 'reworded-manifest' }
  | { readonly kind: 'foreign-words'; readonly keys: readonly string[] }
  | { readonly kind: 'odd-declaration'; readonly columns: readonly string[] }
  | { readonly kind: 'p-above-k'; readonly k: number; readonly p: number }
  | { readonly kind: 'weak-promise'; readonly promise: 'k' | 'p' | 'l'; readonly promised: number; readonly required: number }
  | { readonly kind: 'missing-verdict' }
  | { readonly kind: 'false-verdict' }
  | { readonly kind: 'repeated-declaration'; readonly columns: readonly string[] }
  | { readonly kind: 'missing-role'; readonly role: string }
  | { readonly kind: 'unfit-model'; readonly model: string; readonly column: string }
  | { readonly kind: 'missing-window'; readonly window: 'day' | 'week' }
  | { readonly kind: 'repeated-role'; readonly role: string; readonly columns: readonly string[] }
  | { readonly kind: 'unfit-kind'; readonly column: string; readonly role: string; readonly declared: string }
  | { readonly kind: 'unfit-role'; readonly column: string; readonly role: string; readonly shape: string }
  | { readonly kind: 'misplaced-declaration'; readonly columns: readonly string[]; readonly order: readonly string[] }
  | { readonly kind: 'bad-instants'; readonly shape: string }
  | { readonly kind: 'missing-decimals'; readonly columns: readonly string[] }
  | { readonly kind: 'unfit-step'; readonly columns: readonly string[] }
  | { readonly kind: 'unpaired-bound'; readonly columns: readonly string[] }
  | { readonly kind: 'too-many-segments'; readonly segments: number; readonly instants: number }
  | { readonly kind: 'dropped-column'; readonly columns: readonly string[] }
  | { readonly kind: 'unknown-dropped'; readonly names: number }
  | { readonly kind: 'kept-subject'; readonly columns: readonly string[] };

const where = 'manifest.json';

export const manifestSentences: SentencesOf<ManifestBreach> = {
  'unreadable-manifest': ({ reason }) => ({
    what: `The manifest cannot be read: ${reason}.`,
    where,
    why: 'It says what was promised; two readers must not be able to understand it differently.',
    fix: makeAgain,
  }),
  'unknown-manifest': ({ key, fault }) => ({
    what: `The manifest is not of the format this version knows: ${fault}.`,
    where: key === '' ? where : `${where}, ${key}`,
    why: 'A promise that is not understood cannot be proved, and an unknown key may carry what must not leave.',
    fix: 'Verify with the version of Shoal that made the release, or make the release again.',
  }),
  'reworded-manifest': () => ({
    what: 'The manifest is not written in the one way that a run writes it.',
    where,
    why: 'Blanks, escapes and the order of keys mean nothing to a reader, and could carry what must not leave.',
    fix: makeAgain,
  }),
  'foreign-words': ({ keys }) => ({
    what: `The manifest says in ${listNames(keys)} what no run of this version says there.`,
    where: keys.map((key) => `${where}, ${key}`).join('; '),
    why: 'Text that nothing answers for may carry what must not leave.',
    fix: 'Verify with the version of Shoal that made the release, or make the release again.',
  }),
  'odd-declaration': ({ columns }) => ({
    what: `These columns are declared with a name, a source or decimals that their role does not have: ${listNames(columns)}.`,
    where: `${where}, columns`,
    why: 'A column is called as its role says or as in the input, and says nothing else of itself.',
    fix: makeAgain,
  }),
  'p-above-k': ({ k, p }) => ({
    what: `The manifest promises P = ${p} and k = ${k}.`,
    where: `${where}, promises`,
    why: 'A leaf is part of a group, so P can be at most k.',
    fix: makeAgain,
  }),
  'weak-promise': ({ promise, promised, required }) => ({
    what: `The release promises ${promise} = ${promised}, and ${required} is required.`,
    where: `${where}, promises.${promise}`,
    why: 'A promise that is kept but too weak protects less than was asked for.',
    fix: `Make the release again with ${promise} = ${required} or more.`,
  }),
  'missing-verdict': () => ({
    what: 'The manifest carries no verdict.',
    where: `${where}, verdict`,
    why: 'A published release was verified before it was moved into place; this one was stopped on the way, or changed since.',
    fix: makeAgain,
  }),
  'false-verdict': () => ({
    what: 'The manifest carries a verdict that does not hold.',
    where: `${where}, verdict`,
    why: 'A release whose own verdict is broken was never to be published.',
    fix: makeAgain,
  }),
  'repeated-declaration': ({ columns }) => ({
    what: `The manifest declares ${countOf(columns.length, 'column')} more than once: ${listNames(columns)}.`,
    where: `${where}, columns`,
    why: 'Two columns of one name cannot be told apart.',
    fix: makeAgain,
  }),
  'missing-role': ({ role }) => ({
    what: `No column has the role ${role}.`,
    where: `${where}, columns`,
    why: 'Without it the promises of this method cannot be proved.',
    fix: makeAgain,
  }),
  'unfit-model': ({ model, column }) => ({
    what: `The promise ${model} of ${column} cannot be proved: the column is not published unchanged, or the promise is made twice, or its hierarchy is none.`,
    where: `${where}, promises.models`,
    why: 'A promise about sensitive values needs the values, and closeness by hierarchy the levels of their ancestors.',
    fix: makeAgain,
  }),
  'missing-window': ({ window }) => ({
    what: `Linked events are to be of one ${window}, but no column says which ${window} it was.`,
    where: `${where}, pseudonym`,
    why: 'Where no column says when events were, they can be far apart and read the same.',
    fix: makeAgain,
  }),
  'repeated-role': ({ role, columns }) => ({
    what: `${countOf(columns.length, 'column')} have the role ${role}: ${listNames(columns)}.`,
    where: `${where}, columns`,
    why: 'A release has one such column.',
    fix: makeAgain,
  }),
  'unfit-kind': ({ column, role, declared }) => ({
    what: `Column ${column} has the role ${role} and the kind ${declared}.`,
    where: `${where}, columns`,
    why: 'A column of that role is never published in that form, so its cells would go unchecked.',
    fix: makeAgain,
  }),
  'unfit-role': ({ column, role, shape }) => ({
    what: `Column ${column} has the role ${role}, which a ${shape} release does not have.`,
    where: `${where}, columns`,
    why: 'Rows would be counted as something they are not.',
    fix: makeAgain,
  }),
  'misplaced-declaration': ({ columns, order }) => ({
    what: `The manifest declares ${countOf(columns.length, 'column')} out of order: ${listNames(columns)}.`,
    where: `${where}, columns`,
    why: `The columns of such a release are in this order: ${order.join(', ')}.`,
    fix: makeAgain,
  }),
  'bad-instants': ({ shape }) => ({
    what:
      shape === 'long'
        ? 'The manifest does not list the instants, each once.'
        : 'The manifest lists instants, and each row is a whole record.',
    where: `${where}, instants`,
    why: 'In a long release they say which rows make up a record; in a wide one the columns do.',
    fix: makeAgain,
  }),
  'missing-decimals': ({ columns }) => ({
    what: `No usable number of decimals is declared for ${listNames(columns)}.`,
    where: `${where}, columns`,
    why: 'Bounds lie on a grid; without its fineness a bound may be a real value of a real person.',
    fix: makeAgain,
  }),
  'unfit-step': ({ columns }) => ({
    what: `The step declared for ${listNames(columns)} cannot be counted in.`,
    where: `${where}, columns`,
    why: 'Only bounds have a step, and it is a whole number of units of their last decimal place.',
    fix: makeAgain,
  }),
  'unpaired-bound': ({ columns }) => ({
    what: `These bounds have no partner next to them: ${listNames(columns)}.`,
    where: `${where}, columns`,
    why: 'A lower bound is followed by the upper bound of the same column, with the same decimals.',
    fix: makeAgain,
  }),
  'too-many-segments': ({ segments, instants }) => ({
    what: `Patterns have ${countOf(segments, 'segment')}, and the series ${countOf(instants, 'instant')}.`,
    where: `${where}, pattern.segments`,
    why: 'A segment covers at least one instant.',
    fix: makeAgain,
  }),
  'dropped-column': ({ columns }) => ({
    what: `Columns that were to be dropped are in the release: ${listNames(columns)}.`,
    where: `${where}, dropped`,
    why: 'A dropped column often names people outright. Upper and lower case count as the same name.',
    fix: makeAgain,
  }),
  'unknown-dropped': ({ names }) => ({
    what: `The manifest says that ${countOf(names, 'column')} ${names === 1 ? 'was' : 'were'} dropped, and the original has no such column.`,
    where: `${where}, dropped`,
    why: 'What is no name of a column may be what somebody wanted to get out.',
    fix: makeAgain,
  }),
  'kept-subject': ({ columns }) => ({
    what: `The manifest says that the ids of subjects were dropped, and declares a column of them: ${listNames(columns)}.`,
    where: `${where}, pseudonym`,
    why: 'An id that stays links all events of a person, which is what dropping it was to prevent.',
    fix: makeAgain,
  }),
};
