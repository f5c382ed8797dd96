import { keysOf, type Policy } from './policy.ts';
import { withShownAddresses } from './postgres-address.ts';

/** The name that a release of this policy bears in its manifest, its files and its summary: of a family with one release, that of the release. */
export function releasedMethod(policy: Policy): 'naive' | 'kapra' | 'prism' | 'events' | 'kaca' {
  switch (policy.family) {
    case 'series':
      return policy.method;
    case 'events':
      return 'events';
    case 'table':
      return 'kaca';
    default:
      return policy satisfies never;
  }
}

/** A policy as a release tells it: settings that can be run again, in the order of the schema, with addresses as they may be shown. */
export function writtenPolicy(policy: Policy): Readonly<Record<string, unknown>> {
  const { family: _, ...settings } = withShownAddresses(policy);
  const method = releasedMethod(policy);
  const spelled: Readonly<Record<string, unknown>> = {
    ...settings,
    method,
    ...(policy.family === 'table' ? { clustering: policy.method } : {}),
  };
  return Object.fromEntries(
    keysOf[policy.family === 'series' ? policy.method : policy.family]
      .filter((key) => Object.hasOwn(spelled, key))
      .map((key) => [key, spelled[key]]),
  );
}
