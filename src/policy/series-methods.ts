import * as z from 'zod';
import { kapraKeys } from './kapra-policy.ts';
import { naiveKeys } from './naive-policy.ts';
import { prismKeys } from './prism-policy.ts';

/** Every method of series by its name, and what it takes beside what all of them take; a new one is a line here. The first is taken where none is named. */
export const seriesMethods = {
  naive: {
    method: z.literal('naive').default('naive').describe('Top-down value groups, then a pattern tree in each'),
    ...naiveKeys,
  },
  kapra: { method: z.literal('kapra').describe('Subgroups by shape bottom-up, then merged into value groups'), ...kapraKeys },
  prism: {
    ...prismKeys,
    method: z.literal('prism').describe('Groups by value and shape at once, one generalised pattern for each leaf'),
  },
};

export type SeriesMethods = typeof seriesMethods;
export type SeriesMethodName = keyof SeriesMethods;

export const seriesMethodNames = Object.keys(seriesMethods) as [SeriesMethodName, ...SeriesMethodName[]]; // the record vouches
