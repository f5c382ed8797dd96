import * as z from 'zod';
import type { InsideDoor } from './inside-door.ts';
import { insideHeader } from './inside-door.ts';
import { isEnded, type Job, type JobKind, jobSchema, upload } from './job.ts';
import type { Jobs } from './jobs.ts';
import { idParams, jobNamed } from './release-routes.ts';
import type { App } from './zod-schemas.ts';

const listQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(1000).default(100).describe('How many'),
  before: z.string().max(40).optional().describe('Id of a job: those older than it'),
});

const jobList = z.strictObject({ jobs: z.array(jobSchema) });

const wordsOf = {
  release: {
    list: 'listJobs',
    show: 'showJob',
    end: 'endOrRemoveJob',
    cancel: 'cancelJob',
    tag: 'releases',
    many: 'Jobs',
    one: 'One job',
  },
  sweep: {
    list: 'listSweeps',
    show: 'showSweep',
    end: 'endOrRemoveSweep',
    cancel: 'cancelSweep',
    tag: 'sweeps',
    many: 'Sweeps',
    one: 'One sweep',
  },
} as const satisfies Readonly<Record<JobKind, object>>;

/** Jobs of a kind: look at them, end one. */
export function jobRoutes(app: App, jobs: Jobs, kind: JobKind, inside: InsideDoor): void {
  const words = wordsOf[kind];
  const tags = [words.tag];
  const path = `/api/v1/${kind}s`;
  /** A sweep describes its original; of a source that is not for everybody who may make jobs. */
  const tellJob = (job: Job, token: string | undefined): Job => {
    const isOpen = kind === 'release' || job.source === upload || inside.isOpenFor(token);
    const { summary, ...rest } = job;
    return isOpen ? job : rest;
  };

  app.get(
    path,
    {
      schema: {
        operationId: words.list,
        summary: `${words.many}, the newest first`,
        tags,
        querystring: listQuery,
        headers: insideHeader,
        response: { 200: jobList },
      },
    },
    ({ query: { limit, before }, headers, tenant }) => ({
      jobs: jobs.list(tenant, kind, limit, before).map((job) => tellJob(job, headers['shoal-internal-token'])),
    }),
  );
  app.get(
    `${path}/:id`,
    {
      schema: {
        operationId: words.show,
        summary: words.one,
        tags,
        params: idParams,
        headers: insideHeader,
        response: { 200: jobSchema },
      },
    },
    ({ params: { id }, headers, tenant }) => tellJob(jobNamed(jobs, id, tenant, kind), headers['shoal-internal-token']),
  );
  app.post(
    `${path}/:id/cancel`,
    {
      schema: {
        operationId: words.cancel,
        summary: 'Cancel a job that waits or runs',
        description: 'It stays in the list. One that has ended stays as it is: nothing is ever removed by this call.',
        tags,
        params: idParams,
        headers: insideHeader,
        response: { 200: jobSchema },
      },
    },
    async ({ params: { id }, headers, tenant }) => {
      const job = jobNamed(jobs, id, tenant, kind);
      return tellJob(isEnded(job) ? job : ((await jobs.cancel(id)) ?? job), headers['shoal-internal-token']);
    },
  );
  app.delete(
    `${path}/:id`,
    {
      schema: {
        operationId: words.end,
        summary: 'End a job, or remove one that has ended',
        description: 'A job that waits or runs is cancelled and stays in the list; one that has ended goes, with what it made.',
        tags,
        params: idParams,
        response: { 200: jobSchema, 204: z.null().describe('Removed') },
      },
    },
    async ({ params: { id }, tenant }, reply) => {
      if (!isEnded(jobNamed(jobs, id, tenant, kind))) return await jobs.cancel(id);
      await jobs.remove(id);
      return reply.code(204).send();
    },
  );
}
