import * as z from 'zod';

/** What Naive alone takes. */
export const naiveKeys = {
  p: z.int().min(2).default(2).describe('Least number of subjects of a group sharing one pattern'),
  maxLevel: z.int().min(1).max(26).default(5).describe('Finest level of a pattern: the size of its alphabet'),
  badLeaf: z
    .enum(['raw', 'paper'])
    .default('raw')
    .describe("Whether small leaves find a host by their members' shapes or by their word"),
  trace: z
    .string()
    .regex(/^(?!manifest|report)[\w-][\w.-]*\.json$/, 'a plain file name ending in .json, and not one Shoal writes itself')
    .optional()
    .describe('File name under internal/ for all nodes of all pattern trees'),
};
