import type { Command } from './command.ts';
import type { Flag } from './flags.ts';

export function overview(commands: readonly Command[], version: string): string {
  const rows = commands.map(({ name, summary }) => `  ${name.padEnd(10)} ${summary}\n`);
  return `shoal ${version}: publishes the shape of data without the people in it

usage: shoal COMMAND [words] [flags]

${rows.join('')}
"shoal COMMAND --help" tells more. Start with: shoal demo
`;
}

/** The flags of series unless events are asked for: all of them together do not fit a screen. */
export function commandHelp({ name, usage, summary, flags, examples }: Command, method?: string | true): string {
  const other = method === 'events' ? 'series' : 'events';
  const rows = flags.filter(({ only }) => only !== other).map((flag) => `  ${spelled(flag).padEnd(34)} ${flag.help}\n`);
  const rest = flags.some(({ only }) => only === other)
    ? `  and those of ${other}: shoal ${name} --method ${other === 'events' ? 'events' : 'naive'} --help\n`
    : '';
  return `${usage}\n  ${summary}\n\n${rows.length === 0 ? '' : `flags:\n${rows.join('')}${rest}\n`}examples:\n${examples.map((example) => `  ${example}\n`).join('')}`;
}

const spelled = ({ name, short, value }: Flag): string =>
  `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`;
