import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import type { Problem } from '../base/problem.ts';
import { ok, type Result, refused } from '../base/result.ts';
import { inputIn } from '../formats/input-address.ts';

export type Settings = Readonly<Record<string, unknown>>;

/** The settings of a YAML or JSON file, its paths taken from the folder it lies in; or the problem that says where and why they cannot be read. */
export function readSettings<P extends Problem>(
  path: string,
  unreadable: (where: string, why: string) => P,
): Result<Settings, P> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return refused(unreadable(path, 'There is no such file, or you may not read it.'));
  }
  const settings = settingsIn(text, path, unreadable);
  return settings.ok ? ok(withPathsFrom(dirname(resolve(path)), settings.value)) : settings;
}

/** The settings of a text; `name` is what problems call it. */
export function settingsIn<P extends Problem>(
  text: string,
  name: string,
  unreadable: (where: string, why: string) => P,
): Result<Settings, P> {
  const { parseDocument } = createRequire(import.meta.url)('yaml') as typeof import('yaml'); // most runs need none: it is loaded when asked for
  const document = parseDocument(text);
  const fault = document.errors[0];
  if (fault !== undefined)
    return refused(unreadable(`${name}, line ${fault.linePos?.[0].line ?? 1}`, 'It is not well-formed YAML or JSON.'));
  let settings: unknown;
  try {
    settings = document.toJS() ?? {};
  } catch {
    return refused(unreadable(name, 'It refers to an anchor that is not there, or far too often to one that is.'));
  }
  if (typeof settings !== 'object' || settings === null || Array.isArray(settings))
    return refused(unreadable(name, 'It holds a list or a single value where settings are expected.'));
  return ok(settings as Settings);
}

/** The line on which a key of such a file stands, `sweep.k` for one inside another; undefined where it does not. */
export function lineOfKey(path: string, key: string): number | undefined {
  try {
    return lineIn(readFileSync(path, 'utf8'), key);
  } catch {
    return undefined;
  }
}

/** The line of a text on which a key of its settings stands. */
export function lineIn(text: string, key: string): number | undefined {
  const { isMap, isScalar, LineCounter, parseDocument } = createRequire(import.meta.url)('yaml') as typeof import('yaml');
  const lines = new LineCounter();
  let within: unknown = parseDocument(text, { lineCounter: lines }).contents;
  let line: number | undefined;
  for (const name of key.split('.')) {
    const pair = isMap(within) ? within.items.find((item) => isScalar(item.key) && String(item.key.value) === name) : undefined;
    if (pair === undefined) return line; // inside a value that is no map: the key that has it
    if (isScalar(pair.key) && pair.key.range) line = lines.linePos(pair.key.range[0]).line;
    within = pair.value;
  }
  return line;
}

function withPathsFrom(folder: string, settings: Settings): Settings {
  const from = (path: unknown) => (typeof path === 'string' ? inputIn(folder, path) : path);
  const { hierarchy, preset } = settings;
  const paths = ['input', 'mapping', 'out', 'population'].filter((key) => key in settings);
  return {
    ...settings,
    ...Object.fromEntries(paths.map((key) => [key, from(settings[key])])),
    ...(typeof preset === 'string' && isPresetFile(preset) ? { preset: from(preset) } : {}),
    ...(typeof hierarchy === 'object' && hierarchy !== null
      ? { hierarchy: Object.fromEntries(Object.entries(hierarchy).map(([column, file]) => [column, from(file)])) }
      : {}),
  };
}

/** A preset is named by one word, or is a file: a path, or a name with an ending. */
export const isPresetFile = (preset: string): boolean => /[\\/.]/.test(preset);
