import { nearest } from '../base/nearest.ts';
import { Exit } from '../base/problem.ts';
import { type Section, sections } from '../base/sections.ts';
import type { Command } from './command.ts';
import { plainText } from './plain-text.ts';
import { surplusArgument, unknownWord } from './problems.ts';
import { paint, refuse } from './talk.ts';
import type { World } from './world.ts';

const usage = 'shoal explain [WORD|CODE]';

export const explain: Command = {
  name: 'explain',
  usage,
  summary: 'explain a term or a problem code; without a word, list them all',
  flags: [],
  takes: [],
  examples: ['shoal explain unicity', 'shoal explain policy/no-subject'],
  async run({ positionals }, world) {
    const { codes, terms } = sections();
    if (positionals.length === 0) {
      world.print(list(terms, codes, world));
      return Exit.done;
    }
    const word = positionals.join(' '); // "pattern loss" needs no quotes
    const all = [...codes, ...terms];
    const names = all.flatMap(({ name, aliases }) => [name, ...aliases]);
    const found = sectionNamed(word, all);
    if (found === undefined && positionals.length > 1 && nearest(word, names) === undefined)
      return refuse([surplusArgument(positionals[1], usage)], world);
    if (found === undefined) return refuse([unknownWord(word, names)], world);
    const { name, aliases, text, ofAll } = found;
    const width = Math.max(40, Math.min(96, world.columns - 1));
    const told = [text, ofAll].filter((part) => part !== '').map((part) => plainText(part, width));
    world.print(`${paint(world, 1, name)}${aliases.length === 0 ? '' : ` (${aliases.join(', ')})`}\n\n${told.join('\n\n')}\n`);
    return Exit.done;
  },
};

/** As it is written first, since k and K could be two things; then without regard to case, hyphens and spaces. */
function sectionNamed(word: string, all: readonly Section[]): Section | undefined {
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[\s_-]+/g, ' ');
  return (
    all.find(({ name, aliases }) => name === word || aliases.includes(word)) ??
    all.find(({ name, aliases }) => [name, ...aliases].some((known) => plain(known) === plain(word)))
  );
}

function list(terms: readonly Section[], codes: readonly Section[], world: World): string {
  const chapters = [...new Set(terms.map(({ chapter }) => chapter))];
  const told = chapters.map((chapter) => {
    const names = terms.filter((term) => term.chapter === chapter).map(({ name }) => name);
    return `${paint(world, 1, chapter)}\n${wrapText(names.join(', '))}\n`;
  });
  const kinds = [...new Set(codes.map(({ chapter }) => chapter))].map((kind) => `${kind}/…`);
  return `${told.join('')}${paint(world, 1, 'Problem codes')}\n${wrapText(`${codes.length} of them, printed in the last line of a problem: ${kinds.join(', ')}`)}\n`;
}

/** Lines of at most 96 characters, set in by two. */
const wrapText = (text: string): string =>
  `  ${text.replaceAll(/(.{1,94})(?:, |$)/g, (_, line: string) => `${line},\n  `).replace(/,\n {2}$/, '')}`;
