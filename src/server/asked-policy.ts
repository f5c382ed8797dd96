import { type Policy, parsePolicy } from '../policy/policy.ts';
import { type FixedPolicies, leftOpen } from './fixed-policies.ts';
import { asHttpProblem, Denial, type HttpProblem } from './http-problem.ts';
import { upload } from './job.ts';
import { badRequest, kBelowFloor, knownSeed, noFixedPolicy, policyIsFixed, serversOwnSetting } from './problems.ts';

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
  'noiseKey',
  'population',
  'threads',
  'memory',
];

/** What binds a policy that a client sends. */
export interface PolicyRules {
  readonly minK: number;
  readonly mode: 'internal' | 'public';
  readonly fixed: FixedPolicies;
}

/** The policy that a request asks for, over data of its own or over a source, whose operator may have fixed one. */
export function policyAsked(raw: unknown, source: string, { minK, mode, fixed }: PolicyRules): Policy {
  if (source === upload) return soundPolicy(raw); // what is uploaded is the client's own
  const own = fixedFor(source, fixed);
  if (own === undefined && mode === 'public') throw new Denial(noFixedPolicy(source));
  const policy = own === undefined ? soundPolicy(raw) : chosenWithin(own, raw ?? {}, source);
  if (policy.k < minK) throw new Denial(kBelowFloor(policy.k, minK, '/body/policy/k'));
  if (policy.seed !== undefined) throw new Denial(knownSeed());
  return policy;
}

export const fixedFor = (source: string, fixed: FixedPolicies): FixedPolicies[string] | undefined =>
  Object.hasOwn(fixed, source) ? fixed[source] : undefined;

/** The operator's policy, in the language and format that the client chose. */
function chosenWithin(fixed: Readonly<Record<string, unknown>>, chosen: unknown, source: string): Policy {
  const settings = asObject(chosen);
  const closed = Object.keys(settings).filter((key) => !leftOpen.includes(key));
  if (closed.length > 0) throw new Denial(policyIsFixed(source, leftOpen));
  return parsedPolicy({ ...fixed, ...settings });
}

function soundPolicy(raw: unknown): Policy {
  const settings = asObject(raw);
  const [own, ...more] = Object.keys(settings).filter((key) => serversOwn.includes(key));
  if (own !== undefined) throw denialOf([own, ...more].map(serversOwnSetting));
  return parsedPolicy(settings);
}

function parsedPolicy(settings: object): Policy {
  const policy = parsePolicy(settings);
  if (!policy.ok) throw denialOf(policy.problems.map(asHttpProblem));
  return policy.value;
}

export function asObject(raw: unknown): Readonly<Record<string, unknown>> {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
    throw new Denial(badRequest('The policy is not a JSON object.', '/body/policy'));
  return raw as Readonly<Record<string, unknown>>; // of JSON, so it has nothing else
}

export function denialOf([first, ...rest]: readonly HttpProblem[]): Denial {
  return new Denial(first, ...rest);
}
