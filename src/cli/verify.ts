import { Exit } from '../base/problem.ts';
import { bytesOf } from '../policy/memory.ts';
import type { Verdict } from '../verify/verify.ts';
import { chooseEngine } from './chosen-engine.ts';
import type { Command } from './command.ts';
import { jsonFlag, progressFlag, sparkFlag } from './flags.ts';
import { originalFlags, originalFrom, populationFrom } from './original-flags.ts';
import { badArgument, missingArgument } from './problems.ts';
import { progressTeller } from './progress.ts';
import { figure, paint, refuse } from './talk.ts';

const usage = 'shoal verify RELEASE [-k N] [-p N] [--l N] [--original FILE] [--population FILE] [--key PUBLIC]';

export const verify: Command = {
  name: 'verify',
  usage,
  summary: 're-prove every promise from the released files alone',
  flags: [
    { name: 'k', short: 'k', value: 'N', help: 'also demand that the release promises at least this k' },
    { name: 'p', short: 'p', value: 'N', help: 'also demand that the release promises at least this P' },
    { name: 'l', value: 'N', help: 'also demand that the release promises at least this l' },
    ...originalFlags('the input of the release: also prove every record against it', 'with --original: '),
    { name: 'population', value: 'FILE', help: 'of k-map and presence: also prove them against this table' },
    { name: 'noise-key', value: 'FILE', help: 'of counts with noise: also work each out again with its key' },
    { name: 'key', value: 'PUBLIC', help: 'file of a public key: the manifest must be signed with it' },
    { name: 'engine', value: 'local|spark', help: 'spark: RELEASE is a folder that a Spark cluster reads' },
    sparkFlag,
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
    const asked = { k: Number(flags.k ?? 0), p: Number(flags.p ?? 0), l: Number(flags.l ?? 0) };
    const numbers = { ...asked, threads: Number(flags.threads ?? 0) };
    for (const [name, value] of Object.entries(numbers))
      if (!Number.isInteger(value) || value < 0)
        return refuse([badArgument(`${name} is not a whole number.`, 'a whole number, 1 or more')], world);
    const memoryBytes = bytesOf(flags.memory === undefined ? undefined : String(flags.memory));
    if (flags.memory !== undefined && memoryBytes === undefined)
      return refuse([badArgument('--memory is not an amount.', 'an amount such as 512MB or 4GB')], world);
    const original = await originalFrom(flags);
    if (!original.ok) return refuse(original.problems, world);
    const population = await populationFrom(flags);
    if (!population.ok) return refuse(population.problems, world);
    const chosen = chooseEngine(flags, world);
    if (!chosen.ok) return refuse(chosen.problems, world);
    (await import('../api/open-ahead.ts')).openDatabaseAhead();
    const api = await import('../index.ts');
    const progress = progressTeller(world, String(flags.progress ?? (flags.json === true ? 'none' : 'auto')));
    const verdict = await api.verify(folder, {
      atLeast: Object.fromEntries(Object.entries(asked).filter(([, least]) => least > 0)),
      ...(numbers.threads > 0 ? { threads: numbers.threads } : {}),
      ...(memoryBytes === undefined ? {} : { memoryBytes }),
      original: original.value,
      population: population.value,
      noiseKey: flags['noise-key'] === undefined ? undefined : String(flags['noise-key']),
      key: flags.key === undefined ? undefined : String(flags.key),
      spark: chosen.value.spark,
      onProgress: progress.on,
      signal: world.signal,
    });
    progress.end();
    if (!verdict.ok) return refuse(verdict.problems, world);
    const { holds, checks, breaches, notes, ...found } = verdict.value;
    const problems = breaches.map(api.asProblem);
    if (flags.json === true) {
      const codes = problems.map(({ code, what, where }) => ({ code, what, ...(where === undefined ? {} : { where }) }));
      world.print(`${JSON.stringify({ release: folder, holds, ...found, checks, breaches: codes, notes })}\n`);
      return holds ? Exit.done : Exit.broken;
    }
    if (!holds) return refuse(problems, world);
    const seen = checks.map((check) => `  ${paint(world, 32, '✓')} ${check}\n`).join('');
    const unseen = notes.map((note) => `  ${paint(world, 33, '!')} ${note}\n`).join('');
    world.print(`${paint(world, 32, '✓ holds')}  ${folder}: ${sizesOf(found)}\n${seen}${unseen}`);
    return Exit.done;
  },
};

/** Only series have leaves of their own; elsewhere a group is one. */
function sizesOf({
  rows,
  records,
  groups,
  smallestGroup,
  leaves,
  smallestLeaf,
}: Omit<Verdict, 'holds' | 'checks' | 'breaches' | 'notes'>): string {
  const counted = records === undefined ? `${figure(rows)} rows` : `${figure(records)} records`;
  const sizes = `${counted}, ${figure(groups)} groups (smallest ${smallestGroup})`;
  const own = leaves !== groups || smallestLeaf !== smallestGroup;
  return own ? `${sizes}, ${figure(leaves)} leaves (smallest ${smallestLeaf})` : sizes;
}
