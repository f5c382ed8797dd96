import * as z from 'zod';
import type { DataRules } from './asked-data.ts';
import { Denial } from './http-problem.ts';
import { type Job, type JobKind, jobSchema } from './job.ts';
import type { Jobs } from './jobs.ts';
import { jobAsked, newJob } from './new-job.ts';
import type { Settings } from './options.ts';
import { busy, notFound } from './problems.ts';
import type { App } from './zod-schemas.ts';

export const idParams = z.strictObject({ id: z.string().regex(/^[a-z0-9]{1,40}$/, 'it is not the id of a job') });

export const keyHeader = z.object({
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/, 'expected 1 to 255 visible characters')
    .optional()
    .describe('Sent again with the same request, it finds the same job'),
});

/** What an upload may come to; one that does not say so may be as large as any. */
function expectedBytes(headers: Readonly<Record<string, unknown>>, { maxUploadBytes }: Settings): number {
  const length = Number(headers['content-length'] ?? Number.NaN);
  return Number.isNaN(length) ? maxUploadBytes : Math.min(length, maxUploadBytes);
}

/** Uploads at once. */
const uploads = 32;

/** A job that makes a release. */
export function releaseRoutes(app: App, jobs: Jobs, settings: Settings & DataRules): void {
  const receiving = new Map<string, number>();
  const uploadsEach = Math.ceil(uploads / settings.tenants);

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
      const { tenant } = request;
      const coming = receiving.get(tenant) ?? 0;
      if (coming >= uploadsEach) throw new Denial(busy('As many uploads as may come in at once are coming in.'));
      receiving.set(tenant, coming + 1); // before anything is waited for, or requests at once would count as one
      try {
        const { id, folder } = await jobs.prepare(tenant, request.isMultipart() ? expectedBytes(request.headers, settings) : 0);
        const job = await jobAsked(request, folder, settings)
          .then((asked) => jobs.submit({ id, owner: tenant, kind: 'release', ...asked, key: request.headers['idempotency-key'] }))
          .catch(async (error: unknown) => {
            await jobs.abandon(id);
            throw error;
          });
        return reply.code(202).header('location', `/api/v1/releases/${job.id}`).send(job);
      } finally {
        receiving.set(tenant, (receiving.get(tenant) ?? 1) - 1);
      }
    },
  );
}

/** A job of another token, or of another kind, is not there. */
export function jobNamed(jobs: Jobs, id: string, tenant: string, kind: JobKind = 'release'): Job {
  const job = jobs.find(id, tenant, kind);
  if (job === undefined) throw new Denial(notFound('There is no such job.'));
  return job;
}
