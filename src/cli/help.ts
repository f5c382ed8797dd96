import type { Family } from '../policy/family.ts';
import type { Command } from './command.ts';
import type { Flag } from './flag.ts';
import { engineFlags, notationFlagNames } from './flags.ts';

export function overview(commands: readonly Command[], version: string, called: string): string {
  const rows = commands.map(({ name, summary }) => row(name, summary, 12));
  return `shoal ${version}: publishes the shape of data without the people in it

usage: shoal COMMAND [words] [flags]

${rows.join('')}
"${called} COMMAND --help" says more, "${called} explain WORD" explains a word.
Start with: ${called} demo; with a file of your own: ${called} inspect FILE, then ${called} init FILE
`;
}

/** Flags that most runs need; the others are told method by method. */
const common = new Set(
  'policy out method k p max-level subject series long quasi sensitive drop time event aggregate release max-value-loss max-pattern-loss max-quasi-loss max-records-lost min-retention ledger threads memory force progress json'.split(
    ' ',
  ),
);

/** More do not fit a screen together with usage and examples. */
const mostFlags = 24;

/** One screen: all flags of a command, or the common ones; of a method that is asked for, the rest of what it takes. */
export async function commandHelp(command: Command, asked?: string | true): Promise<string> {
  const { usage, summary, examples } = command;
  const { methodsOf } = await import('../policy/family.ts'); // with it comes the schema of policies, which no other command waits for
  const methods = pagesOf(command, methodsOf);
  const method = await pageOf(asked, methods);
  const shown = method === undefined ? commonFlags(command, methods) : await flagsOf(command, method);
  const title = method === undefined ? 'flags' : `more flags, ${titleOf(method, methodsOf.series)}`;
  const width = Math.min(34, Math.max(...shown.map((flag) => flagText(flag).length), 0) + 1);
  const rest =
    methods.length === 0 || method !== undefined
      ? ''
      : `${row('more', `shoal ${command.name} --help ${methods.join('|')}`, width)}`;
  const flags =
    shown.length === 0 ? '' : `${title}:\n${shown.map((flag) => row(flagText(flag), flag.help, width)).join('')}${rest}\n`;
  return `${usage}\n${wrapText(summary, 98)
    .map((line) => `  ${line}\n`)
    .join('')}\n${flags}examples:\n${examples.map((example) => `  ${example}\n`).join('')}`;
}

const titleOf = (page: string, methods: readonly string[]): string =>
  sharedPages[page]?.title ?? `for --${methods.includes(page) ? 'method' : 'family'} ${page}`;

/** The methods of series, and where a command takes other families those: each has flags of its own. */
function pagesOf({ flags }: Command, methodsOf: Readonly<Record<Family, readonly string[]>>): readonly string[] {
  const method = flags.find(({ name }) => name === 'method');
  if (flags.length <= mostFlags || method === undefined) return [];
  const others = Object.keys(methodsOf).filter((family) => family !== 'series');
  return [...methodsOf.series, ...others, ...Object.keys(sharedPages)];
}

const ofEngines = engineFlags.map(({ name }) => name);

/** Flags that are the same for all methods have pages of their own. */
const sharedPages: Readonly<Record<string, { readonly title: string; readonly flags: ReadonlySet<string> }>> = {
  files: {
    title: 'for files that are not plain (docs/files.md)',
    flags: new Set([...notationFlagNames, ...ofEngines, 'delimiter', 'time-zone']),
  },
  release: {
    title: 'for every release',
    flags: new Set(
      'plan preset family subject-spelling sql format spreadsheet-safe part-rows out-table lang seed seed-file threads memory ledger on-conflict'.split(
        ' ',
      ),
    ),
  },
};

/** The page of a method or a family, by any name it has. */
async function pageOf(asked: string | true | undefined, pages: readonly string[]): Promise<string | undefined> {
  if (typeof asked !== 'string' || pages.includes(asked)) return pages.find((name) => name === asked);
  const { keysNameOf } = await import('../policy/policy.ts');
  return pages.find((name) => name === keysNameOf(asked));
}

const commonFlags = ({ flags }: Command, methods: readonly string[]): readonly Flag[] =>
  methods.length === 0 ? flags : flags.filter(({ name }) => common.has(name));

/** The policy itself says which settings a method takes. */
async function flagsOf({ flags }: Command, method: string): Promise<readonly Flag[]> {
  const page = sharedPages[method];
  if (page !== undefined) return flags.filter(({ name }) => page.flags.has(name));
  const { keysOf } = await import('../policy/policy.ts');
  const keys: readonly string[] = Object.entries(keysOf).find(([name]) => name === method)?.[1] ?? [];
  return flags.filter(({ name, key }) => !common.has(name) && !isShared(name) && (key === undefined || keys.includes(key)));
}

/** On a page of its own only, unless a method says more of it. */
const isShared = (name: string): boolean =>
  !['delimiter', 'time-zone'].includes(name) && Object.values(sharedPages).some(({ flags }) => flags.has(name));

const flagText = ({ name, short, value }: Flag): string =>
  `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`;

/** A name and what it means, in lines of at most 100 characters. */
function row(name: string, meaning: string, width: number): string {
  const [first, ...others] = wrapText(meaning, 97 - width);
  const head = name.length > width ? `  ${name}\n${' '.repeat(width + 3)}` : `  ${name.padEnd(width)} `;
  return `${head}${first}\n${others.map((line) => `${' '.repeat(width + 3)}${line}\n`).join('')}`;
}

function wrapText(text: string, width: number): readonly string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines[lines.length - 1];
    if (line !== '' && line.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines;
}
