import { ok, type Result, refused } from '../base/result.ts';
import { aliases, familyOfMethod } from './family.ts';
import { presetOfOtherFamily } from './preset-problems.ts';
import { settingsOfPreset } from './presets.ts';
import { badValue, type PolicyProblem } from './problems.ts';
import type { Settings } from './settings-file.ts';

/** What a person wrote over what their preset says: the one they name, or that of an older name of a method. `known` are the keys of policies. */
export function withPreset({ preset, ...raw }: Settings, known: readonly string[]): Result<Settings, PolicyProblem> {
  const written = Object.fromEntries(Object.entries(raw).filter(([, value]) => value !== undefined));
  if (preset === undefined) return withAlias(written, known);
  if (typeof preset !== 'string' || preset.includes('\0'))
    return refused(badValue('preset', 'expected the name of a preset, or a file'));
  const settings = settingsOfPreset(preset, known);
  if (!settings.ok) return settings;
  const { family: own } = settings.value;
  const family = written.family ?? familyOfMethod(String(written.method));
  return typeof own === 'string' && typeof family === 'string' && own !== family
    ? refused(presetOfOtherFamily(preset, own, family))
    : ok({ ...settings.value, ...written });
}

function withAlias(written: Settings, known: readonly string[]): Result<Settings, PolicyProblem> {
  const { method } = written;
  const alias = typeof method === 'string' && Object.hasOwn(aliases, method) ? aliases[method] : undefined;
  if (alias === undefined) return ok(written);
  const settings = settingsOfPreset(alias.preset, known);
  if (!settings.ok) return settings;
  const taken = Object.entries(settings.value).filter(([key]) => key !== 'family' && (alias.settings?.includes(key) ?? true));
  return ok({ ...Object.fromEntries(taken), ...written });
}
