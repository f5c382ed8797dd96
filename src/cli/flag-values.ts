import { policyFlags } from './flags.ts';

const numeric = new Set([
  'k',
  'p',
  'l',
  'mu',
  'timeLimit',
  'maxValueLoss',
  'maxPatternLoss',
  'segments',
  'maxLevel',
  'decimals',
  'snap',
  'seed',
  'threads',
  'queries',
  'hourBlock',
  'flatValue',
  'maxUnicity',
]);

/** Flag values as the policy wants them; what is no number stays text, for the policy's own door to refuse. */
export function policyFrom(flags: Readonly<Record<string, string | true>>): Record<string, unknown> {
  const settings: Record<string, unknown> = {};
  for (const { name, key } of policyFlags) {
    const value = flags[name];
    if (value === undefined || key === undefined) continue;
    if (key === 'hierarchy')
      settings[key] = Object.fromEntries(
        String(value)
          .split(',')
          .map((pair) => splitAt(pair, '=')),
      );
    else if (key === 'periods')
      settings[key] = Object.fromEntries(
        String(value)
          .split(',')
          .map((pair) => splitAt(pair, '='))
          .map(([name, hour]) => [name.trim(), /^\d+$/.test(hour.trim()) ? Number(hour) : hour]),
      );
    else if (key === 'delimiter') settings[key] = value === '\\t' || value === 'tab' ? '\t' : value;
    else settings[key] = numeric.has(key) && /^\s*-?[\d.]{1,16}\s*$/.test(String(value)) ? Number(value) : value;
  }
  return settings;
}

function splitAt(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
