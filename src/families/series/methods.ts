import { kapra } from './kapra/method.ts';
import type { SeriesMethod } from './method.ts';
import { naive } from './naive/method.ts';
import { prism } from './prism/method.ts';

/** Every method of curves; a new one is a folder beside theirs and a line here. */
export const seriesMethods: readonly SeriesMethod[] = [naive, kapra, prism];
