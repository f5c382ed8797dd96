import { Exit } from '../base/problem.ts';
import type { Command } from './command.ts';
import { bashScript } from './completion-bash.ts';
import { fishScript } from './completion-fish.ts';
import { zshScript } from './completion-zsh.ts';
import { badArgument, missingArgument } from './problems.ts';
import { refuse } from './talk.ts';

const shells: Readonly<Record<string, (commands: readonly Command[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};
const usage = 'shoal completion bash|zsh|fish';

/** Made from the tables of commands and flags, so it knows what they know. */
export const completion = (commands: () => readonly Command[]): Command => ({
  name: 'completion',
  usage,
  summary: 'print a script for shell completion of commands, flags, values and files',
  flags: [],
  takes: Object.keys(shells),
  examples: ['shoal completion bash >> ~/.bashrc', 'shoal completion fish > ~/.config/fish/completions/shoal.fish'],
  async run({ positionals }, world) {
    const [shell] = positionals;
    if (shell === undefined || positionals.length > 1) return refuse([missingArgument('completion', usage)], world);
    if (!Object.hasOwn(shells, shell))
      return refuse([badArgument(`There is no completion for "${shell}".`, Object.keys(shells).join(', '))], world);
    world.print(shells[shell](commands()));
    return Exit.done;
  },
});
