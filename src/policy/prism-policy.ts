import * as z from 'zod';
import { autoEffort, efforts } from './effort.ts';

/** A span of time in seconds, or with a unit: 30s, 5m, 1h. */
const seconds = z.union(
  [
    z.number().gt(0).max(31_536_000),
    z
      .string()
      .regex(/^(\d+(\.\d+)?)\s*(s|m|h)$/)
      .transform((text) => Number.parseFloat(text) * (text.endsWith('h') ? 3600 : text.endsWith('m') ? 60 : 1))
      .refine((span) => span > 0 && span <= 31_536_000),
  ],
  'expected seconds, or a span such as 30s, 5m or 1h',
);

/** What PRISM alone takes. */
export const prismKeys = {
  p: z.int().min(2).optional().describe('Least number of subjects of a group sharing one pattern; by default k'),
  maxLevel: z.int().min(1).max(26).default(20).describe('Finest level of a pattern: the size of its alphabet'),
  pattern: z
    .enum(['interval', 'representative'])
    .default('interval')
    .describe("For each segment the range of the members' symbols, or one word for their mean shape"),
  mu: z.number().min(0).max(10).default(0.5).describe('Weight of shape against values'),
  effort: z.enum(efforts).default('auto').describe(`How long groups are improved: ${autoEffort}`),
  timeLimit: seconds.optional().describe('Stop improving after so many seconds, or 30s, 5m, 1h; not repeatable'),
  maxValueLoss: z.number().min(0).optional().describe('Find a weight of shape that keeps value loss at or below this'),
  maxPatternLoss: z.number().min(0).max(2).optional().describe('Find a weight of shape that keeps pattern loss at or below this'),
};
