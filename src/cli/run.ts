import type { LedgerChoice } from '../api/ledger.ts';
import { Exit } from '../base/problem.ts';
import { type Result, refused, refusedFirst } from '../base/result.ts';
import { shownAddress } from '../policy/postgres-address.ts';
import type { Summary } from '../report/summary.ts';
import { chooseEngine } from './chosen-engine.ts';
import type { Command, Parsed } from './command.ts';
import { describeSummary } from './describe-summary.ts';
import type { Flag } from './flag.ts';
import { policyFrom } from './flag-values.ts';
import { engineFlags, forceFlag, jsonFlag, policyFlag, policyFlags, progressFlag } from './flags.ts';
import { planAndSetting, surplusArgument } from './problems.ts';
import { progressTeller } from './progress.ts';
import { gatherSettings, openingLine } from './settings.ts';
import { refuse } from './talk.ts';

const usage = 'shoal run [INPUT] [flags]';

const planFlag: Flag = {
  name: 'plan',
  value: 'FILE',
  help: 'run the plan "shoal plan --json" printed; - is standard input',
};

const ledgerFlags: readonly Flag[] = [
  { name: 'ledger', value: 'FILE', help: 'compare with releases before this one, and enter it' },
  { name: 'on-conflict', value: 'refuse|warn', help: 'if together they leave a crowd below k (default refuse)' },
];

export const run: Command = {
  name: 'run',
  usage,
  summary: 'make a release, verify the bytes it wrote, publish the folder only if they hold',
  flags: [policyFlag, planFlag, ...policyFlags, ...engineFlags, ...ledgerFlags, forceFlag, progressFlag, jsonFlag],
  examples: [
    'shoal run work.csv --subject ID --series H1..H8 --drop Name,Surname --sensitive Performance_SD',
    'shoal run --policy shoal.yaml -k 10 --out release-10 --json',
  ],
  async run({ positionals, flags }, world) {
    const [input, surplus] = positionals;
    if (surplus !== undefined) return refuse([surplusArgument(surplus, usage)], world);
    const progress = progressTeller(world, flags.progress === undefined ? 'auto' : String(flags.progress));
    if (flags.progress === undefined || flags.progress === 'auto') {
      const ofPlan = `${['shoal run', ...(input === undefined ? [] : [shownAddress(input)]), `--plan ${flags.plan}`].join(' ')}\n`;
      world.tell(flags.plan === undefined ? openingLine('run', input, flags) : ofPlan); // at once, before anything heavy loads
    }
    const chosen = chooseEngine(flags, world);
    if (!chosen.ok) return refuse(chosen.problems, world);
    (await import('../api/open-ahead.ts')).openDatabaseAhead();
    const api = await import('../index.ts');
    const options = {
      onProgress: progress.on,
      onNotice: progress.note,
      force: flags.force === true,
      signal: world.signal,
      spark: chosen.value.spark,
      ledger: chosenLedger(flags),
    };
    const summary = flags.plan === undefined ? await runSettings() : await runKeptPlan(String(flags.plan));
    progress.end();
    chosen.value.writeSql();
    if (!summary.ok) return refuse(summary.problems, world);
    world.print(flags.json === true ? `${JSON.stringify(summary.value)}\n` : describeSummary(summary.value, world));
    return Exit.done;

    async function runSettings(): Promise<Result<Summary>> {
      const asked = await gatherSettings(input, flags);
      if (!asked.ok) return asked;
      const made = await api.run({ out: 'release', ...asked.value.settings }, { ...options, stdin: world.stdin });
      return made.ok ? made : refusedFirst(asked.value.placed(made.problems));
    }

    async function runKeptPlan(path: string): Promise<Result<Summary>> {
      const { out, outTable, ...settings } = policyFrom(flags);
      const [setting] = [...Object.keys(settings), ...(flags.policy === undefined ? [] : ['policy'])];
      if (setting !== undefined) return refused(planAndSetting(setting));
      if (path === '-' && input === '-') return refused(planAndSetting('INPUT -'));
      const { readPlanFile } = await import('../api/plan-file.ts');
      const plan = await readPlanFile(path, world.stdin);
      return plan.ok
        ? api.execute(plan.value, {
            ...options,
            ...places(plan.value.policy?.out),
            ...(path === '-' ? {} : { stdin: world.stdin }),
          })
        : plan;

      function places(planned: string | undefined) {
        return {
          input,
          out: String(out ?? planned ?? 'release'),
          ...(outTable === undefined ? {} : { outTable: String(outTable) }),
        };
      }
    }
  },
};

const chosenLedger = ({ ledger, 'on-conflict': conflict }: Parsed['flags']): LedgerChoice | undefined =>
  ledger === undefined ? undefined : { file: String(ledger), onConflict: conflict === 'warn' ? 'warn' : 'refuse' };
