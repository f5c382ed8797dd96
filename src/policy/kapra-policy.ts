import * as z from 'zod';

/** What KAPRA alone takes. */
export const kapraKeys = {
  p: z.int().min(2).default(5).describe('Least number of subjects of a group sharing one pattern'),
  maxLevel: z.int().min(1).max(26).default(20).describe('Finest level of a pattern: the size of its alphabet'),
  grouping: z.enum(['hash', 'tree']).default('hash').describe("How to find subgroups: equal finest words, or the paper's tree"),
  presplit: z.enum(['on', 'off']).default('on').describe('Whether to split subgroups of 2P or more by value before merging'),
  residue: z
    .enum(['suppress', 'generic'])
    .default('generic')
    .describe('P or more subjects without a common shape: leave out, or publish at level 1'),
  exact: z.boolean().default(false).describe('Work on all at once, not in blocks: quadratic time'),
};
