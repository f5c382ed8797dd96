import { existsSync, writeFileSync } from 'node:fs';
import { Exit } from '../base/problem.ts';
import { shellWord } from '../base/shell-word.ts';
import { outputExists } from '../release/output-problems.ts';
import { asWriteProblem } from '../release/stage.ts';
import type { Command } from './command.ts';
import { policyFrom } from './flag-values.ts';
import { forceFlag, progressFlag } from './flags.ts';
import { readingFlags } from './inspect.ts';
import { badArgument, missingArgument } from './problems.ts';
import { progressTeller } from './progress.ts';
import { figure, refuse } from './talk.ts';

const usage = 'shoal hierarchy INPUT --column COL [--out FILE]';
const kinds = ['number', 'prefix', 'date', 'category'] as const;

export const hierarchy: Command = {
  name: 'hierarchy',
  usage,
  summary: 'draft the hierarchy file of a column: ranges, prefixes, the calendar',
  flags: [
    { name: 'column', value: 'COL', help: 'whose values get ancestors' },
    { name: 'kind', value: kinds.join('|'), help: 'what the levels are made of (default: found from the values)' },
    { name: 'width', value: 'N', help: 'of numbers, how wide the narrowest ranges are; each level doubles them' },
    { name: 'out', value: 'FILE', help: 'file to write (default: print it)' },
    { ...forceFlag, help: 'replace an existing file' },
    ...readingFlags.filter(({ name }) => name !== 'subject'),
    progressFlag,
  ],
  examples: [
    'shoal hierarchy work.csv --column H1 --width 5 --out first-hour.csv',
    'shoal hierarchy work.csv --column Performance_SD',
  ],
  async run({ positionals, flags }, world) {
    const [input] = positionals;
    const { column, kind: asked, width: wide, out, force, progress: shown, ...reading } = flags;
    if (input === undefined || positionals.length > 1 || column === undefined)
      return refuse([missingArgument('hierarchy', usage)], world);
    const kind = kinds.find((one) => one === asked);
    if (asked !== undefined && kind === undefined)
      return refuse([badArgument(`"${asked}" is not a kind of hierarchy.`, kinds.join(', '))], world);
    const width = wide === undefined ? undefined : Number(wide);
    if (width !== undefined && !(width > 0 && Number.isFinite(width)))
      return refuse([badArgument('--width is not a number above 0.', '5, or 0.5')], world);
    if (out !== undefined && existsSync(String(out)) && force !== true) return refuse([outputExists(String(out))], world);
    const progress = progressTeller(world, String(shown ?? 'auto'));
    const api = await import('../index.ts');
    const drafted = await api.draftHierarchy(
      { input, ...policyFrom(reading) },
      { column: String(column), ...(kind === undefined ? {} : { kind }), ...(width === undefined ? {} : { width }) },
      { onProgress: progress.on, stdin: world.stdin, signal: world.signal },
    );
    progress.end();
    if (!drafted.ok) return refuse(drafted.problems, world);
    const { text, levels } = drafted.value;
    world.tell(`levels   ${levels.map(figure).join(' > ')} labels, by ${drafted.value.kind}\n`);
    if (out === undefined) {
      world.print(text);
      return Exit.done;
    }
    try {
      writeFileSync(String(out), text);
    } catch (error) {
      return refuse([asWriteProblem(error, String(out))], world);
    }
    world.print(`${out}\n`);
    world.tell(`keep     it with the data: it names every value of the column\n`);
    world.tell(`next     read it, then add --hierarchy ${shellWord(`${column}=${out}`)} to ${world.command} run\n`);
    return Exit.done;
  },
};
