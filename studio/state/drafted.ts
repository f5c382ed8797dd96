import { computed, signal } from '@preact/signals';
import { type Drafted, draftPolicy, type PlanShown, planRelease } from '../api/calls.ts';
import { type Answer, useAnswer } from './answer.ts';
import type { Choices } from './choices.ts';
import { choices, openWorkId } from './work.ts';

/** The last policy that any screen had drafted, for the line that stands on all of them. */
const heard = signal<{ readonly work: string | undefined; readonly policy: Drafted['policy'] } | undefined>(undefined);
export const lastPolicy = computed(() => (heard.value?.work === openWorkId.value ? heard.value?.policy : undefined));

export function hearPolicy<Heard extends Drafted>(drafted: Heard): Heard {
  heard.value = { work: openWorkId.value, policy: drafted.policy };
  return drafted;
}

/** All of the choices that make the policy, and nothing that came of it. */
const keyOf = ({ sweep: _, release: __, ...made }: Choices): string => JSON.stringify(made);

/** The policy that the choices come to. */
export function useDraft(chosen: Choices | undefined = choices.value): Answer<Drafted> {
  return useAnswer(chosen === undefined ? undefined : keyOf(chosen), (signal) =>
    draftPolicy(chosen as Choices, signal).then(hearPolicy),
  ); // there is a key
}

/** Whether a release can be made so. Someone who is still turning a number is waited for. */
export function usePlan(policy: Drafted['policy'] | undefined): Answer<PlanShown> {
  const chosen = choices.value;
  const key = chosen === undefined || policy === undefined ? undefined : JSON.stringify([chosen.data, policy]);
  return useAnswer(key, async (signal) => {
    await new Promise((resolve) => setTimeout(resolve, 400));
    signal.throwIfAborted();
    return planRelease(chosen as Choices, policy ?? {}, signal); // there is a key
  });
}
