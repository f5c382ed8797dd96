import { Exit } from '../base/problem.ts';
import { bytesOf } from '../policy/memory.ts';
import type { Command } from './command.ts';
import { jsonFlag, progressFlag } from './flags.ts';
import { badArgument, missingArgument } from './problems.ts';
import { progressTeller } from './progress.ts';
import { figure, paint, refuse } from './talk.ts';

const usage = 'shoal verify RELEASE [-k N] [-p N]';

export const verify: Command = {
  name: 'verify',
  usage,
  summary: 're-prove every promise from the released files alone',
  flags: [
    { name: 'k', short: 'k', value: 'N', help: 'also demand that the release promises at least this k' },
    { name: 'p', short: 'p', value: 'N', help: 'also demand that the release promises at least this P' },
    { name: 'threads', value: 'N', help: 'threads to use (default: all cores)' },
    { name: 'memory', value: '4GB', help: 'memory the data engine may take before it spills to disk' },
    progressFlag,
    jsonFlag,
  ],
  takes: 'folder',
  examples: ['shoal verify release', 'shoal verify release -k 10 --json'],
  async run({ positionals, flags }, world) {
    const [folder] = positionals;
    if (folder === undefined || positionals.length > 1) return refuse([missingArgument('verify', usage)], world);
    const numbers = { k: Number(flags.k ?? 0), p: Number(flags.p ?? 0), threads: Number(flags.threads ?? 0) };
    for (const [name, value] of Object.entries(numbers))
      if (!Number.isInteger(value) || value < 0)
        return refuse([badArgument(`${name} is not a whole number.`, 'a whole number, 1 or more')], world);
    const memoryBytes = bytesOf(flags.memory === undefined ? undefined : String(flags.memory));
    if (flags.memory !== undefined && memoryBytes === undefined)
      return refuse([badArgument('--memory is not an amount.', 'an amount such as 512MB or 4GB')], world);
    const api = await import('../index.ts');
    const progress = progressTeller(world, String(flags.progress ?? 'none'));
    const verdict = await api.verify(folder, {
      atLeast: { ...(numbers.k > 0 ? { k: numbers.k } : {}), ...(numbers.p > 0 ? { p: numbers.p } : {}) },
      ...(numbers.threads > 0 ? { threads: numbers.threads } : {}),
      ...(memoryBytes === undefined ? {} : { memoryBytes }),
      onProgress: progress.on,
    });
    progress.end();
    if (!verdict.ok) return refuse(verdict.problems, world);
    const { holds, rows, records = rows, groups, leaves, smallestGroup, smallestLeaf, checks, breaches } = verdict.value;
    const problems = breaches.map(api.asProblem);
    if (flags.json === true) {
      const codes = problems.map(({ code, what, where }) => ({ code, what, ...(where === undefined ? {} : { where }) }));
      world.print(
        `${JSON.stringify({ release: folder, holds, rows, groups, leaves, smallestGroup, smallestLeaf, checks, breaches: codes })}\n`,
      );
      return holds ? Exit.done : Exit.broken;
    }
    if (!holds) return refuse(problems, world);
    const found = checks.map((check) => `  ${paint(world, 32, '✓')} ${check}\n`).join('');
    const sizes = `${figure(records)} records, ${figure(groups)} groups (smallest ${smallestGroup}), ${figure(leaves)} leaves (smallest ${smallestLeaf})`;
    world.print(`${paint(world, 32, '✓ holds')}  ${folder}: ${sizes}\n${found}`);
    return Exit.done;
  },
};
