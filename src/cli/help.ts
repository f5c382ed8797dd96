import type { Command } from './command.ts';
import type { Audience, Flag } from './flags.ts';

export function overview(commands: readonly Command[], version: string): string {
  const rows = commands.map(({ name, summary }) => `  ${name.padEnd(10)} ${summary}\n`);
  return `shoal ${version}: publishes the shape of data without the people in it

usage: shoal COMMAND [words] [flags]

${rows.join('')}
"shoal COMMAND --help" tells more. Start with: shoal demo
`;
}

/** The flags of naive and KAPRA unless another method is asked for: all of them together do not fit a screen. */
export function commandHelp({ name, usage, summary, flags, examples }: Command, method?: string | true): string {
  const own = typeof method === 'string' && Object.hasOwn(audiences, method) ? method : 'naive';
  const shown = flags.filter(({ only }) => isFor(only, audiences[own]));
  const rows = shown.map((flag) => `  ${spelled(flag).padEnd(34)} ${flag.help}\n`);
  const others = Object.keys(audiences).filter(
    (other) => other !== own && flags.some((flag) => !shown.includes(flag) && isFor(flag.only, audiences[other])),
  );
  const rest =
    others.length === 0 ? '' : `  and those of ${others.join(', ')}: shoal ${name} --method ${others.join('|')} --help\n`;
  return `${usage}\n  ${summary}\n\n${rows.length === 0 ? '' : `flags:\n${rows.join('')}${rest}\n`}examples:\n${examples.map((example) => `  ${example}\n`).join('')}`;
}

const audiences: Readonly<Record<string, readonly Audience[]>> = {
  naive: ['series', 'word'],
  prism: ['series', 'prism'],
  events: ['events'],
  kaca: ['table'],
};

/** Whether a flag is for one of these. */
export const isFor = (only: Flag['only'], audience: readonly Audience[]): boolean =>
  only === undefined || [only].flat().some((one) => audience.includes(one));

const spelled = ({ name, short, value }: Flag): string =>
  `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`;
