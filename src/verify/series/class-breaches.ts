import { countIs, countOf, makeAgain, placeInFile, type SentencesOf } from '../sentences.ts';

export type ClassBreach =
  | {
      readonly kind: 'small-group';
      readonly file: string;
      readonly groups: number;
      readonly smallest: number;
      readonly k: number;
      readonly row?: number;
    }
  | {
      readonly kind: 'small-leaf';
      readonly file: string;
      readonly leaves: number;
      readonly smallest: number;
      readonly p: number;
      readonly row?: number;
    }
  | { readonly kind: 'split-leaf'; readonly file: string; readonly leaves: number; readonly row?: number }
  | { readonly kind: 'split-group'; readonly file: string; readonly groups: number; readonly row?: number }
  | {
      readonly kind: 'small-group-id';
      readonly file: string;
      readonly groups: number;
      readonly smallest: number;
      readonly k: number;
      readonly row?: number;
    }
  | {
      readonly kind: 'small-leaf-of-group-id';
      readonly file: string;
      readonly leaves: number;
      readonly smallest: number;
      readonly p: number;
      readonly row?: number;
    }
  | {
      readonly kind: 'few-values';
      readonly file: string;
      readonly column: string;
      readonly classes: number;
      readonly fewest: number;
      readonly l: number;
      readonly row?: number;
    };

export const classSentences: SentencesOf<ClassBreach> = {
  'small-group': ({ file, groups, smallest, k, row }) => ({
    what: `${countIs(groups, 'published envelope')} shared by fewer than k = ${k} subjects; the smallest by ${smallest}.`,
    where: placeInFile(file, row),
    why: 'Anyone who knows the values of one of them finds that subject among fewer than k.',
    fix: makeAgain,
  }),
  'small-leaf': ({ file, leaves, smallest, p, row }) => ({
    what: `Inside an envelope ${countIs(leaves, 'pattern')} shared by fewer than P = ${p} subjects; the smallest by ${smallest}.`,
    where: placeInFile(file, row),
    why: 'Anyone who knows values and shape of one of them finds that subject among fewer than P.',
    fix: makeAgain,
  }),
  'split-leaf': ({ file, leaves, row }) => ({
    what: `${countIs(leaves, 'pattern')} published with more than one curve inside an envelope.`,
    where: placeInFile(file, row),
    why: 'A curve is made from envelope, pattern and level alone; where it differs, it tells records of one leaf apart.',
    fix: makeAgain,
  }),
  'split-group': ({ file, groups, row }) => ({
    what: `${countIs(groups, 'GroupID')} given to more than one envelope or label.`,
    where: placeInFile(file, row),
    why: 'Every record of a group carries the same intervals and labels, or the group is not one.',
    fix: makeAgain,
  }),
  'small-group-id': ({ file, groups, smallest, k, row }) => ({
    what: `${countIs(groups, 'GroupID')} given to fewer than k = ${k} subjects; the smallest to ${smallest}.`,
    where: placeInFile(file, row),
    why: 'The envelope is shared by enough subjects, but the GroupID tells them apart.',
    fix: makeAgain,
  }),
  'small-leaf-of-group-id': ({ file, leaves, smallest, p, row }) => ({
    what: `Inside a GroupID ${countIs(leaves, 'pattern')} shared by fewer than P = ${p} subjects; the smallest by ${smallest}.`,
    where: placeInFile(file, row),
    why: 'The pattern is shared by enough subjects of its envelope, but the GroupID tells them apart.',
    fix: makeAgain,
  }),
  'few-values': ({ file, column, classes, fewest, l, row }) => ({
    what: `${countOf(classes, 'pattern')} of an envelope ${classes === 1 ? 'has' : 'have'} fewer than l = ${l} different values of ${column}; the fewest is ${fewest}.`,
    where: placeInFile(file, row),
    why: 'Anyone who finds a subject among these records learns its value without telling them apart.',
    fix: makeAgain,
  }),
};
