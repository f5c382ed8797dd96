import { Exit } from '../base/problem.ts';
import type { GateStep } from '../plan/gates.ts';
import type { Plan } from '../plan/plan.ts';
import type { Step } from '../plan/steps.ts';
import { chooseForPlan } from './chosen-engine.ts';
import type { Command } from './command.ts';
import { engineFlags, forceFlag, jsonFlag, policyFlag, policyFlags, progressFlag } from './flags.ts';
import { surplusArgument } from './problems.ts';
import { gatherSettings, openingLine, policyPath } from './settings.ts';
import { countOf, figure, refuse } from './talk.ts';

const usage = 'shoal plan [INPUT] [flags of run]';

export const plan: Command = {
  name: 'plan',
  usage,
  summary: 'show what a run would do and whether it can succeed (dry run)',
  flags: [policyFlag, ...policyFlags, ...engineFlags, forceFlag, progressFlag, jsonFlag], // those of run, so that a line can be tried first
  examples: [
    'shoal plan work.csv --subject ID --series H1..H8 --drop Name,Surname --sensitive Performance_SD',
    'shoal plan -k 50 --json',
  ],
  async run({ positionals, flags }, world) {
    const [input, surplus] = positionals;
    if (surplus !== undefined) return refuse([surplusArgument(surplus, usage)], world);
    if (policyPath(flags) !== undefined && (flags.progress ?? 'auto') === 'auto') world.tell(openingLine('plan', input, flags));
    const chosen = chooseForPlan(flags, world);
    if (!chosen.ok) return refuse(chosen.problems, world);
    const api = await import('../index.ts');
    const asked = await gatherSettings(input, flags);
    if (!asked.ok) return refuse(asked.problems, world);
    const planned = await api.plan(asked.value.settings, {
      stdin: world.stdin,
      signal: world.signal,
      spark: chosen.value.spark,
    });
    chosen.value.writeSql();
    if (!planned.ok) return refuse(asked.value.placed(planned.problems), world);
    const { statements = [] } = chosen.value;
    const sql = flags['write-sql'] === undefined ? statements.map((statement) => `\n${statement}`).join('') : '';
    world.print(flags.json === true ? `${JSON.stringify(planned.value)}\n` : `${planText(planned.value)}${sql}`);
    return Exit.done;
  },
};

function planText({ input, threads, memoryBytes, steps, notes = [] }: Plan): string {
  const head = `feasible: ${figure(input.rows)} rows, ${figure(input.subjects)} subjects; about ${figure(Math.ceil(memoryBytes / 1e6))} MB of memory, ${threads} threads\n`;
  const joined =
    input.joinedIds === undefined
      ? ''
      : `note: ${countOf(input.joinedIds, 'id')} spelled differently (case, blanks or width) from another of the same subject; --subject-spelling exact keeps spellings apart\n`;
  return [
    head,
    joined,
    ...steps.map((step, place) => `${String(place + 1).padStart(2)}. ${sentence(step)}\n`),
    ...notes.map((note) => `note  ${note}\n`),
  ].join('');
}

function sentence(step: Step): string {
  switch (step.step) {
    case 'read':
      return `read ${step.numbers} numeric and ${step.texts} text columns; empty cells: ${step.missing}`;
    case 'cut':
      return `cut into about ${figure(step.blocks)} blocks of ${figure(step.rowsPerBlock)} rows for the threads`;
    case 'group':
      return step.effort === undefined
        ? `group along ${step.along.length} columns until no cut keeps k = ${step.k} on both sides: at most ${figure(step.mostGroups)} groups`
        : `group by ${step.along.length} columns and by shape, k = ${step.k}: at most ${figure(step.mostGroups)} groups; improve them by exchanging members (effort ${step.effort})`;
    case 'pattern':
      return `in each group, patterns of ${step.segments} segments up to level ${step.maxLevel}, each shared by P = ${step.p} (${Object.entries(
        step.how,
      )
        .map((pair) => pair.join(' '))
        .join(', ')})`;
    case 'write':
      return `write ${step.file}, intervals as ${step.intervals}, rows in random order`;
    case 'measure':
      return `measure value loss, pattern loss and ${figure(step.queries)} range counts`;
    case 'scan':
      return `read ${figure(step.rows)} events; times in ${step.time}${step.timeZone === undefined ? ', as written' : `, local to ${step.timeZone}`}`;
    case 'classify':
      return `map ${figure(step.codes)} event codes to classes${step.unmapped === 0 ? '' : `, ${figure(step.unmapped)} of them unmapped`}${step.removed.length === 0 ? '' : `; leave out ${step.removed.join(', ')}`}`;
    case 'combine':
      return `count distinct subjects in each combination of ${step.columns.join(', ')}: k = ${step.k}`;
    case 'flatten':
      return `where fewer, flatten ${step.columns.join(', then ')} to ${step.value} and count anew`;
    case 'reduce':
      return `where still fewer, leave out ${step.by === 'events' ? 'those events' : 'those subjects altogether'}`;
    case 'write-events':
      return `write ${step.file}, subject ${step.pseudonym}, rows in random order`;
    case 'load':
      return `read ${figure(step.rows)} records; k counts ${step.unit === 'row' ? 'rows' : `different values of ${step.unit}`}`;
    case 'encode':
      return `encode ${step.columns.join(', ')} without loss, each weighed by what a label of it would lose`;
    case 'blocks':
      return `cut into blocks of at most ${figure(step.rowsPerBlock)} rows first, so that the time grows with the rows and not with their square; --exact forbids it`;
    case 'cluster':
      return `cluster by ${step.by} until each cluster has k = ${step.k} subjects: at most ${figure(step.mostClusters)} clusters`;
    case 'generalise':
      return `label each cluster by what its members span, in ${step.labels}; add up equal labels, then count again`;
    case 'write-table':
      return `write ${step.file}, ${step.shape === 'groups' ? 'one row per combination of labels' : 'one row per record'}, in random order`;
    case 'gate':
      return gateSentence(step);
    case 'verify':
      return `verify the written bytes: ${step.promises.join('; ')}`;
    case 'publish':
      return `publish ${step.folder} at once, or nothing`;
    default:
      return step satisfies never;
  }
}

function gateSentence({ figure, least, most, refuses }: GateStep): string {
  const limit = least === undefined ? `at most ${most}` : `at least ${least}`;
  return `go on only with ${limit} ${gateFigures[figure]}; otherwise end with ${refuses}`;
}

const gateFigures: Readonly<Record<GateStep['figure'], string>> = {
  released: 'subjects in the release',
  distinctValues: 'distinct values of each sensitive column in the release',
  models: 'sensitive columns of which those who are left cannot keep what is promised',
  valueLoss: 'of value loss',
  patternLoss: 'of pattern loss',
  combinations: 'combination that holds',
  speltTwice: 'labels that are another spelling of one beside them',
  leftOut: 'as the share of subjects of whom a record was left out',
  population: 'groups that do not keep what is promised against the population',
  singledOut: 'as the share of subjects whom the unchanged columns alone single out',
  linkage: 'as the largest mean chance with which attacks on the written release find a record',
  unicity: 'as the share of subjects whom a few of their own events single out by their id',
};
