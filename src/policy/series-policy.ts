import * as z from 'zod';
import { columnList, splitList } from './column-list.ts';
import { decimals } from './decimals.ts';
import { type ModelSettings, modelFault, spreadKeys } from './model-keys.ts';
import { badValue, longAndWide, pAboveK } from './problems.ts';
import { snap } from './snap.ts';

/** The columns of a long table: three names, or one text with commas. */
const longTable = z.union(
  [
    z.strictObject({ subject: z.string().min(1), time: z.string().min(1), value: z.string().min(1) }),
    z
      .string()
      .refine((text) => splitList(text).length === 3 && splitList(text).every((name) => name !== ''))
      .transform((text) => {
        const [subject, time, value] = splitList(text);
        return { subject, time, value };
      }),
  ],
  'expected three columns, subject,time,value',
);

/** What every method of series takes, beside what all methods take. */
export const seriesKeys = {
  subject: z.string().optional().describe('Column that names the protected subject; or "row" when each row is one'),
  quasi: columnList.default([]).describe('Further quasi-identifiers, each "column", "column:number" or "column:category"'),
  sensitive: columnList.default([]).describe('Columns published unchanged'),
  l: z.int().min(1).default(1).describe('Least number of different values of each sensitive column in records published alike'),
  ...spreadKeys,
  drop: columnList.default([]).describe('Columns that must not leave'),
  hierarchy: z
    .record(z.string(), z.string())
    .default({})
    .describe('Hierarchy file of each column. On each line a value and its ancestors, with ";" between'),
  queries: z.int().min(0).max(1_000_000).default(1000).describe('Random range queries to measure the error of counts'),
  series: columnList.default([]).describe('Columns of the series in time order: a range H1..H8, a list, or /regular expression/'),
  long: longTable.optional().describe('Columns subject,time,value of a long table; replaces subject and series'),
  segments: z.int().min(1).default(4).describe('Segments of a series; the mean of each becomes a letter'),
  intervals: z
    .enum(['text', 'columns'])
    .default('text')
    .describe('Intervals as one text cell [lo-hi], or as two numeric columns'),
  shape: z.enum(['wide', 'long']).default('wide').describe('Release with one row per record, or one per record and instant'),
  missing: z
    .enum(['fail', 'drop', 'interpolate'])
    .default('fail')
    .describe('Records with empty cells: refuse, leave out; interpolate draws straight lines'),
  snap,
  reconstruct: z.boolean().default(false).describe('Adds one numeric curve per record, made only from its band and pattern'),
  curve: z
    .enum(['middle', 'mean'])
    .optional()
    .describe('Adds one numeric curve per record: "middle" as reconstruct does, or the "mean" of its group, which reveals more'),
  decimals,
  maxUnicity: z
    .number()
    .min(0)
    .max(1)
    .default(0.09)
    .describe('Largest share of subjects that a public release may single out; by unchanged columns'),
};

/** Which curve is published, if any. */
export const curveOf = ({
  curve,
  reconstruct,
}: {
  readonly curve?: 'middle' | 'mean' | undefined;
  readonly reconstruct: boolean;
}): 'middle' | 'mean' | undefined => curve ?? (reconstruct ? 'middle' : undefined);

/** The part of a policy for series that one setting alone cannot judge. */
interface Related extends Pick<ModelSettings, 'diversity'> {
  readonly k: number;
  readonly p: number;
  readonly subject?: string | undefined;
  readonly series: readonly string[];
  readonly long?: object | undefined;
}

export function seriesProblem({ k, p, subject, series, long, diversity }: Related) {
  const fault = modelFault({ diversity });
  if (fault !== undefined) return badValue(fault.key, fault.fault);
  if (long !== undefined && (series.length > 0 || subject !== undefined))
    return longAndWide(series.length > 0 ? 'series' : 'subject');
  return p > k ? pAboveK(p, k) : undefined;
}
