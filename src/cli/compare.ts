import { existsSync, writeFileSync } from 'node:fs';
import { type Language, languages } from '../base/languages.ts';
import { Exit } from '../base/problem.ts';
import { outputExists } from '../release/output-problems.ts';
import { asWriteProblem } from '../release/stage.ts';
import { comparisonRows } from '../report/words/compared-rows.ts';
import { alignColumns } from './align-columns.ts';
import type { Command } from './command.ts';
import { forceFlag, jsonFlag } from './flags.ts';
import { missingArgument } from './problems.ts';
import { paint, refuse } from './talk.ts';

const usage = 'shoal compare RELEASE RELEASE… [--html FILE]';

export const compare: Command = {
  name: 'compare',
  usage,
  summary: 'show releases side by side: settings, losses, sizes, retention, risk',
  flags: [
    { name: 'html', value: 'FILE', help: 'also write the comparison as a page' },
    { name: 'lang', value: languages.join('|'), help: 'language of the page (default en)' },
    { ...forceFlag, help: 'replace an existing page' },
    jsonFlag,
  ],
  takes: 'folder',
  examples: ['shoal compare release-5 release-10', 'shoal compare naive kapra --html compared.html'],
  async run({ positionals, flags }, world) {
    if (positionals.length < 2) return refuse([missingArgument('compare', usage)], world);
    const page = flags.html === undefined ? undefined : String(flags.html);
    if (page !== undefined && existsSync(page) && flags.force !== true) return refuse([outputExists(page)], world);
    const api = await import('../index.ts');
    const compared = await api.compare(positionals, { signal: world.signal });
    if (!compared.ok) return refuse(compared.problems, world);
    const { releases, notes } = compared.value;
    if (page !== undefined) {
      const { compareHtml } = await import('../report/compare-html.ts');
      try {
        writeFileSync(page, compareHtml(compared.value, (flags.lang ?? 'en') as Language)); // one of its words, as the flag says
      } catch (error) {
        return refuse([asWriteProblem(error, page)], world);
      }
    }
    if (flags.json === true) world.print(`${JSON.stringify(compared.value)}\n`);
    else {
      const rows = comparisonRows(compared.value).map(({ label, cells }) => [label, ...cells]);
      world.print(`${alignColumns([['', ...releases.map(({ release }) => release)], ...rows]).join('\n')}\n`);
      for (const note of notes) world.print(`${paint(world, 33, 'note')}  ${note}\n`);
      if (page !== undefined) world.print(`open  ${page}\n`);
    }
    const broken = releases.filter(({ holds }) => !holds);
    for (const { release, breaches } of broken)
      world.tell(
        `${paint(world, 31, '✗', world.terminal)} ${release} is broken: ${breaches.join(', ')}. "${world.command} verify ${release}" tells more.\n`,
      );
    return broken.length > 0 ? Exit.broken : Exit.done;
  },
};
