import { didYouMean } from '../base/nearest.ts';
import { Exit, problem } from '../base/problem.ts';

/** Every sentence about presets. */
export const unknownPreset = (name: string, known: readonly string[]) =>
  problem({
    code: 'policy/unknown-preset',
    exit: Exit.usage,
    what: `There is no preset "${name}".`,
    where: 'preset',
    why: 'A preset is one that Shoal brings along, or a file of your own.',
    fix: `${didYouMean(name, known)}There are ${known.join(' and ')}; a file is named by its path, such as ./${name}.yaml.`,
    facts: { name, known },
  });

export const unreadablePreset = (where: string, why: string) =>
  problem({
    code: 'policy/unreadable-preset',
    exit: Exit.usage,
    what: 'The preset cannot be read.',
    where,
    why,
    fix: 'Correct the file: YAML or JSON with one setting a line, as in a policy file. See docs/presets.md.',
    facts: {},
  });

export const presetKey = (where: string, key: string, suggestion: string | undefined) =>
  problem({
    code: 'policy/preset-key',
    exit: Exit.usage,
    what: `The preset has a key "${key}", which is not a setting.`,
    where,
    why: 'A misspelt setting would silently leave the default in force, which may protect less than you meant.',
    fix: `${suggestion === undefined ? '' : `Did you mean "${suggestion}"? `}"shoal schema" lists every setting.`,
    facts: { key, ...(suggestion === undefined ? {} : { suggestion }) },
  });

export const nestedPreset = (where: string) =>
  problem({
    code: 'policy/nested-preset',
    exit: Exit.usage,
    what: 'The preset names a preset.',
    where,
    why: 'Each preset is complete, so that one file shows all it brings.',
    fix: 'Copy the settings of the other preset into this one, and take the key "preset" out.',
    facts: {},
  });

export const presetOfOtherFamily = (preset: string, own: string, family: string) =>
  problem({
    code: 'policy/preset-family',
    exit: Exit.usage,
    what: `Preset ${preset} is for family ${own}, and the policy is of family ${family}.`,
    where: 'preset',
    why: 'Its settings mean nothing to another family.',
    fix: 'Leave the preset out, or the family and the method.',
    facts: { preset, own, family },
  });

export type PresetProblem = ReturnType<
  typeof unknownPreset | typeof unreadablePreset | typeof presetKey | typeof nestedPreset | typeof presetOfOtherFamily
>;
