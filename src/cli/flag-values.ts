import { policyFlags } from './flags.ts';

const numeric = new Set([
  'k',
  'p',
  'l',
  't',
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
  'partRows',
  'queries',
  'hourBlock',
  'flatValue',
  'maxUnicity',
  'suppression',
  'kMap',
  'confidence',
  'traces',
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
    else if (notationFlags.has(key)) settings[key] = notationFrom(key, String(value));
    else if (key === 'delimiter') settings[key] = value === '\\t' || value === 'tab' ? '\t' : value;
    else settings[key] = numeric.has(key) && /^\s*-?[\d.]{1,16}\s*$/.test(String(value)) ? Number(value) : value;
  }
  return settings;
}

const notationFlags = new Set(['decimal', 'thousands', 'unit', 'timeFormat', 'join']);

/** One value for the file, or `COL=VALUE;COL=VALUE`; units have commas between, columns to be joined a plus. */
function notationFrom(key: string, text: string): unknown {
  const valueFrom = (one: string) =>
    key === 'unit' ? splitUnits(one) : key === 'join' ? one.split('+').map((name) => name.trim()) : one;
  if (!text.includes('=')) return valueFrom(text);
  return Object.fromEntries(
    text
      .split(';')
      .filter((pair) => pair.trim() !== '')
      .map((pair) => splitAt(pair, '='))
      .map(([column, value]) => [column.trim(), valueFrom(key === 'thousands' ? value : value.trim())]),
  );
}

function splitUnits(text: string): string | readonly string[] {
  const units = text.split(',').map((unit) => unit.trim());
  return units.length === 1 ? units[0] : units;
}

function splitAt(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
