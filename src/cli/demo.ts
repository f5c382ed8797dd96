import { mkdirSync, readFileSync } from 'node:fs';
import { Exit } from '../base/problem.ts';
import { asWriteProblem } from '../engine/local/stage.ts';
import type { Command } from './command.ts';
import { forceFlag, jsonFlag } from './flags.ts';
import { badArgument } from './problems.ts';
import { progressTeller } from './progress.ts';
import { refuse } from './talk.ts';
import { toldSummary } from './told-summary.ts';

const folder = 'shoal-demo';

export const demo: Command = {
  name: 'demo',
  usage: 'shoal demo [series]',
  summary: 'make example data, a release of it, and prove it; everything lands in ./shoal-demo',
  flags: [forceFlag, jsonFlag], // its own folder is replaced either way
  examples: ['shoal demo', 'shoal demo series --json'],
  async run({ positionals, flags }, world) {
    const [kind = 'series'] = positionals;
    if (kind !== 'series') return refuse([badArgument(`There is no demo "${kind}".`, 'series')], world);
    world.tell('3,000 working days of made-up people, hour by hour: make them, publish them, prove it\n');
    const api = await import('../index.ts');
    const input = `${folder}/work.csv`;
    const out = `${folder}/series`;
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
    const made = await api.generate('work', { rows: 3000, seed: 1, out: input, force: true, signal: stop.signal });
    if (!made.ok) return refuse(made.problems, world);
    const policy = {
      input,
      out,
      method: 'naive',
      k: 5,
      p: 2,
      subject: 'ID',
      series: 'H1..H8',
      drop: 'Name,Surname',
      sensitive: 'Performance_SD',
    } as const;
    const summary = await api.run(policy, { onProgress: progress.on, force: true, workspace });
    deaf();
    progress.end();
    if (!summary.ok) return refuse(summary.problems, world);
    if (flags.json === true) world.print(`${JSON.stringify(summary.value)}\n`);
    else {
      world.tell(`\nbefore   ${firstLines(input, 4)}\nafter    ${firstLines(`${out}/naive_anonymized.csv`, 4)}\n\n`);
      world.print(toldSummary(summary.value, world));
    }
    return Exit.done;
  },
};

const firstLines = (path: string, count: number): string => readFileSync(path, 'utf8').split('\n', count).join('\n         ');
