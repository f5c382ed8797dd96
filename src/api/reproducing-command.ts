import { devNull } from 'node:os';
import { shellWord } from '../base/shell-word.ts';
import type { Setting } from '../figures/sweep-setting.ts';
import { keysOf, type Policy, parsePolicy, type SeriesPolicy } from '../policy/policy.ts';
import { shownAddress } from '../policy/postgres-address.ts';
import type { Settings } from '../policy/settings-file.ts';
import { folderName } from './folder-name.ts';

/** Settings that say where, not what, or that the command spells in a form of its own. */
const apart = new Set([
  'version',
  '$schema',
  'input',
  'out',
  'outTable',
  'family',
  'method',
  'k',
  'p',
  'maxLevel',
  'trace',
  'sweep',
]);

/** One setting of a sweep, with its policy and what a person would have written to get it. */
interface Made extends Setting {
  readonly policy: Policy;
  readonly raw: Readonly<Record<string, unknown>>;
}

/** The policy file that settings were read from, as a person names it. */
export interface PolicyFile {
  readonly path: string;
  readonly settings: Settings;
}

/**
 * The command that makes this release again, quoted for a shell. Beside a policy file it names that file and says what differs from it. Else it
 * says method, k, P and level always, then every setting that was `given`, be it the default, or that is not the default. So it says the same
 * where a policy file lies about that says otherwise.
 */
export function reproducingCommand({ policy, raw, ...setting }: Made, given: ReadonlySet<string>, file?: PolicyFile): string {
  const useful = file !== undefined && Object.keys(file.settings).every((key) => whereOnly.has(key) || key in raw);
  const isInFile = (key: string) => useful && key in file.settings && isAlike(raw[key], file.settings[key]);
  const words = [
    'shoal',
    'run',
    ...(isInFile('input') ? [] : inputWords(policy.input)),
    ...(file === undefined ? [] : ['--policy', useful ? file.path : devNull]), // a file that says what this setting must not have is kept out
    ...(policy.family === 'series' ? ofSeries(policy, setting, given, isInFile) : asWritten(raw, isInFile)),
    '--out',
    folderName(setting),
  ];
  const silent = Object.keys(raw).filter((key) => raw[key] !== undefined && !isInFile(key) && hasNoFlag(key, raw[key]));
  return `${words.map(shellWord).join(' ')}${silent.length === 0 ? '' : ` # and ${silent.join(', ')}, in a policy file`}`;
}

const isAlike = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Settings that only a policy file, or a program, can say. */
const hasNoFlag = (key: string, value: unknown): boolean =>
  ['about', 'gates', 'weights', 'top', 'bottom', 'names'].includes(key) || (key === 'mapping' && typeof value !== 'string');

/** What was written, setting by setting. */
const asWritten = (raw: Made['raw'], isInFile: (key: string) => boolean): string[] =>
  Object.entries(raw)
    .filter(([key, value]) => value !== undefined && !whereOnly.has(key) && !isInFile(key) && !hasNoFlag(key, value))
    .flatMap(([key, value]) => (key === 'k' ? ['-k', `${value}`] : flagWords(key, value)));

const whereOnly = new Set(['version', '$schema', 'input', 'out', 'outTable', 'trace', 'sweep']);

function ofSeries(
  policy: SeriesPolicy,
  setting: Setting,
  given: ReadonlySet<string>,
  isInFile: (key: string) => boolean,
): string[] {
  const { method, k, p, maxLevel } = policy;
  const words = ['--method', method, '-k', `${k}`, '-p', `${p}`, '--max-level', `${maxLevel}`];
  const settings = policy as Readonly<Record<string, unknown>>;
  const defaults = defaultsOf(method);
  for (const key of keysOf[method]) {
    const value = settings[key];
    if (apart.has(key) || value === undefined || hasNoFlag(key, value) || (isInFile(key) && !(key in setting))) continue;
    if (given.has(key) || key in setting || !isAlike(value, defaults[key]))
      words.push(...flagWords(key, key === 'long' ? Object.values(policy.long ?? {}) : value));
  }
  return words;
}

/** A name that begins with a dash would be taken for a flag. */
const inputWords = (input: string | undefined): string[] =>
  input === undefined ? [] : [/^-./.test(input) ? `./${input}` : shownAddress(input)];

function defaultsOf(method: SeriesPolicy['method']): Readonly<Record<string, unknown>> {
  const policy = parsePolicy({ method });
  return policy.ok ? policy.value : {};
}

/** A setting's flag is its key with dashes, as a test holds. */
function flagWords(key: string, value: unknown): string[] {
  const flag = `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  if (value === true) return [flag];
  const text = perColumn.has(key) ? notationText(key, value) : flagText(value);
  if (value === false || text === '') return [];
  return text.startsWith('-') ? [`${flag}=${text}`] : [flag, text];
}

const perColumn = new Set(['decimal', 'thousands', 'unit', 'timeFormat', 'join']);

/** As `COL=VALUE;COL=VALUE`, where it is not one value for the file. */
function notationText(key: string, value: unknown): string {
  const textOf = (one: unknown): string => (Array.isArray(one) ? one.join(key === 'join' ? '+' : ',') : String(one));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return textOf(value);
  return Object.entries(value)
    .map(([column, one]) => `${column}=${textOf(one)}`)
    .join(';');
}

function flagText(value: unknown): string {
  if (value === '\t') return 'tab';
  if (Array.isArray(value))
    return value.length === 1 && /^\/.*\/i?$/.test(value[0]) ? value[0] : value.map(withoutCommas).join(',');
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map((pair) => pair.join('='))
      .join(',');
  return String(value);
}

const withoutCommas = (item: unknown): string => String(item).replaceAll(',', '\\,');
