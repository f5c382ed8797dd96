import * as z from 'zod';

/** Shares between which the part of the population that is in the release lies, for each group. */
export interface Presence {
  readonly min: number;
  readonly max: number;
}

const share = z.number().min(0).max(1).multipleOf(0.001);
const bounds = z.strictObject({ min: share, max: share.gt(0) });
const asBounds = ([min, max]: readonly number[]): Presence => ({ min, max });

const presence = z
  .union(
    [
      bounds,
      z.array(share).length(2).transform(asBounds).pipe(bounds),
      z
        .string()
        .regex(/^\s*[\d.]+\s*,\s*[\d.]+\s*$/)
        .transform((text) => asBounds(text.split(',').map(Number)))
        .pipe(bounds),
    ],
    'expected the least and the largest share, each from 0 to 1 with at most three decimals, such as 0,0.5',
  )
  .refine(({ min, max }) => min <= max, 'the least share is above the largest');

/** What a table may promise against a table of all among whom its subjects are. */
export const populationKeys = {
  population: z.string().min(1).optional().describe('Table of the whole population, with the same subject and quasi-identifiers'),
  kMap: z
    .int()
    .min(2)
    .max(1_000_000_000)
    .optional()
    .describe('Least number of subjects of the population that fit the labels of each group'),
  presence: presence
    .optional()
    .describe('Least and largest released share of the population under the labels of a group, such as 0,0.5'),
};

/** What a policy says of a population. */
export interface PopulationSettings {
  readonly population?: string | undefined;
  readonly kMap?: number | undefined;
  readonly presence?: Presence | undefined;
}

/** A promise against the population in a few words, as a plan says it. */
export const populationText = ({ kMap, presence }: PopulationSettings): string =>
  [
    ...(kMap === undefined ? [] : [`the labels of each are true of at least ${kMap} subjects of the population`]),
    ...(presence === undefined
      ? []
      : [`of the population under the labels of each a share from ${presence.min} to ${presence.max} is in the release`]),
  ].join('; ');

/** What is wrong with the place of a population: its bytes are hashed, so it is one file. */
export const placeFault = ({ population }: PopulationSettings): string | undefined =>
  population !== undefined &&
  (population === '-' || /^(duckdb|postgres(ql)?|spark):/i.test(population) || population.includes('?'))
    ? 'expected a file of its own, such as register.csv'
    : undefined;

/** Whether anything is promised against the population. */
export const isPromised = ({ kMap, presence }: PopulationSettings): boolean => kMap !== undefined || presence !== undefined;
