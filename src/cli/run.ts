import { Exit } from '../base/problem.ts';
import { shownAddress } from '../policy/postgres-address.ts';
import type { Command } from './command.ts';
import { describeSummary } from './describe-summary.ts';
import { policyFrom } from './flag-values.ts';
import { forceFlag, jsonFlag, policyFlag, policyFlags, progressFlag } from './flags.ts';
import { surplusArgument } from './problems.ts';
import { progressTeller } from './progress.ts';
import { refuse } from './talk.ts';

const usage = 'shoal run [INPUT] [flags]';

export const run: Command = {
  name: 'run',
  usage,
  summary: 'make a release, verify the bytes it wrote, publish the folder only if they hold',
  flags: [policyFlag, ...policyFlags, forceFlag, progressFlag, jsonFlag],
  examples: [
    'shoal run work.csv --subject ID --series H1..H8 --drop Name,Surname --sensitive Performance_SD',
    'shoal run --policy shoal.yaml -k 10 --out release-10 --json',
  ],
  async run({ positionals, flags }, world) {
    const [input, surplus] = positionals;
    if (surplus !== undefined) return refuse([surplusArgument(surplus, usage)], world);
    const progress = progressTeller(world, flags.progress === undefined ? 'auto' : String(flags.progress));
    if (flags.progress === undefined || flags.progress === 'auto') world.tell(`shoal run ${shownAddress(input ?? '')}\n`); // at once, before anything heavy loads
    const [{ readPolicyFile }, api] = await Promise.all([import('../api/policy-file.ts'), import('../index.ts')]);
    const file = await readPolicyFile(flags.policy);
    if (!file.ok) return refuse(file.problems, world);
    const policy = { ...file.value, ...(input === undefined ? {} : { input }), ...policyFrom(flags) };
    const workspace = api.openWorkspace();
    const deaf = world.onInterrupt(() => workspace.interrupt());
    const summary = await api.run(policy, {
      onProgress: progress.on,
      onNotice: progress.note,
      force: flags.force === true,
      stdin: world.stdin,
      workspace,
    });
    deaf();
    progress.end();
    if (!summary.ok) return refuse(summary.problems, world);
    world.print(flags.json === true ? `${JSON.stringify(summary.value)}\n` : describeSummary(summary.value, world));
    return Exit.done;
  },
};
