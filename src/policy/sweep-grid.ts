import * as z from 'zod';
import { ok, type Result, refusedFirst } from '../base/result.ts';
import { methodsOf } from './family.ts';
import { asPolicyProblems, type PolicyProblem } from './problems.ts';

/** Every method of series; `shoal sweep` tries them all unless told otherwise. */
export const methods = methodsOf.series;

/** What a sweep tries, and what it must not lose. The defaults are the grid that the method's first implementations were compared on. */
export const sweepSchema = z.strictObject({
  k: z.array(z.int().min(2).max(1_000_000_000)).min(1).default([5, 10, 20, 50]).describe('Values of k to try'),
  p: z.array(z.int().min(2)).min(1).default([2, 3, 5, 8]).describe('Values of P to try'),
  maxLevel: z.array(z.int().min(1).max(26)).min(1).default([3, 5, 8, 10, 15, 20]).describe('Finest levels to try'),
  method: z
    .array(z.enum(methods))
    .min(1)
    .default([...methods])
    .describe('Methods to try'),
  maxValueLoss: z.number().min(0).optional().describe('Limit: recommend no setting that loses more in value'),
  maxPatternLoss: z.number().min(0).max(2).optional().describe('Limit: recommend no setting that loses more in shape'),
  minRetention: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe('Limit: recommend no setting that releases a smaller share of subjects'),
});

export type Sweep = Readonly<z.infer<typeof sweepSchema>>;

/** The one door for grids. */
export function parseSweep(raw: unknown): Result<Sweep, PolicyProblem> {
  const parsed = z.object({ sweep: sweepSchema }).safeParse({ sweep: raw }, { reportInput: true });
  return parsed.success
    ? ok(parsed.data.sweep)
    : refusedFirst(asPolicyProblems(parsed.error.issues, '', { sweep: Object.keys(sweepSchema.shape) }));
}
