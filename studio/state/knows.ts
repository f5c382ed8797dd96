import { ask } from '../api/client.ts';
import { type Answer, useAnswer } from './answer.ts';

/** Whether the method of a policy knows a setting. What a method learns is offered without another word. */
export type KnowsSetting = (policy: Readonly<Record<string, unknown>>, setting: string) => boolean;

interface Variant {
  readonly properties: Readonly<Record<string, { readonly const?: string; readonly enum?: readonly string[] }>>;
}

/** The schema of policies has a variant for each method, with the settings that it knows; it is asked for once. */
let known: KnowsSetting | undefined;

/** Who chooses before it is known would choose less than the choice says: a screen waits for it. */
export function useKnownSettings(): Answer<KnowsSetting> {
  const asked = useAnswer(known === undefined ? 'schema' : undefined, async (signal) => {
    const { oneOf } = await ask<{ oneOf: readonly Variant[] }>('/api/v1/schema', { signal });
    known = knowsBy(oneOf);
    return known;
  });
  return known === undefined ? asked : { value: known, isBusy: false, again: asked.again };
}

const knowsBy =
  (variants: readonly Variant[]): KnowsSetting =>
  ({ method, event }, setting) => {
    const name = String(method ?? (event === undefined ? 'prism' : 'events'));
    return variants.some(
      ({ properties }) =>
        (properties.method?.const === name || properties.method?.enum?.includes(name) === true) && setting in properties,
    );
  };
