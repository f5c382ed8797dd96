import { parseArgs } from 'node:util';
import { ok, type Result, refused } from '../base/result.ts';
import type { Command, Parsed } from './command.ts';
import type { Flag } from './flags.ts';
import { flagValue, unknownFlag } from './problems.ts';

const helpFlag: Flag = { name: 'help', short: 'h', help: 'this page' };

/** Words after the command, against the flags it has. */
export function parseWords(command: Command, args: readonly string[]): Result<Parsed> {
  const flags = [...command.flags, helpFlag];
  const options = Object.fromEntries(
    flags.map(({ name, short, value }) => [
      name,
      { type: value === undefined ? ('boolean' as const) : ('string' as const), ...(short === undefined ? {} : { short }) },
    ]),
  );
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true, allowPositionals: true });
  const positionals: string[] = [];
  const values: Record<string, string | true> = {};
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind !== 'option') continue;
    const flag = flags.find(({ name }) => name === token.name);
    if (flag === undefined) return refused(unknownFlag(token.rawName, command.name, flags.map(({ name }) => `--${name}`)));
    if (flag.value === undefined && token.value !== undefined) return refused(flagValue(flag.name, undefined));
    if (flag.value !== undefined && (token.value === undefined || token.value === '')) return refused(flagValue(flag.name, flag.value));
    values[flag.name] = token.value ?? true;
  }
  return ok({ positionals, flags: values });
}
