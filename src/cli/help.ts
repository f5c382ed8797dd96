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

/** The flags of one method: all of them together do not fit a screen. Naive and KAPRA share theirs. */
export function commandHelp({ name, usage, summary, flags, examples }: Command, method?: string | true): string {
  const own = method === 'prism' || method === 'events' ? method : 'naive';
  const shown = flags.filter(({ only }) => only === undefined || kindsOf[own].includes(only));
  const rows = shown.map((flag) => `  ${spelled(flag).padEnd(34)} ${flag.help}\n`);
  const others = Object.keys(kindsOf).filter((other) => other !== own);
  const rest =
    shown.length < flags.length
      ? `  and those of ${others.join(' and ')}: shoal ${name} --method ${others.join('|')} --help\n`
      : '';
  return `${usage}\n  ${summary}\n\n${rows.length === 0 ? '' : `flags:\n${rows.join('')}${rest}\n`}examples:\n${examples.map((example) => `  ${example}\n`).join('')}`;
}

const kindsOf: Readonly<Record<'naive' | 'prism' | 'events', readonly Flag['only'][]>> = {
  naive: ['series', 'word'],
  prism: ['series', 'prism'],
  events: ['events'],
};

const spelled = ({ name, short, value }: Flag): string =>
  `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`;
