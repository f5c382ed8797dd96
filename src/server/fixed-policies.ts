import { resolve } from 'node:path';
import { readPolicyFile } from '../api/policy-file.ts';
import { ok, type Result, refused } from '../base/result.ts';
import { readNoiseKey } from '../policy/noise.ts';
import { type NotationSettings, notationNames } from '../policy/notation-settings.ts';
import { parsePolicy } from '../policy/policy.ts';
import type { Settings } from './options.ts';
import { badOption } from './start-problems.ts';

/** The policies that the operator fixed for sources, by the name of the source; of these a client may choose language and format alone. */
export type FixedPolicies = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** What a client may choose where a policy is fixed: neither changes who is told from whom. */
export const leftOpen: readonly string[] = ['lang', 'format'];

/** Settings of a run that are never those of a source. */
const ofRuns: readonly string[] = ['input', 'out', 'outTable', 'trace', 'threads', 'memory', 'seed', 'seedFile', 'sweep'];

/** How the data behind the answers is written, as a policy file says it, such as one that `shoal init` wrote for it; the rest of that file is not looked at. */
export function dataNotations({ dataPolicy, data }: Settings): Result<NotationSettings> {
  if (dataPolicy === undefined) return ok({});
  if (data === undefined) return refused(badOption('policy', 'data=FILE is given without --data'));
  const read = readPolicyFile(dataPolicy);
  if (!read.ok) return read;
  const settings = Object.fromEntries(
    notationNames.flatMap((name) => (read.value[name] === undefined ? [] : [[name, read.value[name]]])),
  );
  const parsed = parsePolicy({ family: 'table', ...settings });
  if (!parsed.ok) return parsed;
  return ok(Object.fromEntries(Object.keys(settings).map((name) => [name, parsed.value[name as keyof NotationSettings]])));
}

/** Reads them before the server listens, so that a fault is told to whoever starts it. In mode public they make public releases, whatever they say. */
export async function fixedPolicies({ policies, sources, mode, minK }: Settings): Promise<Result<FixedPolicies>> {
  const fixed: Record<string, Readonly<Record<string, unknown>>> = {};
  for (const [name, path] of Object.entries(policies)) {
    if (!Object.hasOwn(sources, name)) return refused(badOption('policy', `there is no source named ${name}`));
    const read = readPolicyFile(path);
    if (!read.ok) return read;
    const settings = Object.fromEntries(Object.entries(read.value).filter(([key]) => !ofRuns.includes(key)));
    const key = typeof settings.noiseKey === 'string' ? { noiseKey: resolve(settings.noiseKey) } : {}; // jobs work in folders of their own
    const policy = { ...settings, ...key, ...(mode === 'public' ? { release: 'public' } : {}) };
    const parsed = parsePolicy(policy);
    if (!parsed.ok) return parsed;
    const noiseKey = parsed.value.family === 'table' ? readNoiseKey(parsed.value) : ok(undefined);
    if (!noiseKey.ok) return noiseKey;
    if (parsed.value.k < minK) return refused(badOption('policy', `the k of ${name} is below ${minK}, the least of this server`));
    fixed[name] = policy;
  }
  return ok(fixed);
}
