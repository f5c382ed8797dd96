import { countOf, makeAgain, placeInFile, type SentencesOf } from '../sentences.ts';

/** Groups of which a sensitive column tells more than was promised: how many there are, and how far the worst of them goes. */
interface Groups<Kind extends string> {
  readonly kind: Kind;
  readonly file: string;
  readonly column: string;
  readonly groups: number;
  readonly worst: number;
  readonly promised: number;
  /** Records, or subjects whose records share one place. */
  readonly counted: 'records' | 'subjects';
  readonly row?: number;
}

export type ModelBreach =
  | Groups<'few-different-values'>
  | Groups<'uneven-values'>
  | Groups<'frequent-value'>
  | Groups<'distant-values'>
  | { readonly kind: 'unfit-tree'; readonly file: string; readonly column: string };

export const modelSentences: SentencesOf<ModelBreach> = {
  'few-different-values': ({ file, column, groups, worst, promised, row }) => ({
    what: `${countOf(groups, 'group')} ${has(groups)} fewer than ${promised} different values of ${column}; the fewest is ${worst}.`,
    where: placeInFile(file, row),
    why: 'Anyone who finds a subject among these records learns its value without telling them apart.',
    fix: makeAgain,
  }),
  'uneven-values': ({ file, column, groups, worst, promised, counted, row }) => ({
    what: `${countOf(groups, 'group')} ${has(groups)} less even values of ${column} than promised, counted by ${counted}: the worst reaches ${short(worst)}, not ${promised}.`,
    where: placeInFile(file, row),
    why: 'Where one value stands out, whoever finds a subject in the group is nearly sure of it.',
    fix: makeAgain,
  }),
  'frequent-value': ({ file, column, groups, worst, promised, counted, row }) => ({
    what: `${countOf(groups, 'group')} ${has(groups)} a value of ${column} that more than a share of ${promised} of the ${counted} have; the worst ${short(worst)}.`,
    where: placeInFile(file, row),
    why: 'Whoever finds a subject in the group is surer of that value than was promised.',
    fix: makeAgain,
  }),
  'distant-values': ({ file, column, groups, worst, promised, counted, row }) => ({
    what: `${countOf(groups, 'group')} ${has(groups)} values of ${column} further than t = ${promised} from those of all, counted by ${counted}; the worst is at ${short(worst)}.`,
    where: placeInFile(file, row),
    why: 'Whoever finds a subject in the group learns more of its value than the whole table tells of anybody.',
    fix: makeAgain,
  }),
  'unfit-tree': ({ file, column }) => ({
    what: `The manifest tells a hierarchy of ${column} with another number of values than the data has.`,
    where: file,
    why: 'Closeness by hierarchy can only be worked out from the ancestors of every published value.',
    fix: makeAgain,
  }),
};

const has = (groups: number): string => (groups === 1 ? 'has' : 'have');
const short = (value: number): string => String(Number(value.toPrecision(4)));
