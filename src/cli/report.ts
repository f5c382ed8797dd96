import { languages } from '../base/languages.ts';
import { Exit } from '../base/problem.ts';
import type { Command } from './command.ts';
import { langFlag } from './flags.ts';
import { badArgument, missingArgument } from './problems.ts';
import { refuse } from './talk.ts';

const usage = `shoal report RELEASE [--lang ${languages.join('|')}]`;

export const report: Command = {
  name: 'report',
  usage,
  summary: "write a release's HTML report anew, if the release still holds",
  flags: [langFlag],
  takes: 'folder',
  examples: ['shoal report release', 'shoal report shoal-demo/series --lang it'],
  async run({ positionals, flags }, world) {
    const [folder] = positionals;
    if (folder === undefined || positionals.length > 1) return refuse([missingArgument('report', usage)], world);
    const lang = languages.find((name) => name === flags.lang);
    if (flags.lang !== undefined && lang === undefined)
      return refuse([badArgument(`There is no report in "${flags.lang}".`, languages.join(', '))], world);
    const { rewriteReport } = await import('../index.ts');
    const written = await rewriteReport(folder, { signal: world.signal, ...(lang === undefined ? {} : { lang }) });
    if (!written.ok) return refuse(written.problems, world);
    world.tell(`${written.value.report}\n`);
    if (written.value.unsigned) world.tell('note     the manifest is another one now: sign the release again\n');
    return Exit.done;
  },
};
