import * as z from 'zod';
import { Denial } from './http-problem.ts';
import { isEnded, type Job, jobSchema } from './job.ts';
import type { Jobs } from './jobs.ts';
import { jobAsked, newJob } from './new-job.ts';
import type { Settings } from './options.ts';
import { busy, notFound } from './problems.ts';
import type { App } from './zod-schemas.ts';

export const idParams = z.strictObject({ id: z.string().regex(/^[a-z0-9]{1,40}$/, 'it is not the id of a job') });

const listQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(1000).default(100).describe('How many'),
  before: z.string().max(40).optional().describe('Id of a job: those older than it'),
});

const jobList = z.strictObject({ jobs: z.array(jobSchema) });

const keyHeader = z.object({
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/, 'expected 1 to 255 visible characters')
    .optional()
    .describe('Sent again with the same request, it finds the same job'),
});

/** Uploads at once. */
const uploads = 32;

/** Jobs: make one, look at them, end one. */
export function releaseRoutes(app: App, jobs: Jobs, settings: Settings): void {
  let receiving = 0;

  app.post(
    '/api/v1/releases',
    {
      schema: {
        operationId: 'makeRelease',
        summary: 'Make a release',
        description: 'Answers at once with a job; its files are there when its state is "done".',
        tags: ['releases'],
        headers: keyHeader,
        body: newJob,
        response: { 202: jobSchema },
      },
    },
    async (request, reply) => {
      if (receiving >= uploads) throw new Denial(busy('As many uploads as may come in at once are coming in.'));
      receiving++;
      const { id, folder } = jobs.prepare();
      try {
        const asked = await jobAsked(request, folder, settings);
        const job = await jobs.submit({ id, ...asked, key: request.headers['idempotency-key'] });
        return reply.code(202).header('location', `/api/v1/releases/${job.id}`).send(job);
      } catch (error) {
        await jobs.abandon(id);
        throw error;
      } finally {
        receiving--;
      }
    },
  );

  app.get(
    '/api/v1/releases',
    {
      schema: {
        operationId: 'listJobs',
        summary: 'Jobs, the newest first',
        tags: ['releases'],
        querystring: listQuery,
        response: { 200: jobList },
      },
    },
    ({ query: { limit, before } }) => ({ jobs: jobs.list(limit, before) }),
  );

  app.get(
    '/api/v1/releases/:id',
    {
      schema: { operationId: 'showJob', summary: 'One job', tags: ['releases'], params: idParams, response: { 200: jobSchema } },
    },
    ({ params: { id } }) => jobNamed(jobs, id),
  );

  app.delete(
    '/api/v1/releases/:id',
    {
      schema: {
        operationId: 'endOrRemoveJob',
        summary: 'End a job, or remove one that has ended',
        description: 'A job that waits or runs is cancelled and stays in the list; one that has ended goes, with its release.',
        tags: ['releases'],
        params: idParams,
        response: { 200: jobSchema, 204: z.null().describe('Removed') },
      },
    },
    async ({ params: { id } }, reply) => {
      if (!isEnded(jobNamed(jobs, id))) return await jobs.cancel(id);
      await jobs.remove(id);
      return reply.code(204).send();
    },
  );
}

export function jobNamed(jobs: Jobs, id: string): Job {
  const job = jobs.find(id);
  if (job === undefined) throw new Denial(notFound('There is no such job.'));
  return job;
}
