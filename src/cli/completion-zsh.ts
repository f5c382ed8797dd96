import type { Command } from './command.ts';
import { valuesOf } from './completed-values.ts';
import type { Flag } from './flag.ts';

export function zshScript(commands: readonly Command[]): string {
  return `#compdef shoal
# completion of shoal for zsh: shoal completion zsh > "\${fpath[1]}/_shoal"
_shoal() {
  local -a commands
  commands=(
${commands.map(({ name, summary }) => `    '${name}:${plain(summary)}'\n`).join('')}  )
  if (( CURRENT == 2 )); then
    _describe -t commands 'shoal command' commands
    return
  fi
  local command="$words[2]"
  shift words
  (( CURRENT-- ))
  case "$command" in
${commands.map(argumentsOf).join('')}    help) _describe -t commands 'shoal command' commands ;;
  esac
}
if [ "$funcstack[1]" = "_shoal" ]; then _shoal "$@"; else compdef _shoal shoal; fi
`;
}

function argumentsOf({ name, flags, takes = 'file' }: Command): string {
  const lines = [
    ...flags.flatMap(specs),
    "'--help[this page]'",
    `'*:${typeof takes === 'string' ? `${takes}:${files(takes)}` : `word:(${takes.map(plain).join(' ')})`}'`,
  ];
  return `    ${name}) _arguments \\\n${lines.map((line) => `      ${line}`).join(' \\\n')} ;;\n`;
}

function specs(flag: Flag): readonly string[] {
  const values = valuesOf(flag);
  const after =
    values === 'nothing'
      ? ''
      : values === 'anything'
        ? ':value:'
        : 'words' in values
          ? `:value:(${values.words.map(plain).join(' ')})`
          : `:${values.path}:${files(values.path)}`;
  const spelled = [`--${flag.name}`, ...(flag.short === undefined ? [] : [`-${flag.short}`])];
  return spelled.map((text) => `'${flag.list === true ? '*' : ''}${text}[${plain(flag.help)}]${after}'`);
}

const files = (path: 'file' | 'folder'): string => (path === 'file' ? '_files' : '_files -/');

/** Without the marks that mean something to the shell or to _arguments. */
const plain = (text: string): string => text.replaceAll("'", '’').replaceAll(/[:[\]\\]/g, '\\$&');
