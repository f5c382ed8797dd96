import { number, type Rule, whole } from './rules.ts';
import { isCrowd, isTellablePart, meanInSteps, multipleOf, shareInSteps, threeDigits } from './tellable.ts';

/** The numbers of a public report: each says what kind it is, and so what of it leaves. */

/** A promise, or a setting. */
export const promised: Rule = whole();

/** Counted in the released data, where anybody can count it again, as the verifier does. */
export const counted: Rule = whole();

/** A bound or an edge, as it was published. */
export const bound: Rule = number();

/** Persons, of all that were released. */
export const part: Rule = whole((count, { k, subjects }) => (isTellablePart(count, subjects, k) ? count : undefined));

/** Persons or their records, where the data does not show how many. */
export const multiple: Rule = whole((count, { k }) => multipleOf(k, count));

/** Records of the original: none, or k and more. */
export const crowd: Rule = whole((count, { k }) => (isCrowd(count, k) ? count : undefined));

/** A share of those that were released. */
export const share: Rule = number((value, { k, subjects }) => shareInSteps(value, subjects, k));

/** A mean over subjects, each of whom adds between 0 and `range`. */
export const meanUpTo = (range: number): Rule =>
  number((value, { k, subjects }) => meanInSteps(Math.min(range, value), { range, subjects, k }));

/** What follows from told numbers or published bands alone. */
export const mean: Rule = number(threeDigits);
