import type { Command } from './command.ts';
import { valuesOf } from './completed-values.ts';
import type { Flag } from './flag.ts';

export function fishScript(commands: readonly Command[]): string {
  const first = "-n '__fish_use_subcommand'";
  return `# completion of shoal for fish: shoal completion fish > ~/.config/fish/completions/shoal.fish
complete -c shoal -f
${commands.map(({ name, summary }) => `complete -c shoal ${first} -a ${name} -d ${quoteText(summary)}\n`).join('')}complete -c shoal -n '__fish_seen_subcommand_from help' -a ${quoteText(commands.map(({ name }) => name).join(' '))}
${commands.map(linesOf).join('')}`;
}

function linesOf({ name, flags, takes = 'file' }: Command): string {
  const when = `complete -c shoal -n '__fish_seen_subcommand_from ${name}'`;
  const after =
    typeof takes !== 'string'
      ? `-a ${quoteText(takes.join(' '))}`
      : takes === 'file'
        ? '-F'
        : "-a '(__fish_complete_directories)'";
  return `${when} ${after}\n${flags.map((flag) => `${when} ${flagOf(flag)}\n`).join('')}${when} -l help -d 'this page'\n`;
}

function flagOf(flag: Flag): string {
  const values = valuesOf(flag);
  const spelled = `-l ${flag.name}${flag.short === undefined ? '' : ` -s ${flag.short}`} -d ${quoteText(flag.help)}`;
  if (values === 'nothing') return spelled;
  if (values === 'anything') return `${spelled} -x`;
  if ('words' in values) return `${spelled} -x -a ${quoteText(values.words.join(' '))}`;
  return values.path === 'file' ? `${spelled} -r -F` : `${spelled} -x -a '(__fish_complete_directories)'`;
}

const quoteText = (text: string): string => `'${text.replaceAll(/['\\]/g, '\\$&')}'`;
