import { limitsNotMet } from '../api/problems.ts';
import { Exit } from '../base/problem.ts';
import { askLimits } from './ask-limits.ts';
import type { Command } from './command.ts';
import { describeSweep } from './describe-sweep.ts';
import type { Flag } from './flag.ts';
import { forceFlag, jsonFlag, policyFlag, policyFlags, progressFlag } from './flags.ts';
import { surplusArgument } from './problems.ts';
import { progressTeller } from './progress.ts';
import { gatherSettings, openingLine, policyPath } from './settings.ts';
import { refuse } from './talk.ts';

const usage = 'shoal sweep [INPUT] [--k 5,10] [--max-quasi-loss 0.3 …] [flags of the family, flags of run]';

/** Flags of the grid; `key` is where a value belongs in it. */
const gridFlags: readonly Flag[] = [
  { name: 'k', short: 'k', value: 'N,N', key: 'k', list: true, help: 'values of k to try (default 5,10,20,50)' },
  { name: 'p', short: 'p', value: 'N,N', key: 'p', list: true, help: 'series: values of P to try (default 2,3,5,8)' },
  { name: 'max-level', value: 'L,L', key: 'maxLevel', list: true, help: 'series: finest levels to try (default 3,5,8,10,15,20)' },
  { name: 'method', value: 'A,B', key: 'method', list: true, help: 'series, tables: methods to try (default all of the family)' },
  { name: 'effort', value: 'A,B', key: 'effort', list: true, help: 'series: efforts of PRISM to try (default fast)' },
  { name: 'segments', value: 'W,W', key: 'segments', list: true, help: 'series: numbers of segments to try' },
  {
    name: 'flatten',
    value: 'A+B,sweep',
    key: 'flatten',
    list: true,
    help: 'events: columns to flatten, joined by +, sweep or none',
  },
  { name: 'pseudonym', value: 'A,B', key: 'pseudonym', list: true, help: 'events: what replaces the subject' },
  {
    name: 'time-kind',
    value: 'A+B,C',
    key: 'timeKind',
    list: true,
    help: 'tables: how times are published, such as hour,hour+weekday',
  },
  { name: 'max-value-loss', value: 'X', key: 'maxValueLoss', help: 'recommend no setting that loses more in value' },
  { name: 'max-pattern-loss', value: 'X', key: 'maxPatternLoss', help: 'recommend no setting that loses more in shape' },
  {
    name: 'max-quasi-loss',
    value: 'X',
    key: 'maxQuasiLoss',
    help: 'recommend no setting that loses more of the quasi-identifiers, 0 to 1',
  },
  {
    name: 'max-records-lost',
    value: 'X',
    key: 'maxRecordsLost',
    help: 'recommend no setting that leaves out a larger share, 0 to 1',
  },
  { name: 'min-retention', value: 'X', key: 'minRetention', help: 'recommend no setting that releases a smaller share, 0 to 1' },
];

const outFlag: Flag = { name: 'out', value: 'DIR', help: 'folder of the sweep (default ./sweep)' };

/** Flags of run that mean the same here. */
const taken = new Set([...gridFlags, outFlag].map(({ name }) => name).concat('trace', 'out-table', 'clustering'));
const runFlags = policyFlags.filter(({ name }) => !taken.has(name));

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
    const named = typeof flags.method === 'string' && ofRuns.has(flags.method) ? { method: flags.method } : {};
    const own = Object.fromEntries(runFlags.flatMap(({ name }) => (flags[name] === undefined ? [] : [[name, flags[name]]])));
    const asked = await gatherSettings(input, {
      ...own,
      ...named,
      ...(flags.policy === undefined ? {} : { policy: flags.policy }),
    });
    if (!asked.ok) return refuse(asked.problems, world);
    const out = flags.out === undefined ? 'sweep' : String(flags.out);
    const limits = flags.json === true ? {} : await askLimits(asked.value.settings, flags, world);
    if (limits === undefined) {
      progress.end();
      world.tell('Nothing was written.\n');
      return Exit.interrupted;
    }
    const { method, ...rest } = flags;
    const grid = { ...gridFrom('method' in named ? rest : flags), ...limits };
    const swept = await api.sweep(asked.value.settings, grid, {
      out,
      policyFile: policyPath(flags),
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

/** Names of a family rather than of a method to try. */
const ofRuns = new Set(['events', 'flatten', 'kaca']);

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
