import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { Policy } from '../policy/policy.ts';
import { policyJsonSchema } from '../policy/schema.ts';
import { releasedMethod } from '../policy/written-policy.ts';
import { type DataRules, dataKeys, dataOfJob, type FoundData, findData, refusalFor } from './asked-data.ts';
import { fixedFor, policyAsked } from './asked-policy.ts';
import { Denial } from './http-problem.ts';
import type { JobRequest } from './jobs.ts';
import type { Settings } from './options.ts';
import { receive } from './upload.ts';

export const policyInBody = z
  .record(z.string(), z.unknown())
  .describe('Settings of the run, as in a policy file')
  .meta(policyJsonSchema());

const fromData = z.strictObject({ policy: policyInBody.optional(), ...dataKeys });

/** Read part by part in the handler, so that the file never lies in memory. */
const asForm = z.unknown().meta({
  type: 'object',
  required: ['policy', 'file'],
  properties: { policy: { description: 'Settings of the run as JSON' }, file: { type: 'string', format: 'binary' } },
});

/** The two bodies that ask for a job: data by its name, or a form with a file. */
export const newJob = { content: { 'application/json': { schema: fromData }, 'multipart/form-data': { schema: asForm } } };

/** What a request asks for, its data in the job's folder. */
export async function jobAsked(
  request: FastifyRequest,
  folder: string,
  settings: Settings & DataRules,
): Promise<Omit<JobRequest, 'id' | 'owner' | 'key' | 'kind'>> {
  if (request.isMultipart()) {
    const { policy: raw, input, sha256 } = await receive(request, folder, settings);
    const found = dataOfJob(folder, input, sha256);
    const policy = policyAsked(raw, found.source, settings);
    await refuseWrongColumns(policy, found, request.tenant, settings);
    return requestOf(policy, found, input, settings);
  }
  const { policy: raw, ...data } = fromData.parse(request.body);
  const found = findData(data, request.tenant, settings);
  const policy = policyAsked(raw, found.source, settings);
  const input = found.link(folder);
  await refuseWrongColumns(policy, found, request.tenant, settings);
  return requestOf(policy, found, input, settings);
}

/**
 * A column that is not there is told now, not by a job that fails later. Of a policy that the operator fixed it is the operator's to know; and where
 * too much is asked at once the job itself will tell.
 */
export async function refuseWrongColumns(
  policy: Policy,
  found: FoundData,
  tenant: string,
  settings: Settings & DataRules,
): Promise<void> {
  if (found.isDatabase || fixedFor(found.source, settings.fixed) !== undefined) return;
  let input = '';
  const { threadsPerJob: threads, memoryPerJob: memory } = settings;
  const checked = await settings.asks
    .answer(tenant, (folder) => {
      input = found.link(folder);
      return { ask: 'check', policy: { ...policy, input, threads, memory } };
    })
    .catch((error: unknown) => {
      if (error instanceof Denial) return undefined;
      throw error;
    });
  if (checked === undefined || checked.ok) return;
  const about = checked.problems.filter(({ code }) => code.startsWith('policy/') || code === 'input/missing-column');
  if (about.length > 0) throw refusalFor(about, found, input, settings);
}

export function requestOf(
  policy: Policy,
  { source, data }: FoundData,
  input: string,
  { memoryPerJob: memory, threadsPerJob: threads }: Settings,
) {
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([policy, source, data]))
    .digest('hex');
  const own = { input, out: 'release', threads, memory };
  return { policy: { ...policy, ...own }, method: releasedMethod(policy), k: policy.k, source, fingerprint };
}
