import { readFileSync } from 'node:fs';
import { Exit } from '../base/problem.ts';
import type { Command } from './command.ts';
import { missingArgument, unknownWord } from './problems.ts';
import { refuse } from './talk.ts';

const usage = 'shoal explain CODE';

export const explain: Command = {
  name: 'explain',
  usage,
  summary: 'what a problem code means and what to do about it',
  flags: [],
  examples: ['shoal explain policy/no-subject', 'shoal explain verify/small-group'],
  async run({ positionals }, world) {
    const [word] = positionals;
    if (word === undefined) return refuse([missingArgument('explain', usage)], world);
    const sections = sectionsOf(readFileSync(new URL('../problems.md', import.meta.url), 'utf8'));
    const text = sections.get(word);
    if (text === undefined) return refuse([unknownWord(word, [...sections.keys()])], world);
    world.print(`${word}\n\n${text}\n`);
    return Exit.done;
  },
};

/** docs/problems.md by code: each code is a heading in backquotes, what follows explains it. */
function sectionsOf(markdown: string): ReadonlyMap<string, string> {
  const parts = markdown.split(/^### `([^`]+)`.*$/m);
  const sections = new Map<string, string>();
  for (let i = 1; i + 1 < parts.length; i += 2) sections.set(parts[i], parts[i + 1].replace(/^## .*$[\s\S]*/m, '').trim());
  return sections;
}
