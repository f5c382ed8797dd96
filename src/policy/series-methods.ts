import * as z from 'zod';
import { kapraKeys } from './kapra-policy.ts';
import { naiveKeys } from './naive-policy.ts';
import { prismKeys } from './prism-policy.ts';

/** Every method of series by its name, and what it takes beside what all of them take; a new one is a line here. */
export const seriesMethods = {
  naive: {
    method: z.literal('naive').describe('Groups by value, then by shape: narrow bands, rough patterns, fast'),
    ...naiveKeys,
  },
  kapra: {
    method: z.literal('kapra').describe('Groups by shape, then by value: true patterns, wider bands'),
    ...kapraKeys,
  },
  prism: {
    ...prismKeys,
    method: z.literal('prism').default('prism').describe('Groups by value and shape at once: usually loses least, takes longest'),
  },
};

export type SeriesMethods = typeof seriesMethods;
export type SeriesMethodName = keyof SeriesMethods;

export const seriesMethodNames = Object.keys(seriesMethods) as [SeriesMethodName, ...SeriesMethodName[]]; // the record vouches

/** Taken where none is named: of all methods it loses least, whatever the promise (docs/prism.md). */
export const usualSeriesMethod = seriesMethods.prism.method.parse(undefined);

/** What a method does and is good for, in a sentence. */
export const aboutMethod = (name: SeriesMethodName): string => seriesMethods[name].method.description ?? '';
