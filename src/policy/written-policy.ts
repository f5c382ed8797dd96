import { type EventsPolicy, keysOf, type Policy, type SeriesPolicy } from './policy.ts';
import { withShownAddresses } from './postgres-address.ts';
import { shippedPreset } from './presets.ts';
import type { Settings } from './settings-file.ts';

/** The name that a release of this policy bears in its manifest, its files and its summary: of a family with one release, that of the release. */
export function releasedMethod(policy: Policy): SeriesPolicy['method'] | 'events' | 'kaca' {
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
export function writtenPolicy(policy: Policy): Settings {
  const spelled = spelledPolicy(withShownAddresses(policy));
  const keys = keysOf[policy.family === 'series' ? policy.method : policy.family];
  return Object.fromEntries(keys.filter((key) => Object.hasOwn(spelled, key)).map((key) => [key, spelled[key]]));
}

/** Under an older name where that brings along what the policy has too: a mapping, or names of columns. */
function spelledPolicy(policy: Policy): Settings {
  switch (policy.family) {
    case 'series': {
      const { family: _, ...settings } = policy;
      return settings;
    }
    case 'events': {
      if (policy.mapping === undefined) return policy;
      const { family: _, mapping, ...others } = policy;
      return { ...others, method: 'events', ...(isOfPreset(mapping) ? {} : { mapping }) };
    }
    case 'table': {
      const { family: _, names, ...others } = policy;
      return names === undefined ? policy : { ...others, method: 'kaca', clustering: policy.method };
    }
    default:
      return policy satisfies never;
  }
}

const isOfPreset = (mapping: EventsPolicy['mapping']): boolean =>
  typeof mapping === 'object' && JSON.stringify(mapping) === JSON.stringify(shippedPreset('telecare').settings.mapping);
