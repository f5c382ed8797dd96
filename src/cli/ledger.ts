import { Exit } from '../base/problem.ts';
import type { LedgerLine } from '../index.ts';
import { alignColumns } from './align-columns.ts';
import type { Command } from './command.ts';
import { jsonFlag } from './flags.ts';
import { badArgument, missingArgument } from './problems.ts';
import { figure, refuse } from './talk.ts';

const usage = 'shoal ledger show|check FILE';

export const ledger: Command = {
  name: 'ledger',
  usage,
  summary: 'show what was released before, or prove that nothing in that memory was changed',
  flags: [{ name: 'release', value: 'DIR', help: 'only the entry of this release; it must be there' }, jsonFlag],
  examples: ['shoal ledger show releases.ledger', 'shoal ledger check releases.ledger --release release'],
  async run({ positionals, flags }, world) {
    const [what, file, surplus] = positionals;
    if (what === undefined || file === undefined || surplus !== undefined)
      return refuse([missingArgument('ledger', usage)], world);
    if (what !== 'show' && what !== 'check')
      return refuse([badArgument(`"${what}" is not done with a ledger.`, 'show, check')], world);
    const { readLedger } = await import('../index.ts');
    const read = readLedger(file, flags.release === undefined ? undefined : String(flags.release));
    if (!read.ok) return refuse(read.problems, world);
    const { releases, sealed } = read.value;
    if (flags.json === true) world.print(`${JSON.stringify(read.value)}\n`);
    else if (what === 'check')
      world.print(
        `holds    ${figure(releases.length)} releases, each line follows from the one before it${sealed ? ', seals too' : ''}\n`,
      );
    else
      world.print(
        releases.length === 0 ? 'Nothing was released yet.\n' : `${alignColumns([head, ...releases.map(rowOf)]).join('\n')}\n`,
      );
    if (!sealed) world.tell(`note     without its key the seals were not compared\n`);
    return Exit.done;
  },
};

const head = ['entry', 'date', 'family', 'method', 'promises', 'for', 'subjects', 'period', 'columns', ''];

const rowOf = ({
  number,
  date,
  family,
  method,
  promises,
  model,
  subjects,
  period,
  columns,
  withdrawn,
  exposes,
}: LedgerLine): string[] => [
  String(number),
  date.slice(0, 10),
  family,
  method,
  Object.entries(promises)
    .map(([name, value]) => `${name} ${value}`)
    .join(', '),
  model,
  figure(subjects),
  period === undefined ? '' : period.from === period.to ? period.from : `${period.from} to ${period.to}`,
  columns.map(({ name }) => name).join(' '),
  withdrawn ? 'withdrawn' : exposes === undefined ? '' : `exposes with ${exposes.join(', ')}`,
];
