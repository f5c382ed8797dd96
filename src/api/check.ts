import { tmpdir } from 'node:os';
import { ok, type Result, refused } from '../base/result.ts';
import { missingInput } from '../formats/missing-input.ts';
import { notatedBy } from '../policy/notations.ts';
import { type Policy, parsePolicy } from '../policy/policy.ts';
import type { PolicyInput } from '../policy/policy-input.ts';
import { atWork } from './at-work.ts';
import { callProblem } from './call-problem.ts';
import { columnsReadBy } from './columns-read-by.ts';
import { takeInput, type WithData } from './given/input.ts';
import type { RunOptions } from './run-options.ts';

/** A policy that fits the columns of its input. */
export interface Checked {
  /** Every setting, those that were left out as well. */
  readonly policy: Policy;
  /** Names of the input's columns; absent where the policy names no input. */
  readonly columns?: readonly string[];
}

/** Whether a policy is sound, and where it names an input, whether that has the columns it names. Reads the head of the input and writes nothing. */
export async function check(
  raw: WithData<PolicyInput>,
  given: Pick<RunOptions, 'stdin' | 'signal'> = {},
): Promise<Result<Checked>> {
  const wrong = callProblem(['options', given, 'options']);
  if (wrong !== undefined) return refused(wrong);
  const { stdin, ...options } = given;
  const taken = takeInput<PolicyInput>(raw, stdin);
  if (!taken.ok) return taken;
  const { settings, given: data } = taken.value;
  const policy = parsePolicy(settings);
  if (!policy.ok) return policy;
  const { input, sql, delimiter } = policy.value;
  if (input === undefined) return ok({ policy: policy.value });
  const missing = missingInput(input);
  if (missing !== undefined) return refused(missing);
  return atWork({ ...policy.value, out: tmpdir() }, { ...options, given: data }, async ({ openEngine }) => {
    const engine = await openEngine();
    const needed = columnsReadBy(policy.value);
    const source = await engine.open({ input, sql, delimiter, given: data, needed, notated: notatedBy(policy.value) });
    if (!source.ok) return source;
    const columns = source.value.columns.map(({ name }) => name);
    const found = source.value.implied === undefined ? needed(columns) : ok(columns); // a file of series says itself what its columns are
    return found.ok ? ok({ policy: policy.value, columns }) : found;
  });
}
