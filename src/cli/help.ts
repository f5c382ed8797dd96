import type { Command } from './command.ts';
import type { Family, Flag } from './flags.ts';

export function overview(commands: readonly Command[], version: string): string {
  const rows = commands.map(({ name, summary }) => `  ${name.padEnd(10)} ${summary}\n`);
  return `shoal ${version}: publishes the shape of data without the people in it

usage: shoal COMMAND [words] [flags]

${rows.join('')}
"shoal COMMAND --help" tells more. Start with: shoal demo
`;
}

/** The flags of series unless another method is asked for: all of them together do not fit a screen. */
export function commandHelp({ name, usage, summary, flags, examples }: Command, method?: string | true): string {
  const family = method === 'events' ? 'events' : method === 'kaca' ? 'table' : 'series';
  const rows = flags.filter(({ only }) => isFor(only, family)).map((flag) => `  ${spelled(flag).padEnd(34)} ${flag.help}\n`);
  const others = families.filter(
    ([other]) => other !== family && flags.some(({ only }) => only !== undefined && isFor(only, other)),
  );
  const rest = others.map(([, things, other]) => `  and those of ${things}: shoal ${name} --method ${other} --help\n`).join('');
  return `${usage}\n  ${summary}\n\n${rows.length === 0 ? '' : `flags:\n${rows.join('')}${rest}\n`}examples:\n${examples.map((example) => `  ${example}\n`).join('')}`;
}

const families: readonly (readonly [Family, string, string])[] = [
  ['series', 'series', 'naive'],
  ['events', 'events', 'events'],
  ['table', 'transactions', 'kaca'],
];

/** Whether a flag is for a kind of input. */
export const isFor = (only: Flag['only'], family: Family): boolean => only === undefined || [only].flat().includes(family);

const spelled = ({ name, short, value }: Flag): string =>
  `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`;
