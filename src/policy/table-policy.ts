import * as z from 'zod';
import { languages } from '../base/languages.ts';
import { columnList } from './column-list.ts';
import { decimals } from './decimals.ts';
import { autoEffort, efforts } from './effort.ts';
import { methodsOf } from './family.ts';
import { type ModelSettings, modelFault, modelKeys } from './model-keys.ts';
import { type Noise, noiseProblem, noiseSchema } from './noise.ts';
import { type PopulationSettings, placeFault, populationKeys } from './population-keys.ts';
import { badValue, dominanceWithoutMeans, keptInAggregate } from './problems.ts';
import { snap } from './snap.ts';
import { timeZone } from './time-zone.ts';

/** The rule that a mean must not be that of a few: at most `share` of its sum comes from the `largest` subjects. */
export interface Dominance {
  readonly largest: number;
  readonly share: number;
}

const dominance = z.union(
  [
    z.literal('off'),
    z.strictObject({ largest: z.int().min(1), share: z.number().gt(0).max(1) }),
    z
      .string()
      .regex(/^[1-9]\d*\s*,\s*(0?\.\d*[1-9]\d*|1(\.0*)?)$/)
      .transform((text): Dominance => {
        const [largest, share] = text.split(',').map(Number);
        return { largest, share };
      }),
  ],
  'expected how many subjects and which share, such as 2,0.9, or off',
);

const bounds = z.record(z.string(), z.number()).default({});

/** The settings of tables of records, beside those of every method. */
export const tableKeys = {
  subject: z.string().optional().describe('Column that names the protected subject; or "row" when each row is one'),
  quasi: columnList
    .default([])
    .describe(
      'Quasi-identifiers, each "column" or with its kind, such as "column:prefix"; a timestamp may have several. Kinds are prefix, number, category, and of a timestamp time, hour, weekday, date, week and month',
    ),
  weights: z
    .record(z.string(), z.number().min(0).max(1000))
    .default({})
    .describe('How much each quasi-identifier counts, by "column" or "column:kind"; by default 1'),
  hierarchy: z
    .record(z.string(), z.string())
    .default({})
    .describe('Hierarchy file of each column. On each line a value and its ancestors, with ";" between'),
  top: bounds.describe('Numeric quasi-identifiers: values from this one on are published alike, ">= 90"'),
  bottom: bounds.describe('Numeric quasi-identifiers: values up to this one are published alike, "<= 18"'),
  sensitive: columnList.default([]).describe('Columns published unchanged'),
  ...modelKeys,
  ...populationKeys,
  drop: columnList.default([]).describe('Columns that must not leave'),
  clustering: z.enum(methodsOf.table).optional().describe('With method kaca, the method that clusters; kmeans by default'),
  effort: z
    .enum(efforts)
    .default('auto')
    .describe(`How long groups are improved: ${autoEffort}; method local, where best takes ten times as long or more`),
  residue: z
    .enum(['suppress', 'generic'])
    .default('generic')
    .describe('Method disjoint, branches below k: leave out where that loses less, or coarsen their siblings'),
  suppression: z
    .number()
    .min(0)
    .max(1)
    .multipleOf(0.001)
    .optional()
    .describe('Largest share of subjects that may lose a record; methods local and hierarchy use it to lower the loss'),
  exact: z.boolean().default(false).describe('Work on all at once, not in blocks: quadratic time'),
  aggregate: columnList
    .default([])
    .describe('Publishes one row per combination with these: "count", "avg:COLUMN"; by default one row per record'),
  dominance: dominance
    .optional()
    .describe('Leaves a mean blank if N subjects hold more than this share: "2,0.9", or "off"; 2,0.9 in public releases'),
  noise: noiseSchema.optional().describe('Noise on published counts: its largest size and its variance, "3,2"; none by default'),
  noiseKey: z.string().min(1).optional().describe('File with the secret key of the noise, in the form of a seedFile'),
  labels: z.enum(languages).default('en').describe('Language of the labels'),
  labelsOf: z
    .enum(['hierarchy', 'sets'])
    .default('sets')
    .describe('Label of a category: its ancestor (hierarchy), or up to ten values where that is narrower (sets)'),
  names: z
    .enum(['tolls'])
    .optional()
    .describe('Names of published columns and figures, as in the preset tolls; by default plain ones'),
  decimals,
  snap,
  timeZone: timeZone.optional().describe('Time zone for timestamps with an offset; by default as written'),
  onEmptySubject: z.enum(['fail', 'drop']).default('fail').describe('Rows without a subject: refuse, or leave out and count'),
  onBadTime: z.enum(['fail', 'drop']).default('fail').describe('Rows with an unreadable timestamp: refuse, or leave out'),
  missing: z.enum(['fail', 'drop']).default('fail').describe('Records with empty cells: refuse, leave out'),
  maxUnicity: z
    .number()
    .min(0)
    .max(1)
    .default(0.09)
    .describe('Largest share of subjects that a public release may single out; by unchanged columns'),
};

/** The part of a policy for transactions that one setting alone cannot judge. */
interface Related extends Pick<ModelSettings, 'diversity'>, PopulationSettings {
  readonly aggregate: readonly string[];
  readonly sensitive: readonly string[];
  readonly dominance?: Dominance | 'off' | undefined;
  readonly noise?: Noise | undefined;
  readonly noiseKey?: string | undefined;
  readonly subject?: string | undefined;
}

export function tableProblem({ aggregate, sensitive, dominance, diversity, ...others }: Related) {
  const fault = modelFault({ diversity });
  if (fault !== undefined) return badValue(fault.key, fault.fault);
  const odd = aggregate.find((text) => text !== 'count' && !/^avg:./.test(text));
  if (odd !== undefined) return badValue('aggregate', 'each is count, or avg:COLUMN');
  if (new Set(aggregate).size < aggregate.length) return badValue('aggregate', 'one is named twice');
  if (aggregate.length > 0 && sensitive.length > 0) return keptInAggregate(sensitive);
  if (typeof dominance === 'object' && averagedColumns(aggregate).length === 0) return dominanceWithoutMeans();
  const place = placeFault(others);
  if (place !== undefined) return badValue('population', place);
  if (others.noise !== undefined && others.presence !== undefined)
    return badValue('presence', 'counts carry noise, and a share of them would undo it');
  return noiseProblem({ aggregate, ...others });
}

/** Subjects that a row must have so that its count, with whatever noise, is told as k or more. */
export const leastCrowd = ({ k, noise }: { readonly k: number; readonly noise?: Noise | undefined }): number =>
  k + (noise?.most ?? 0);

/** The columns whose means are published. */
export const averagedColumns = (aggregate: readonly string[]): readonly string[] =>
  aggregate.filter((text) => text.startsWith('avg:')).map((text) => text.slice('avg:'.length));

/** The rule in force: public releases have one unless it is switched off by name. */
export function dominanceOf({
  dominance,
  release,
  aggregate,
}: {
  readonly dominance?: Dominance | 'off' | undefined;
  readonly release: string;
  readonly aggregate: readonly string[];
}): Dominance | undefined {
  if (averagedColumns(aggregate).length === 0 || dominance === 'off') return undefined;
  return dominance ?? (release === 'public' ? { largest: 2, share: 0.9 } : undefined);
}
