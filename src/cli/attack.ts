import { Exit } from '../base/problem.ts';
import type { Intrusion } from '../index.ts';
import { bytesOf } from '../policy/memory.ts';
import { alignColumns } from './align-columns.ts';
import type { Command } from './command.ts';
import { jsonFlag } from './flags.ts';
import { originalFlags, originalFrom } from './original-flags.ts';
import { badArgument, missingArgument } from './problems.ts';
import { refuse } from './talk.ts';

const usage = 'shoal attack RELEASE --original INPUT [--control FILE] [--second RELEASE]';

export const attack: Command = {
  name: 'attack',
  usage,
  summary: 'try what intruders would on a release, each beside a control; for whoever holds the original',
  flags: [
    ...originalFlags('the input of the release, which attacks are scored by'),
    { name: 'control', value: 'FILE', help: 'people who are not in the release, with the columns of the original' },
    {
      name: 'second',
      value: 'DIR',
      help: 'another release of the same original, or counts of other rows: what both tell together',
    },
    { name: 'sample', value: 'N', help: 'most people that each attack is tried on (default 500)' },
    { name: 'seed', value: 'N', help: 'draws the people and what is known of them (default 1)' },
    { name: 'threads', value: 'N', help: 'threads to use (default: all cores)' },
    { name: 'memory', value: '4GB', help: 'memory the data engine may take before it spills to disk' },
    jsonFlag,
  ],
  takes: 'folder',
  examples: ['shoal attack release --original work.csv', 'shoal attack release --original work.csv --sample 2000 --json'],
  async run({ positionals, flags }, world) {
    const [folder] = positionals;
    if (folder === undefined || positionals.length > 1 || flags.original === undefined)
      return refuse([missingArgument('attack', usage)], world);
    const numbers = { sample: Number(flags.sample ?? 500), threads: Number(flags.threads ?? 1) };
    for (const [name, value] of Object.entries(numbers))
      if (!Number.isInteger(value) || value < 1)
        return refuse([badArgument(`${name} is not a whole number.`, 'a whole number, 1 or more')], world);
    const memoryBytes = bytesOf(flags.memory === undefined ? undefined : String(flags.memory));
    if (flags.memory !== undefined && memoryBytes === undefined)
      return refuse([badArgument('--memory is not an amount.', 'an amount such as 512MB or 4GB')], world);
    const original = await originalFrom(flags);
    if (!original.ok) return refuse(original.problems, world);
    if (original.value === undefined) return refuse([missingArgument('attack', usage)], world);
    const api = await import('../index.ts');
    const found = await api.attack(folder, {
      original: original.value,
      ...(flags.control === undefined ? {} : { control: String(flags.control) }),
      ...(flags.second === undefined ? {} : { second: String(flags.second) }),
      ...(flags.seed === undefined ? {} : { seed: String(flags.seed) }),
      ...(flags.threads === undefined ? {} : { threads: numbers.threads }),
      ...(memoryBytes === undefined ? {} : { memoryBytes }),
      ...{ sample: numbers.sample, signal: world.signal },
    });
    if (!found.ok) return refuse(found.problems, world);
    const { intrusions, problems, ...about } = found.value;
    if (flags.json === true) {
      const codes = problems.map(({ code, what }) => ({ code, what }));
      world.print(
        `${JSON.stringify({ release: folder, holds: problems.length === 0, ...about, intrusions, problems: codes })}\n`,
      );
      return problems.length === 0 ? Exit.done : Exit.broken;
    }
    world.print(`${alignColumns([head, ...intrusions.map(rowOf)]).join('\n')}\n`);
    world.tell('note     these figures must stay with the original; docs/attacks.md says what each means\n');
    return problems.length === 0 ? Exit.done : refuse(problems, world);
  },
};

const head = ['intruder', 'knows', 'success', '95 %', 'control', 'worst', 'bound', 'tried'];

const rowOf = ({ intruder, knows, of, column, success, low, high, control, worst, bound, tried }: Intrusion): string[] => [
  column === undefined ? intruder : `${intruder} ${column}`,
  knows === undefined ? '' : `${knows} of ${of}`,
  percent(success),
  `${percent(low)} to ${percent(high)}`,
  percent(control),
  percent(worst),
  percent(bound),
  String(tried),
];

const percent = (share: number | undefined): string => (share === undefined ? '-' : `${(100 * share).toFixed(2)} %`);
