import { shellWord } from '../base/shell-word.ts';
import type { Setting } from '../figures/sweep-setting.ts';
import { keysOf, type Policy, parsePolicy, type SeriesPolicy } from '../policy/policy.ts';
import { shownAddress } from '../policy/postgres-address.ts';
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

/**
 * The command that makes this release again, quoted for a shell: method, k, P and level always, then every setting that was `given`,
 * be it the default, or that is not the default. So it says the same where a policy file lies about that says otherwise.
 */
export const reproducingCommand = ({ policy, raw, ...setting }: Made, given: ReadonlySet<string>): string =>
  policy.family === 'series' ? ofSeries(policy, setting, given) : asWritten(policy, raw, setting);

/** What was written, setting by setting. A mapping within a policy has no flag: it comes with the policy file. */
function asWritten(policy: Policy, raw: Made['raw'], setting: Setting): string {
  const written = Object.entries(raw).filter(([key, value]) => value !== undefined && !whereOnly.has(key));
  const flags = written.flatMap(([key, value]) => (key === 'k' ? ['-k', `${value}`] : flagWords(key, value)));
  return ['shoal', 'run', ...inputWords(policy.input), ...flags, '--out', folderName(setting)].map(shellWord).join(' ');
}

const whereOnly = new Set(['version', '$schema', 'input', 'out', 'outTable', 'trace', 'sweep']);

function ofSeries(policy: SeriesPolicy, setting: Setting, given: ReadonlySet<string>): string {
  const { method, k, p, maxLevel } = policy;
  const words = [
    'shoal',
    'run',
    ...inputWords(policy.input),
    '--method',
    method,
    '-k',
    `${k}`,
    '-p',
    `${p}`,
    '--max-level',
    `${maxLevel}`,
  ];
  const settings = policy as Readonly<Record<string, unknown>>;
  const defaults = defaultsOf(method);
  for (const key of keysOf[method]) {
    if (apart.has(key) || settings[key] === undefined) continue;
    if (given.has(key) || key in setting || JSON.stringify(settings[key]) !== JSON.stringify(defaults[key]))
      words.push(...flagWords(key, key === 'long' ? Object.values(policy.long ?? {}) : settings[key]));
  }
  return [...words, '--out', folderName(setting)].map(shellWord).join(' ');
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
