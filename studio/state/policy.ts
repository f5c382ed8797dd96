import { type Drafted, draftPolicy, listSources } from '../api/calls.ts';
import { type Answer, useAnswer } from './answer.ts';
import type { Choices } from './choices.ts';
import { hearPolicy } from './drafted.ts';
import { markOf } from './mark.ts';
import { choices } from './work.ts';

/** The policy of the open work, with its mark: what came of the same policy has the same one. */
export interface ChosenPolicy extends Drafted {
  readonly mark: string;
}

/** Policies that were drafted, by what was chosen: going back to a screen asks nothing twice. In memory alone. */
const known = new Map<string, ChosenPolicy>();

export function usePolicy(): Answer<ChosenPolicy> {
  const chosen = choices.value;
  const key = chosen === undefined ? undefined : keyOf(chosen);
  const before = key === undefined ? undefined : known.get(key);
  const asked = useAnswer(before === undefined ? key : undefined, async (signal) => {
    const drafted = await policyFor(chosen as Choices, signal); // there is a key
    const policy = { ...drafted, mark: markOf([chosen?.data, drafted.policy]) };
    if (known.size > 50) known.clear();
    if (key !== undefined) known.set(key, policy);
    return policy;
  });
  return before === undefined ? asked : { value: before, isBusy: false, again: asked.again };
}

/** Where the operator of a source has fixed its policy, there is nothing to choose. */
async function policyFor(chosen: Choices, signal: AbortSignal): Promise<Drafted> {
  const { data } = chosen;
  const isFixed = 'source' in data && (await listSources()).some(({ name, fixed }) => fixed && name === data.source);
  return isFixed ? { policy: {}, yaml: '', notes: [], toldNotes: [] } : hearPolicy(await draftPolicy(chosen, signal));
}

/** Without what came of the choices. */
const keyOf = ({ sweep, release, sweepOf, releaseOf, ...chosen }: Choices): string => JSON.stringify(chosen);
