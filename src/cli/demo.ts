import { mkdirSync, readFileSync } from 'node:fs';
import { Exit } from '../base/problem.ts';
import { asWriteProblem } from '../engine/local/stage.ts';
import type { PolicyInput } from '../policy/policy.ts';
import type { SampleKind } from '../samples/sample.ts';
import type { Command } from './command.ts';
import { forceFlag, jsonFlag, langFlag, policyFrom } from './flags.ts';
import { badArgument } from './problems.ts';
import { progressTeller } from './progress.ts';
import { refuse } from './talk.ts';
import { toldSummary } from './told-summary.ts';

const folder = 'shoal-demo';

interface Demo {
  readonly about: string;
  readonly sample: SampleKind;
  readonly rows: number;
  readonly input: string;
  readonly policy: PolicyInput;
  readonly released: string;
}

const demos: Readonly<Record<string, Demo>> = {
  series: {
    about: '3,000 working days of made-up people, hour by hour: make them, publish them, prove it',
    sample: 'work',
    rows: 3000,
    input: `${folder}/work.csv`,
    policy: {
      method: 'naive',
      k: 5,
      p: 2,
      subject: 'ID',
      series: 'H1..H8',
      drop: 'Name,Surname',
      sensitive: 'Performance_SD',
    },
    released: 'naive_anonymized.csv',
  },
  events: {
    about: 'A month of alarms from 500 made-up homes, 100,000 events: make them, publish them, prove it',
    sample: 'events',
    rows: 100_000,
    input: `${folder}/events.csv`,
    policy: { method: 'events', k: 5 },
    released: 'anonymized_events.csv',
  },
  tolls: {
    about: 'Four weeks of 2,000 made-up trucks leaving toll roads, 21,000 exits: make them, publish counts and means, prove it',
    sample: 'tolls',
    rows: 21_000,
    input: `${folder}/tolls.csv`,
    policy: {
      method: 'kaca',
      clustering: 'hierarchy',
      k: 5,
      subject: 'vehicle_id',
      quasi: 'section_id:prefix,exit_time:time',
      aggregate: 'count,avg:toll_money',
    },
    released: 'kaca_anonymized.csv',
  },
};

export const demo: Command = {
  name: 'demo',
  usage: 'shoal demo [series|events|tolls]',
  summary: 'make example data, a release of it, and prove it; everything lands in ./shoal-demo',
  flags: [langFlag, forceFlag, jsonFlag], // its own folder is replaced either way
  examples: ['shoal demo', 'shoal demo events', 'shoal demo tolls', 'shoal demo series --json'],
  async run({ positionals, flags }, world) {
    const [kind = 'series'] = positionals;
    const shown = Object.hasOwn(demos, kind) ? demos[kind] : undefined;
    if (shown === undefined) return refuse([badArgument(`There is no demo "${kind}".`, Object.keys(demos).join(' or '))], world);
    const { about, sample, rows, input, policy, released } = shown;
    world.tell(`${about}\n`);
    const api = await import('../index.ts');
    const out = `${folder}/${kind}`;
    try {
      mkdirSync(folder, { recursive: true });
    } catch (error) {
      return refuse([asWriteProblem(error, folder)], world);
    }
    const progress = progressTeller(world, 'auto');
    const workspace = api.openWorkspace();
    const stop = new AbortController();
    const deaf = world.onInterrupt(() => {
      stop.abort();
      workspace.dispose();
    });
    const made = await api.generate(sample, { rows, seed: 1, out: input, force: true, signal: stop.signal });
    if (!made.ok) return refuse(made.problems, world);
    const summary = await api.run(
      { ...policy, ...policyFrom(flags), input, out },
      { onProgress: progress.on, force: true, workspace },
    );
    deaf();
    progress.end();
    if (!summary.ok) return refuse(summary.problems, world);
    if (flags.json === true) world.print(`${JSON.stringify(summary.value)}\n`);
    else {
      world.tell(`\nbefore   ${firstLines(input, 4)}\nafter    ${firstLines(`${out}/${released}`, 4)}\n\n`);
      world.print(toldSummary(summary.value, world));
    }
    return Exit.done;
  },
};

const firstLines = (path: string, count: number): string => readFileSync(path, 'utf8').split('\n', count).join('\n         ');
