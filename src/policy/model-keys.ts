import * as z from 'zod';

/** How far apart two values of a sensitive column are: all alike, by their order as numbers, or by the level of the ancestor they share. */
export const distances = ['equal', 'ordered', 'hierarchy'] as const;
export type Distance = (typeof distances)[number];

const diversity = z.strictObject({
  column: z.string().min(1).describe('A sensitive column'),
  kind: z
    .enum(['distinct', 'entropy', 'recursive'])
    .default('distinct')
    .describe(
      'l different values; values as even as l equal ones; or the most frequent one below c times all but the l - 1 most frequent',
    ),
  l: z.number().gt(1).max(1_000_000).describe('How many; whole but for entropy'),
  c: z.number().gt(0).max(1_000_000).optional().describe('Of recursive diversity'),
});

const closeness = z.strictObject({
  column: z.string().min(1).describe('A sensitive column'),
  t: z.number().gt(0).max(1).describe('Largest distance between the values of a group and those of all records'),
  distance: z
    .enum(distances)
    .default('equal')
    .describe('How far apart two values are: all alike, by the order of numbers, or by the file of `hierarchy`'),
});

const alpha = z.strictObject({
  column: z.string().min(1).describe('A sensitive column'),
  share: z.number().gt(0).max(1).describe('Largest share of a group that one value may have'),
});

/** What each of the settings has that name a column. */
export const modelSchemas = { diversity, closeness, alpha };

/** One, or several of them. */
const several = <Item extends z.ZodType>(item: Item) =>
  z.union([z.array(item).max(100), item.transform((one): z.output<Item>[] => [one])]);

/** What may be promised of the sensitive values of every group of a table, or of every pattern of a series, beside l. */
export const spreadKeys = {
  t: z
    .number()
    .gt(0)
    .max(1)
    .optional()
    .describe('Largest distance between the values of a group and those of all records, in each sensitive column'),
  diversity: several(diversity).default([]).describe('Different values of a sensitive column in every group'),
  closeness: several(closeness).default([]).describe('Values of every group spread as those of all records are'),
  alpha: several(alpha).default([]).describe('No value too frequent in a group'),
};

/** What a table may promise of the sensitive values of every group, beside k. */
export const modelKeys = {
  l: z.int().min(1).optional().describe('Least number of different values of each sensitive column in records published alike'),
  ...spreadKeys,
};

/** Whether a policy asks for more than distinct l. */
export const promisesModels = ({ t, diversity, closeness, alpha }: Omit<ModelSettings, 'l'>): boolean =>
  t !== undefined || diversity.length + closeness.length + alpha.length > 0;

/** A promise about one sensitive column of every group, as a release makes it and its manifest tells it. */
export type ModelPromise =
  | { readonly model: 'distinct'; readonly column: string; readonly l: number }
  | { readonly model: 'entropy'; readonly column: string; readonly l: number }
  | { readonly model: 'recursive'; readonly column: string; readonly l: number; readonly c: number }
  | { readonly model: 'closeness'; readonly column: string; readonly t: number; readonly distance: Distance }
  | { readonly model: 'alpha'; readonly column: string; readonly share: number };

/** What a policy says of models. */
export interface ModelSettings {
  readonly l?: number | undefined;
  readonly t?: number | undefined;
  readonly diversity: readonly z.output<typeof diversity>[];
  readonly closeness: readonly z.output<typeof closeness>[];
  readonly alpha: readonly z.output<typeof alpha>[];
}

/** Every promise of a policy, each once: those of l and t hold for each sensitive column. */
export function modelsOf(
  { l = 1, t, diversity, closeness, alpha }: ModelSettings,
  sensitive: readonly string[],
): readonly ModelPromise[] {
  const all: ModelPromise[] = [
    ...sensitive.flatMap((column) => (l > 1 ? [{ model: 'distinct' as const, column, l }] : [])),
    ...diversity.map(
      ({ column, kind, l: least, c = 1 }): ModelPromise =>
        kind === 'recursive' ? { model: kind, column, l: least, c } : { model: kind, column, l: least },
    ),
    ...sensitive.flatMap((column) =>
      t === undefined ? [] : [{ model: 'closeness' as const, column, t, distance: 'equal' as const }],
    ),
    ...closeness.map(({ column, t: most, distance }) => ({ model: 'closeness' as const, column, t: most, distance })),
    ...alpha.map(({ column, share }) => ({ model: 'alpha' as const, column, share })),
  ];
  const seen = new Set<string>();
  return all.filter((one) => seen.size < seen.add(JSON.stringify(one)).size);
}

/** What of these settings cannot be meant, with the setting's name. */
export function modelFault({
  diversity,
}: Pick<ModelSettings, 'diversity'>): { readonly key: string; readonly fault: string } | undefined {
  for (const { kind, l, c } of diversity) {
    if (kind !== 'entropy' && !Number.isInteger(l)) return { key: 'diversity', fault: 'l is a whole number, but for entropy' };
    if ((kind === 'recursive') !== (c !== undefined))
      return { key: 'diversity', fault: 'c belongs to the kind recursive, and that kind needs it' };
  }
  return undefined;
}

/** A hierarchy may also say how far apart the values of a sensitive column are: those that name labels are the others. */
export function hierarchiesOfLabels({
  hierarchy,
  closeness,
}: Pick<ModelSettings, 'closeness'> & { readonly hierarchy: Readonly<Record<string, string>> }) {
  const measured = new Set(closeness.filter(({ distance }) => distance === 'hierarchy').map(({ column }) => column));
  return { hierarchy: Object.fromEntries(Object.entries(hierarchy).filter(([name]) => !measured.has(name))) };
}
