import { Exit } from '../base/problem.ts';
import { shownAddress } from '../policy/postgres-address.ts';
import type { Command } from './command.ts';
import { describeInspection } from './describe-inspection.ts';
import type { Flag } from './flag.ts';
import { policyFrom } from './flag-values.ts';
import { jsonFlag, notationFlagNames, policyFlags, progressFlag } from './flags.ts';
import { badArgument, missingArgument } from './problems.ts';
import { progressTeller } from './progress.ts';
import { refuse } from './talk.ts';

const usage = 'shoal inspect INPUT';

/** Flags of reading, as those of run. */
export const readingFlags = policyFlags.filter(({ name }) =>
  [...notationFlagNames, 'subject', 'sql', 'delimiter', 'threads', 'memory'].includes(name),
);

const sampledFlag: Flag = {
  name: 'sampled',
  value: 'SHARE',
  help: 'the rows are this share of a population: who is alone in it?',
};

export const inspect: Command = {
  name: 'inspect',
  usage,
  summary: 'show what a file holds: columns, suggested roles, its shape, and how well people hide in it',
  flags: [...readingFlags, sampledFlag, progressFlag, jsonFlag],
  examples: ['shoal inspect work.csv', 'shoal inspect alarms.csv --json'],
  async run({ positionals, flags }, world) {
    const [input] = positionals;
    if (input === undefined || positionals.length > 1) return refuse([missingArgument('inspect', usage)], world);
    const sampled = flags.sampled === undefined ? undefined : Number(flags.sampled);
    if (sampled !== undefined && !(sampled > 0 && sampled <= 1))
      return refuse([badArgument(`"${flags.sampled}" is no share of a population.`, 'above 0, and 1 at most')], world);
    const progress = progressTeller(world, String(flags.progress ?? (flags.json === true ? 'none' : 'auto')));
    if (flags.json !== true && (flags.progress === undefined || flags.progress === 'auto'))
      world.tell(`shoal inspect ${shownAddress(input)}\n`); // at once, before anything heavy loads
    const api = await import('../index.ts');
    const found = await api.inspect(
      { input, ...policyFrom(flags), sampled },
      { onProgress: progress.on, stdin: world.stdin, signal: world.signal },
    );
    progress.end();
    if (!found.ok) return refuse(found.problems, world);
    world.print(flags.json === true ? `${JSON.stringify(found.value)}\n` : describeInspection(found.value, world));
    return Exit.done;
  },
};
