import { createHash } from 'node:crypto';
import { mkdirSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import { type Policy, parsePolicy } from '../policy/policy.ts';
import { isPostgres } from '../policy/postgres-address.ts';
import { policyJsonSchema } from '../policy/schema.ts';
import { releasedMethod } from '../policy/written-policy.ts';
import { type FixedPolicies, leftOpen } from './fixed-policies.ts';
import { asHttpProblem, Denial, type HttpProblem } from './http-problem.ts';
import { upload } from './job.ts';
import type { JobRequest } from './jobs.ts';
import type { Settings } from './options.ts';
import {
  badRequest,
  kBelowFloor,
  knownSeed,
  noFixedPolicy,
  policyIsFixed,
  serversOwnSetting,
  unknownSource,
} from './problems.ts';
import { receive } from './upload.ts';

const policyInBody = z
  .record(z.string(), z.unknown())
  .describe('Settings of the run, as in a policy file')
  .meta(policyJsonSchema());

const fromSource = z.strictObject({
  policy: policyInBody.optional(),
  source: z.string().max(64).describe('Name of a source of the server'),
});

/** Read part by part in the handler, so that the file never lies in memory. */
const asForm = z.unknown().meta({
  type: 'object',
  required: ['policy', 'file'],
  properties: { policy: { description: 'Settings of the run as JSON' }, file: { type: 'string', format: 'binary' } },
});

/** The two bodies that ask for a job: a source by its name, or a form with a file. */
export const newJob = { content: { 'application/json': { schema: fromSource }, 'multipart/form-data': { schema: asForm } } };

/** Settings that name files and tables, or how much of the machine a run may take. */
export const serversOwn: readonly string[] = [
  'input',
  'sql',
  'out',
  'outTable',
  'trace',
  'hierarchy',
  'mapping',
  'preset',
  'seedFile',
  'threads',
  'memory',
];

/** What a request asks for, its data in the job's folder. */
export async function jobAsked(
  request: FastifyRequest,
  folder: string,
  settings: Settings & { readonly fixed: FixedPolicies },
): Promise<Omit<JobRequest, 'id' | 'owner' | 'key'>> {
  if (request.isMultipart()) {
    const { policy, input, sha256 } = await receive(request, folder, settings);
    return requestOf(soundPolicy(policy), { source: upload, input, data: sha256 }, settings);
  }
  const { policy: raw, source } = fromSource.parse(request.body);
  const { sources, minK, mode, fixed } = settings;
  if (!Object.hasOwn(sources, source)) throw new Denial(unknownSource(source, Object.keys(sources)));
  const own = Object.hasOwn(fixed, source) ? fixed[source] : undefined;
  if (own === undefined && mode === 'public') throw new Denial(noFixedPolicy(source));
  const policy = own === undefined ? soundPolicy(raw) : chosenWithin(own, raw ?? {}, source);
  if (policy.k < minK) throw new Denial(kBelowFloor(policy.k, minK, '/body/policy/k')); // what is uploaded is the client's own
  if (policy.seed !== undefined) throw new Denial(knownSeed());
  return requestOf(policy, { source, input: linkInput(sources[source], folder), data: source }, settings);
}

/** The operator's policy, in the language and format that the client chose. */
function chosenWithin(
  fixed: Readonly<Record<string, unknown>>,
  chosen: Readonly<Record<string, unknown>>,
  source: string,
): Policy {
  const closed = Object.keys(chosen).filter((key) => !leftOpen.includes(key));
  if (closed.length > 0) throw new Denial(policyIsFixed(source, leftOpen));
  const policy = parsePolicy({ ...fixed, ...chosen });
  if (!policy.ok) throw denialOf(policy.problems.map(asHttpProblem));
  return policy.value;
}

function soundPolicy(raw: unknown): Policy {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
    throw new Denial(badRequest('The policy is not a JSON object.', '/body/policy'));
  const [own, ...more] = Object.keys(raw).filter((key) => serversOwn.includes(key));
  if (own !== undefined) throw denialOf([own, ...more].map(serversOwnSetting));
  const policy = parsePolicy(raw);
  if (!policy.ok) throw denialOf(policy.problems.map(asHttpProblem));
  return policy.value;
}

function denialOf([first, ...rest]: readonly HttpProblem[]): Denial {
  return new Denial(first, ...rest);
}

/** What a job reads: under which name it was asked for, where it lies in the job's folder, and what tells its bytes from others. */
interface JobInput {
  readonly source: string;
  readonly input: string;
  readonly data: string;
}

function requestOf(
  policy: Policy,
  { source, input, data }: JobInput,
  { memoryPerJob: memory, threadsPerJob: threads }: Settings,
) {
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([policy, source, data]))
    .digest('hex');
  const own = { input, out: 'release', threads, memory };
  return { policy: { ...policy, ...own }, method: releasedMethod(policy), k: policy.k, source, fingerprint };
}

/** A file of the operator under its own name in the job's folder, so that no message tells where it lies. */
function linkInput(source: string, folder: string): string {
  if (isPostgres(source)) return source;
  const name = join('input', basename(source));
  mkdirSync(join(folder, 'input'), { mode: 0o700 });
  symlinkSync(source, join(folder, name));
  return name;
}
