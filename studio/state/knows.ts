import { signal } from '@preact/signals';
import { ask } from '../api/client.ts';

interface Variant {
  readonly properties: Readonly<Record<string, { readonly const?: string; readonly enum?: readonly string[] }>>;
}

/** The schema of policies: a variant for each method, with the settings that it knows. */
const variants = signal<readonly Variant[]>([]);
let isAsked = false;

/** Whether the method of a policy knows a setting. What a method learns is offered here without another word. */
export function knowsSetting({ method, event }: Readonly<Record<string, unknown>>, setting: string): boolean {
  if (!isAsked) {
    isAsked = true;
    ask<{ oneOf: readonly Variant[] }>('/api/v1/schema').then(
      ({ oneOf }) => (variants.value = oneOf),
      () => (isAsked = false),
    );
  }
  const name = String(method ?? (event === undefined ? 'prism' : 'events'));
  return variants.value.some(
    ({ properties }) =>
      (properties.method?.const === name || properties.method?.enum?.includes(name) === true) && setting in properties,
  );
}
