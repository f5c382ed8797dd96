import { createHash } from 'node:crypto';
import { mkdirSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import { parsePolicy } from '../policy/policy.ts';
import { isPostgres } from '../policy/postgres-address.ts';
import { policyJsonSchema } from '../policy/schema.ts';
import { asHttpProblem, Denial, type HttpProblem } from './http-problem.ts';
import { isEnded, type Job, jobSchema } from './job.ts';
import type { Jobs } from './jobs.ts';
import type { Settings } from './options.ts';
import { badRequest, busy, kBelowFloor, notFound, serversOwnSetting, unknownSource } from './problems.ts';
import { receive } from './upload.ts';
import type { App } from './zod-schemas.ts';

export const idParams = z.strictObject({ id: z.string().regex(/^[a-z0-9]{1,40}$/, 'it is not the id of a job') });

const listQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(1000).default(100).describe('How many'),
  before: z.string().max(40).optional().describe('Id of a job: those older than it'),
});

const jobList = z.strictObject({ jobs: z.array(jobSchema) });

const policyInBody = z
  .record(z.string(), z.unknown())
  .describe('Settings of the run, as in a policy file')
  .meta(policyJsonSchema());

const newJob = z.strictObject({ policy: policyInBody, source: z.string().max(64).describe('Name of a source of the server') });

/** Read part by part in the handler, so that the file never lies in memory. */
const newForm = z.unknown().meta({
  type: 'object',
  required: ['policy', 'file'],
  properties: { policy: { description: 'Settings of the run as JSON' }, file: { type: 'string', format: 'binary' } },
});

const keyHeader = z.object({
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/, 'expected 1 to 255 visible characters')
    .optional()
    .describe('Sent again with the same request, it finds the same job'),
});

/** Settings that name files and tables, or how much of the machine a run may take. */
export const serversOwn: readonly string[] = ['input', 'out', 'outTable', 'trace', 'hierarchy', 'mapping', 'threads', 'memory'];

/** What stands for the source of data that came with the request; no source is called so. */
const upload = 'upload';

/** Uploads at once. */
const uploads = 32;

/** Jobs: make one, look at them, end one. */
export function releaseRoutes(app: App, jobs: Jobs, settings: Settings): void {
  let receiving = 0;

  app.post(
    '/api/v1/releases',
    {
      schema: {
        summary: 'Make a release',
        description: 'Answers at once with a job; its files are there when its state is "done".',
        tags: ['releases'],
        headers: keyHeader,
        body: { content: { 'application/json': { schema: newJob }, 'multipart/form-data': { schema: newForm } } },
        response: { 202: jobSchema },
      },
    },
    async (request, reply) => {
      if (receiving >= uploads) throw new Denial(busy('As many uploads as may come in at once are coming in.'));
      receiving++;
      const { id, folder } = jobs.prepare();
      try {
        const asked = request.isMultipart() ? await uploaded(request, folder) : fromSource(newJob.parse(request.body), folder);
        const key = request.headers['idempotency-key'];
        const job = await jobs.submit({ id, ...asked, key });
        return reply.code(202).header('location', `/api/v1/releases/${job.id}`).send(job);
      } catch (error) {
        await jobs.abandon(id);
        throw error;
      } finally {
        receiving--;
      }
    },
  );

  const uploaded = async (request: FastifyRequest, folder: string) => {
    const { policy, input, sha256 } = await receive(request, folder, settings.maxUploadBytes);
    return requestFor(policy, upload, input, sha256);
  };
  const fromSource = ({ policy, source }: z.infer<typeof newJob>, folder: string) => {
    if (!Object.hasOwn(settings.sources, source)) throw new Denial(unknownSource(source, Object.keys(settings.sources)));
    return requestFor(policy, source, linked(settings.sources[source], folder), source);
  };
  const requestFor = (raw: unknown, source: string, input: string, data: string) => {
    const policy = soundPolicy(raw);
    if (source !== upload && policy.k < settings.minK) throw new Denial(kBelowFloor(policy.k, settings.minK, '/body/policy/k')); // what is uploaded is the client's own
    const { share, threadsPerJob } = settings;
    const own = { input, out: 'release', threads: threadsPerJob, memory: `${Math.floor(share / 2e6)}MB` };
    const fingerprint = createHash('sha256')
      .update(JSON.stringify([policy, source, data]))
      .digest('hex');
    return { policy: { ...policy, ...own }, method: policy.method, k: policy.k, source, fingerprint };
  };

  app.get(
    '/api/v1/releases',
    { schema: { summary: 'Jobs, the newest first', tags: ['releases'], querystring: listQuery, response: { 200: jobList } } },
    ({ query: { limit, before } }) => ({ jobs: jobs.list(limit, before) }),
  );

  app.get(
    '/api/v1/releases/:id',
    { schema: { summary: 'One job', tags: ['releases'], params: idParams, response: { 200: jobSchema } } },
    ({ params: { id } }) => jobNamed(jobs, id),
  );

  app.delete(
    '/api/v1/releases/:id',
    {
      schema: {
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

function soundPolicy(raw: unknown) {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
    throw new Denial(badRequest('The policy is not a JSON object.', '/body/policy'));
  const [own, ...more] = Object.keys(raw).filter((key) => serversOwn.includes(key));
  if (own !== undefined) throw denied([own, ...more].map(serversOwnSetting));
  const policy = parsePolicy(raw);
  if (!policy.ok) throw denied(policy.problems.map(asHttpProblem));
  return policy.value;
}

function denied([first, ...rest]: readonly HttpProblem[]): Denial {
  return new Denial(first, ...rest);
}

/** A file of the operator under its own name in the job's folder, so that no message tells where it lies. */
function linked(source: string, folder: string): string {
  if (isPostgres(source)) return source;
  const name = join('input', basename(source));
  mkdirSync(join(folder, 'input'), { mode: 0o700 });
  symlinkSync(source, join(folder, name));
  return name;
}
