import * as z from 'zod';
import type { Problem } from '../base/problem.ts';
import { everyone } from './tokens.ts';
import { toldFacts } from './told-facts.ts';

/** Numbers and names, never what a cell says. */
export const factsSchema = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.array(z.number())]))
  .describe('What its sentences tell, by name: for words in another language');

const problemSchema = z.strictObject({
  code: z.string(),
  what: z.string(),
  where: z.string().optional(),
  why: z.string(),
  fix: z.string(),
  facts: factsSchema.optional(),
});

/** What stands for the source of data that came with the request; no source is called so. */
export const upload = 'upload';

export const jobStates = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;

/** What a job makes. */
export const jobKinds = ['release', 'sweep'] as const;
export type JobKind = (typeof jobKinds)[number];

/** A job as clients see it. */
export const jobSchema = z
  .strictObject({
    id: z.string(),
    kind: z.enum(jobKinds).default('release'),
    state: z.enum(jobStates),
    method: z.string(),
    k: z.int(),
    source: z.string().describe('Name of a source of the server, or "upload"'),
    created: z.iso.datetime(),
    started: z.iso.datetime().optional(),
    ended: z.iso.datetime().optional(),
    summary: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('report.json of the release, public edition; of a sweep, sweep.json'),
    problems: z.array(problemSchema).optional().describe('Why it failed'),
  })
  .describe('One run on the server');

/** A job as it lies on disk. */
export const storedJobSchema = jobSchema.extend({
  policy: z.record(z.string(), z.unknown()),
  /** Name of the token that asked for it. */
  owner: z.string().default(everyone),
  /** Of policy and data together: what an Idempotency-Key stands for. */
  fingerprint: z.string(),
  key: z.string().optional(),
  /** Number of the last event told. */
  events: z.int(),
});

export type Job = Readonly<z.infer<typeof jobSchema>>;
export type StoredJob = Readonly<z.infer<typeof storedJobSchema>>;

export const isEnded = ({ state }: Job): boolean => state !== 'queued' && state !== 'running';

/** Without what is the server's own. */
export function shownJob({ policy, owner, fingerprint, key, events, ...job }: StoredJob): Job {
  return job;
}

/** Without its exit code, which is for scripts; of its facts, those that the sentences hold. */
export const storedProblem = (problem: Problem) => {
  const { code, what, where, why, fix } = problem;
  return { code, what, ...(where === undefined ? {} : { where }), why, fix, facts: { ...toldFacts(problem) } as StoredFacts };
};

type StoredFacts = z.infer<typeof factsSchema>;
