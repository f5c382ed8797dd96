import { nearest } from '../base/nearest.ts';
import { ownFile } from '../base/own-files.ts';
import { invariant } from '../base/problem.ts';
import { ok, type Result, refused } from '../base/result.ts';
import { nestedPreset, type PresetProblem, presetKey, unknownPreset, unreadablePreset } from './preset-problems.ts';
import { isPresetFile, readSettings, type Settings } from './settings-file.ts';

/** The presets that are shipped, each a file in presets/ beside this program. */
export const presetNames = ['telecare', 'tolls'] as const;
export type PresetName = (typeof presetNames)[number];

/** A partial policy, and what a shipped one says beyond it: names of published columns, words of an answer. */
interface Preset {
  readonly settings: Settings;
  readonly columns: Readonly<Record<string, string>>;
  readonly answer: unknown;
}

/** The settings of a preset, by the name of a shipped one or by its file; `known` are the keys of policies. */
export function settingsOfPreset(preset: string, known: readonly string[]): Result<Settings, PresetProblem> {
  const name = presetNames.find((shipped) => shipped === preset);
  if (name !== undefined) return ok(shippedPreset(name).settings);
  if (!isPresetFile(preset)) return refused(unknownPreset(preset, presetNames));
  const read = readSettings(preset, unreadablePreset);
  if (!read.ok) return read;
  if (Object.hasOwn(read.value, 'preset')) return refused(nestedPreset(preset));
  const stray = Object.keys(read.value).find((key) => !known.includes(key));
  return stray === undefined ? read : refused(presetKey(preset, stray, nearest(stray, known)));
}

/** The names by which readers know what a policy publishes, where they are not the input's own. */
export const publishedNames = ({ names }: { readonly names?: PresetName | undefined }): Preset['columns'] =>
  names === undefined ? {} : shippedPreset(names).columns;

/** One that lies beside the program, read once. */
export function shippedPreset(name: PresetName): Preset {
  const known = shipped.get(name);
  if (known !== undefined) return known;
  const read = readSettings(ownFile(`presets/${name}.yaml`), unreadablePreset);
  invariant(read.ok, `the package holds presets/${name}.yaml`);
  const { columns = {}, answer, ...settings } = read.value;
  const preset = { settings, columns: columns as Preset['columns'], answer }; // a test holds the shipped files to this
  shipped.set(name, preset);
  return preset;
}

const shipped = new Map<PresetName, Preset>();
