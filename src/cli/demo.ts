import { mkdirSync, readFileSync } from 'node:fs';
import { Exit } from '../base/problem.ts';
import { type Result, refused } from '../base/result.ts';
import type { PolicyInput, SeriesInput } from '../policy/policy-input.ts';
import { asWriteProblem } from '../release/stage.ts';
import type { SeriesSummary, Summary } from '../report/summary.ts';
import type { SampleKind } from '../samples/sample.ts';
import type { Command, Parsed } from './command.ts';
import { describeSummary } from './describe-summary.ts';
import { policyFrom } from './flag-values.ts';
import { forceFlag, jsonFlag, langFlag } from './flags.ts';
import { badArgument } from './problems.ts';
import { progressTeller } from './progress.ts';
import { refuse } from './talk.ts';
import type { World } from './world.ts';

const folder = 'shoal-demo';

interface Demo {
  readonly about: string;
  readonly sample: SampleKind;
  readonly rows: number;
  readonly input: string;
  readonly policy: PolicyInput;
  readonly released: string;
  /** The same by other methods, each in a folder of its name; all are laid side by side on a page. */
  readonly beside?: readonly SeriesInput[];
}

const days = {
  ...{ k: 5, p: 5, maxLevel: 20, subject: 'ID', series: 'H1..H8' },
  ...{ drop: 'Name,Surname', sensitive: 'Performance_SD' },
} as const;

const demos: Readonly<Record<string, Demo>> = {
  series: {
    about:
      '1,200 working days of made-up people, hour by hour: publish them by three methods under one promise, prove it, compare',
    sample: 'work',
    rows: 1200, // more would take longer than one cares to wait
    input: `${folder}/work.csv`,
    policy: { ...days, method: 'prism' },
    released: 'prism_anonymized.csv',
    beside: [
      { ...days, method: 'naive' },
      { ...days, method: 'kapra' },
    ],
  },
  events: {
    about: 'A month of alarms from 500 made-up homes, 100,000 events: make them, publish them, prove it',
    sample: 'events',
    rows: 100_000,
    input: `${folder}/events.csv`,
    policy: { preset: 'telecare', k: 5 },
    released: 'anonymized_events.csv',
  },
  tolls: {
    about: 'Four weeks of 2,000 made-up trucks leaving toll roads, 21,000 exits: make them, publish counts and means, prove it',
    sample: 'tolls',
    rows: 21_000,
    input: `${folder}/tolls.csv`,
    policy: { preset: 'tolls', method: 'hierarchy', labels: 'en', k: 5 },
    released: 'kaca_anonymized.csv',
  },
};

const kinds = Object.keys(demos);

export const demo: Command = {
  name: 'demo',
  usage: `shoal demo [${kinds.join('|')}]`,
  summary: 'make example data, releases of it, and prove them; everything lands in ./shoal-demo; without a word, all kinds',
  flags: [langFlag, forceFlag, jsonFlag], // its own folder is replaced either way
  takes: kinds,
  examples: ['shoal demo', 'shoal demo series --json'],
  async run({ positionals, flags }, world) {
    const unknown = positionals.find((kind) => !Object.hasOwn(demos, kind));
    if (unknown !== undefined) return refuse([badArgument(`There is no demo "${unknown}".`, kinds.join(', '))], world);
    const asked = positionals.length === 0 ? kinds : positionals;
    const summaries: Record<string, Summary> = {};
    for (const kind of asked) {
      const made = await runDemo(kind, demos[kind], flags, world);
      if (!made.ok) return refuse(made.problems, world);
      summaries[kind] = made.value;
    }
    if (flags.json === true) world.print(`${JSON.stringify(asked.length === 1 ? summaries[asked[0]] : summaries)}\n`);
    else if (asked.length > 1)
      world.print(`\nopen     ${asked.map((kind) => `${folder}/${kind}/report.html`).join('\n         ')}\n`);
    return Exit.done;
  },
};

/** Makes the data and the release of one kind, by other methods too where it says so, and tells them. */
async function runDemo(kind: string, demo: Demo, flags: Parsed['flags'], world: World): Promise<Result<Summary>> {
  const { about, sample, rows, input, policy, released, beside = [] } = demo;
  world.tell(`${about}\n`);
  const api = await import('../index.ts');
  const out = `${folder}/${kind}`;
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    return refused(asWriteProblem(error, folder));
  }
  const progress = progressTeller(world, 'auto');
  const { signal } = world;
  const made = await api.generate(sample, { rows, seed: 1, out: input, force: true, signal });
  if (!made.ok) return made;
  const given = { ...policyFrom(flags), input };
  const [summary, ...others] = await Promise.all([
    api.run({ ...policy, ...given, out }, { onProgress: progress.on, force: true, signal }),
    ...beside.map((other) => api.run({ ...other, ...given, out: `${folder}/${other.method}` }, { force: true, signal })),
  ]);
  progress.end();
  const failed = [summary, ...others].find(({ ok }) => !ok);
  if (!summary.ok || failed !== undefined) return failed ?? summary;
  const page = beside.length === 0 ? undefined : await writePage(input, [...others, summary], flags);
  if (page?.ok === false) return page;
  if (flags.json === true) return summary;
  world.tell(`\nbefore   ${firstLines(input, 4)}\nafter    ${firstLines(`${out}/${released}`, 4)}\n\n`);
  world.print(describeSummary(summary.value, world));
  if (page !== undefined) world.print(`compare  ${page.value} (must stay): the same days by three methods, side by side\n`);
  return summary;
}

async function writePage(input: string, releases: readonly Result<Summary>[], flags: Parsed['flags']): Promise<Result<string>> {
  const { writeMethodsPage } = await import('../index.ts');
  const summaries = releases.flatMap((one) => (one.ok ? [one.value as SeriesSummary] : [])); // of curves: only they are laid side by side
  return writeMethodsPage(`${folder}/methods.html`, input, summaries, String(flags.lang ?? 'en'));
}

const firstLines = (path: string, count: number): string => readFileSync(path, 'utf8').split('\n', count).join('\n         ');
