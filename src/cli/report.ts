import { Exit } from '../base/problem.ts';
import type { Command } from './command.ts';
import { missingArgument } from './problems.ts';
import { refuse } from './talk.ts';

const usage = 'shoal report RELEASE';

export const report: Command = {
  name: 'report',
  usage,
  summary: "write a release's HTML report anew, if the release still holds",
  flags: [],
  takes: 'folder',
  examples: ['shoal report release', 'shoal report shoal-demo/series'],
  async run({ positionals }, world) {
    const [folder] = positionals;
    if (folder === undefined || positionals.length > 1) return refuse([missingArgument('report', usage)], world);
    const { rewriteReport } = await import('../index.ts');
    const written = await rewriteReport(folder);
    if (!written.ok) return refuse(written.problems, world);
    world.tell(`${written.value.report}\n`);
    return Exit.done;
  },
};
