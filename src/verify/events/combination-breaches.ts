import { countIs, makeAgain, placeInFile, type SentencesOf } from '../sentences.ts';

/** What k was counted in. Rows and passing ids are necessary, not enough: one subject may have many. */
export type Counted = 'subjects' | 'ids' | 'rows';

export type CombinationBreach =
  | {
      readonly kind: 'small-combination';
      readonly file: string;
      readonly combinations: number;
      readonly smallest: number;
      readonly k: number;
      readonly counted: Counted;
      readonly row?: number;
    }
  | { readonly kind: 'linked-coarser'; readonly file: string; readonly ids: number; readonly row?: number }
  | { readonly kind: 'loose-link'; readonly file: string; readonly ids: number; readonly row?: number }
  | {
      readonly kind: 'unshared-link';
      readonly file: string;
      readonly sets: number;
      readonly fewest: number;
      readonly k: number;
      readonly counted: Counted;
      readonly row?: number;
    }
  | {
      readonly kind: 'few-members';
      readonly file: string;
      readonly combinations: number;
      readonly fewest: number;
      readonly k: number;
      readonly row?: number;
    }
  | { readonly kind: 'odd-position'; readonly file: string; readonly ids: number; readonly row?: number }
  | { readonly kind: 'telling-order'; readonly file: string; readonly ids: number; readonly row?: number }
  | { readonly kind: 'odd-duration'; readonly file: string; readonly ids: number; readonly row?: number }
  | { readonly kind: 'telling-duration'; readonly file: string; readonly ids: number; readonly row?: number }
  | { readonly kind: 'false-duration'; readonly file: string; readonly cells: number; readonly row?: number }
  | { readonly kind: 'false-position'; readonly file: string; readonly cells: number; readonly row?: number }
  | {
      readonly kind: 'telling-link';
      readonly file: string;
      /** How many known events tell too much, and the largest share that does. */
      readonly events: number;
      readonly greatest: number;
      readonly confidence: number;
      readonly counted: Counted;
      readonly row?: number;
    }
  | { readonly kind: 'ambiguous-pseudonym'; readonly file: string; readonly ids: number; readonly row?: number };

export const combinationSentences: SentencesOf<CombinationBreach> = {
  'small-combination': ({ file, combinations, smallest, k, counted, row }) => ({
    what: `${countIs(combinations, 'published combination')} shared by fewer than k = ${k} ${counted}; the smallest by ${smallest}.`,
    where: placeInFile(file, row),
    why:
      counted === 'subjects'
        ? 'Whoever knows one such event or record of a subject finds that subject among fewer than k, however many rows there are.'
        : `With fewer than k ${counted} there are fewer than k subjects, and whoever knows of such an event or record finds its subject among these.`,
    fix: makeAgain,
  }),
  'linked-coarser': ({ file, ids, row }) => ({
    what: `${countIs(ids, 'rotating id')} on several events of which one is coarser than it could be.`,
    where: placeInFile(file, row),
    why: 'All events of a rotating id lie in one day, week or month: what one of them tells of its time gives back what was taken from another.',
    fix: makeAgain,
  }),
  'loose-link': ({ file, ids, row }) => ({
    what: `${countIs(ids, 'published number')} on events that no number may link.`,
    where: placeInFile(file, row),
    why: 'A number may hold a combination once and events of one published window alone, and a subject may have a linked set once.',
    fix: makeAgain,
  }),
  'unshared-link': ({ file, sets, fewest, k, counted, row }) => ({
    what: `${countIs(sets, 'linked set')} carried by fewer than k = ${k} ${counted}; the rarest by ${fewest}.`,
    where: placeInFile(file, row),
    why: 'Whoever knows that a subject did just this finds its number among fewer than k.',
    fix: makeAgain,
  }),
  'few-members': ({ file, combinations, fewest, k, row }) => ({
    what: `${countIs(combinations, 'published combination')} of fewer than k = ${k} different members of the second party; the smallest of ${fewest}.`,
    where: placeInFile(file, row),
    why: 'Whoever knows that one of them acted so finds that one among fewer than k.',
    fix: makeAgain,
  }),
  'odd-position': ({ file, ids, row }) => ({
    what: `${countIs(ids, 'published number')} on events whose positions are no order: neither 1, 2 and so on, each once, nor all *.`,
    where: placeInFile(file, row),
    why: 'A position that is none could carry anything.',
    fix: makeAgain,
  }),
  'telling-order': ({ file, ids, row }) => ({
    what: `${countIs(ids, 'published number')} on events in an order of which one is coarser in its time, and others are not.`,
    where: placeInFile(file, row),
    why: 'What stands before and after it gives back what was taken from its time.',
    fix: makeAgain,
  }),
  'false-position': ({ file, cells, row }) => ({
    what: `${countIs(cells, 'position')} not that of the event in the original.`,
    where: placeInFile(file, row),
    why: 'An order that is told is the order in which the events happened.',
    fix: makeAgain,
  }),
  'odd-duration': ({ file, ids, row }) => ({
    what: `${countIs(ids, 'published number')} on events whose durations are none: neither "first" and declared bins, in an order that is told, nor all *.`,
    where: placeInFile(file, row),
    why: 'A duration that is none could carry anything.',
    fix: makeAgain,
  }),
  'telling-duration': ({ file, ids, row }) => ({
    what: `${countIs(ids, 'published number')} on events with durations of which one is coarser in its time.`,
    where: placeInFile(file, row),
    why: 'The time between it and the others gives back what was taken from it.',
    fix: makeAgain,
  }),
  'false-duration': ({ file, cells, row }) => ({
    what: `${countIs(cells, 'duration')} not that of the event in the original.`,
    where: placeInFile(file, row),
    why: 'A duration that is told is the time since the event before it under its number.',
    fix: makeAgain,
  }),
  'telling-link': ({ file, events, greatest, confidence, counted, row }) => ({
    what: `${countIs(events, 'published event')} linked so often that it tells another of more than the promised share ${confidence} of its ${counted}; at most of ${greatest.toFixed(3)}.`,
    where: placeInFile(file, row),
    why: 'Whoever knows that such an event happened to a subject learns what else did, more surely than was promised.',
    fix: makeAgain,
  }),
  'ambiguous-pseudonym': ({ file, ids, row }) => ({
    what: `${countIs(ids, 'published id')} given to more than one subject.`,
    where: placeInFile(file, row),
    why: 'An id belongs to one subject; events of several under one id tell a story that nobody lived.',
    fix: makeAgain,
  }),
};
