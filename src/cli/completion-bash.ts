import type { Command } from './command.ts';
import { valuesOf } from './completed-values.ts';

export function bashScript(commands: readonly Command[]): string {
  const names = commands.map(({ name }) => name).join(' ');
  return `# completion of shoal for bash: shoal completion bash >> ~/.bashrc
_shoal() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" command="\${COMP_WORDS[1]}"
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    _shoal_words '${names} help --help --version'
    return
  fi
  case "$command $prev" in
${commands.map(afterFlags).join('')}  esac
  case "$command" in
${commands.map(otherwise).join('')}    help) _shoal_words '${names}' ;;
  esac
}
_shoal_words() { COMPREPLY=( $(compgen -W "$1" -- "$cur") ); }
_shoal_paths() {
  local IFS=$'\\n'
  compopt -o filenames 2>/dev/null
  COMPREPLY=( $(compgen "$1" -- "$cur") )
}
complete -F _shoal shoal
`;
}

const words = (list: readonly string[]): string => `_shoal_words '${list.join(' ')}'`;

function afterFlags({ name, flags }: Command): string {
  return flags
    .map((flag) => {
      const values = valuesOf(flag);
      if (values === 'nothing') return '';
      const spelled = [`--${flag.name}`, ...(flag.short === undefined ? [] : [`-${flag.short}`])].map(
        (text) => `'${name} ${text}'`,
      );
      const reply =
        values === 'anything'
          ? ':'
          : 'words' in values
            ? words(values.words)
            : `_shoal_paths ${values.path === 'file' ? '-f' : '-d'}`;
      return `    ${spelled.join('|')}) ${reply}; return ;;\n`;
    })
    .join('');
}

/** Flags where a dash is typed, else what the command takes. */
function otherwise({ name, flags, takes = 'file' }: Command): string {
  const spelled = [...flags.map((flag) => `--${flag.name}`), '--help'];
  const reply = typeof takes === 'string' ? `_shoal_paths ${takes === 'file' ? '-f' : '-d'}` : words(takes);
  return `    ${name}) case "$cur" in -*) ${words(spelled)} ;; *) ${reply} ;; esac ;;\n`;
}
