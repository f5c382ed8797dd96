import * as z from 'zod';
import { ok, type Result, refused, refusedFirst } from '../base/result.ts';
import { pseudonyms } from './events-policy.ts';
import { type Family, methodsOf } from './family.ts';
import { asPolicyProblems, badValue, type PolicyProblem } from './problems.ts';
import { timeKinds } from './table-kinds.ts';

/** Every method of series; `shoal sweep` tries them all unless told otherwise. */
export const methods = methodsOf.series;

const listOf = <Item extends z.ZodType>(item: Item) => z.array(item).min(1).optional();
const kinds = new RegExp(`^(${timeKinds.join('|')})(\\+(${timeKinds.join('|')}))*$`);

/** What a sweep tries, and what it must not lose. The defaults of series are the grid that the method's first implementations were compared on. */
export const sweepSchema = z.strictObject({
  k: z.array(z.int().min(2).max(1_000_000_000)).min(1).default([5, 10, 20, 50]).describe('Values of k to try'),
  p: listOf(z.int().min(2)).describe('Series: values of P to try; by default 2, 3, 5 and 8'),
  maxLevel: listOf(z.int().min(1).max(26)).describe('Series: finest levels to try; by default 3, 5, 8, 10, 15 and 20'),
  method: listOf(z.enum([...methodsOf.series, ...methodsOf.table])).describe(
    'Series and tables: methods to try; by default all of the family',
  ),
  effort: listOf(z.enum(['fast', 'normal', 'best'])).describe('Series: efforts of PRISM to try; by default fast'),
  segments: listOf(z.int().min(1)).describe('Series: numbers of segments to try; by default that of the policy'),
  flatten: listOf(z.string().min(1)).describe(
    'Events: what to flatten, columns joined by "+", "sweep" or "none"; by default none, that of the policy, and sweep',
  ),
  pseudonym: listOf(z.enum(pseudonyms)).describe('Events: what replaces the subject; by default as in the policy'),
  timeKind: listOf(z.string().regex(kinds, `each of ${timeKinds.join(', ')}, joined by "+"`)).describe(
    'Tables: how times are published, such as hour or hour+weekday; by default as in the policy',
  ),
  maxValueLoss: z.number().min(0).optional().describe('Limit: recommend no setting that loses more in value'),
  maxPatternLoss: z.number().min(0).max(2).optional().describe('Limit: recommend no setting that loses more in shape'),
  maxQuasiLoss: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe('Limit: recommend no setting that loses more of the quasi-identifiers; of events and tables, more per record'),
  maxRecordsLost: z.number().min(0).max(1).optional().describe('Limit: recommend no setting that leaves out a larger share'),
  minRetention: z.number().min(0).max(1).optional().describe('Limit: recommend no setting that releases a smaller share'),
});

export type Sweep = Readonly<z.infer<typeof sweepSchema>>;

/** The one door for grids. */
export function parseSweep(raw: unknown): Result<Sweep, PolicyProblem> {
  const parsed = z.object({ sweep: sweepSchema }).safeParse({ sweep: raw }, { reportInput: true });
  return parsed.success
    ? ok(parsed.data.sweep)
    : refusedFirst(asPolicyProblems(parsed.error.issues, '', { sweep: Object.keys(sweepSchema.shape) }));
}

/** What a sweep varies. */
export const sweptKeys = ['method', 'k', 'p', 'maxLevel', 'effort', 'segments', 'flatten', 'pseudonym', 'timeKind'] as const;
export type SweptKey = (typeof sweptKeys)[number];

/** The values of each setting that is varied, those of a family alone. */
export type Grid = { readonly [Key in SweptKey]?: readonly (string | number)[] };

const ofFamily: Readonly<Record<Family, readonly SweptKey[]>> = {
  series: ['method', 'k', 'p', 'maxLevel', 'effort', 'segments'],
  events: ['k', 'flatten', 'pseudonym'],
  table: ['method', 'k', 'timeKind'],
};

/** The grid of a family: what is given, and the defaults of what it always varies. */
export function gridOf(family: Family, sweep: Sweep, flatten: readonly string[]): Result<Grid, PolicyProblem> {
  const stray = sweptKeys.find((key) => sweep[key] !== undefined && !ofFamily[family].includes(key));
  if (stray !== undefined)
    return refused(badValue(`sweep.${stray}`, `a sweep of ${family} tries ${ofFamily[family].join(', ')}`));
  const known: readonly string[] = methodsOf[family];
  const other = sweep.method?.find((name) => !known.includes(name));
  if (other !== undefined) return refused(badValue('sweep.method', `${other} is not a method of ${family}`));
  const usual: Grid = {
    series: { method: methodsOf.series, p: [2, 3, 5, 8], maxLevel: [3, 5, 8, 10, 15, 20] },
    events: { flatten: ['none', ...(flatten.length === 0 ? [] : [flatten.join('+')]), 'sweep'] },
    table: { method: methodsOf.table },
  }[family];
  const values = ofFamily[family].map((key) => [key, sweep[key] ?? usual[key]] as const);
  return ok(
    Object.fromEntries(values.flatMap(([key, list]) => (list === undefined ? [] : [[key, [...new Set<string | number>(list)]]]))),
  );
}
