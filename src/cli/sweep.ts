import { limitsNotMet } from '../api/problems.ts';
import { Exit } from '../base/problem.ts';
import type { Command } from './command.ts';
import { describeSweep } from './describe-sweep.ts';
import { type Flag, forceFlag, jsonFlag, policyFlag, policyFlags, progressFlag } from './flags.ts';
import { isFor } from './help.ts';
import { surplusArgument } from './problems.ts';
import { progressTeller } from './progress.ts';
import { gatherSettings, openingLine } from './settings.ts';
import { refuse } from './talk.ts';

const usage = 'shoal sweep [INPUT] [--k 5,10] [--p 2,3] [--max-level 3,5] [--method naive,prism] [flags of run]';

/** Flags of the grid; `key` is where a value belongs in it. */
const gridFlags: readonly Flag[] = [
  { name: 'k', short: 'k', value: 'N,N', key: 'k', list: true, help: 'values of k to try (default 5,10,20,50)' },
  { name: 'p', short: 'p', value: 'N,N', key: 'p', list: true, help: 'values of P to try (default 2,3,5,8)' },
  { name: 'max-level', value: 'L,L', key: 'maxLevel', list: true, help: 'finest levels to try (default 3,5,8,10,15,20)' },
  { name: 'method', value: 'A,B', key: 'method', list: true, help: 'methods to try (default naive,kapra,prism)' },
  { name: 'max-value-loss', value: 'X', key: 'maxValueLoss', help: 'recommend no setting that loses more in value' },
  { name: 'max-pattern-loss', value: 'X', key: 'maxPatternLoss', help: 'recommend no setting that loses more in shape' },
  { name: 'min-retention', value: 'X', key: 'minRetention', help: 'recommend no setting that releases a smaller share, 0 to 1' },
];

const outFlag: Flag = { name: 'out', value: 'DIR', help: 'folder of the sweep (default ./sweep)' };

/** Flags of run that mean the same here. */
const taken = new Set([...gridFlags, outFlag].map(({ name }) => name).concat('trace', 'out-table', 'family', 'preset'));
const runFlags = policyFlags.filter(({ name, only }) => !taken.has(name) && isFor(only, ['series', 'word', 'prism']));

export const sweep: Command = {
  name: 'sweep',
  usage,
  summary: 'try a grid of settings on one input: losses, Pareto set, charts and a recommended setting',
  flags: [
    ...gridFlags,
    outFlag,
    policyFlag,
    ...runFlags,
    { ...forceFlag, help: 'replace an existing sweep' },
    progressFlag,
    jsonFlag,
  ],
  examples: [
    'shoal sweep work.csv --subject ID --series H1..H8 --drop Name,Surname --sensitive Performance_SD',
    'shoal sweep --policy shoal.yaml --k 10,20 --method naive --max-pattern-loss 0.5',
  ],
  async run({ positionals, flags }, world) {
    const [input, surplus] = positionals;
    if (surplus !== undefined) return refuse([surplusArgument(surplus, usage)], world);
    const progress = progressTeller(world, flags.progress === undefined ? 'auto' : String(flags.progress));
    if (flags.progress === undefined || flags.progress === 'auto') world.tell(openingLine('sweep', input, flags)); // at once, before anything heavy loads
    const api = await import('../index.ts');
    const own = Object.fromEntries(runFlags.flatMap(({ name }) => (flags[name] === undefined ? [] : [[name, flags[name]]])));
    const asked = await gatherSettings(input, { ...own, ...(flags.policy === undefined ? {} : { policy: flags.policy }) });
    if (!asked.ok) return refuse(asked.problems, world);
    const out = flags.out === undefined ? 'sweep' : String(flags.out);
    const swept = await api.sweep(asked.value.settings, gridFrom(flags), {
      out,
      onProgress: progress.on,
      force: flags.force === true,
      stdin: world.stdin,
      signal: world.signal,
    });
    progress.end();
    if (!swept.ok) return refuse(asked.value.placed(swept.problems), world);
    world.print(flags.json === true ? `${JSON.stringify(swept.value)}\n` : describeSweep(swept.value, out, world));
    const { met, reason } = swept.value.recommendation;
    return met ? Exit.done : refuse([limitsNotMet(reason)], world);
  },
};

/** Lists and limits as the grid wants them; what is no number stays text, for the grid's own door to refuse. */
function gridFrom(flags: Readonly<Record<string, string | true>>): Record<string, never> {
  const grid: Record<string, unknown> = {};
  for (const { name, key = name, list } of gridFlags) {
    if (flags[name] === undefined) continue;
    const values = String(flags[name]).split(',').map(numberOf);
    grid[key] = list === true ? values : numberOf(String(flags[name]));
  }
  return grid as Record<string, never>; // judged by the grid's own door
}

const numberOf = (text: string): string | number => (/^\s*-?[\d.]+\s*$/.test(text) ? Number(text) : text.trim());
