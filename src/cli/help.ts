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

export function commandHelp({ usage, summary, flags, examples }: Command): string {
  const rows = flags.map((flag) => `  ${spelled(flag).padEnd(34)} ${flag.help}\n`);
  return `${usage}\n  ${summary}\n\n${rows.length === 0 ? '' : `flags:\n${rows.join('')}\n`}examples:\n${examples.map((example) => `  ${example}\n`).join('')}`;
}

const spelled = ({ name, short, value }: Flag): string =>
  `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`;
