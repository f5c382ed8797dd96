import { parseArgs } from 'node:util';
import { ok, type Result, refused } from '../base/result.ts';
import type { Command, Parsed } from './command.ts';
import type { Flag } from './flag.ts';
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
    if (flag === undefined)
      return refused(
        unknownFlag(
          token.rawName,
          command.name,
          flags.map(({ name }) => `--${name}`),
        ),
      );
    if (flag.value === undefined && token.value !== undefined) return refused(flagValue(flag.name, undefined));
    if (flag.value !== undefined && !isValue(flag, token.value, token.inlineValue))
      return refused(flagValue(flag.name, flag.value));
    const before = flag.list === true ? values[flag.name] : undefined;
    values[flag.name] = before === undefined ? (token.value ?? true) : `${before},${token.value}`;
  }
  return ok({ positionals, flags: values });
}

/** A flag that follows is no value, unless it is tied on with "="; negative numbers and - for standard input are. */
function isValue({ key, value }: Flag, text: string | undefined, tied: boolean | undefined): boolean {
  if (text === undefined || text === '') return false;
  if (key === undefined && value?.includes('|') && !value.split('|').includes(text)) return false; // what has a key is judged by the policy
  return tied === true || !/^-./.test(text) || Number.isFinite(Number(text));
}
