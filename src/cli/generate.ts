import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { Exit } from '../base/problem.ts';
import { openWorkspace } from '../base/workspace.ts';
import type { SampleKind } from '../samples/sample.ts';
import type { Command } from './command.ts';
import { forceFlag, progressFlag } from './flags.ts';
import { badArgument, missingArgument } from './problems.ts';
import { progressTeller } from './progress.ts';
import { figure, refuse } from './talk.ts';

const kinds: readonly string[] = ['work', 'cbf', 'walks', 'events', 'tolls'] satisfies readonly SampleKind[];
const usage = 'shoal generate work|cbf|walks|events|tolls --rows N --seed S --out FILE';

export const generate: Command = {
  name: 'generate',
  usage,
  summary: 'write deterministic example data, CSV or Parquet by extension',
  flags: [
    { name: 'rows', value: 'N', help: 'how many records' },
    { name: 'seed', value: 'S', help: 'same seed, same bytes (default 1)' },
    { name: 'out', value: 'FILE', help: 'file to write, .csv or .parquet; - prints CSV' },
    { name: 'length', value: 'N', help: 'instants of a series (cbf 128, walks 24)' },
    forceFlag,
    progressFlag,
  ],
  takes: kinds,
  examples: [
    'shoal generate work --rows 3000 --seed 1 --out work.csv',
    'shoal generate events --rows 100000 --seed 1 --out events.csv',
  ],
  async run({ positionals, flags }, world) {
    const [kind, surplus] = positionals;
    if (kind === undefined || surplus !== undefined || flags.rows === undefined || flags.out === undefined)
      return refuse([missingArgument('generate', usage)], world);
    if (!kinds.includes(kind)) return refuse([badArgument(`"${kind}" is not a kind of example data.`, kinds.join(', '))], world);
    const rows = Number(flags.rows);
    const length = flags.length === undefined ? undefined : Number(flags.length);
    if (!Number.isInteger(rows) || rows < 1 || rows > 1e9)
      return refuse([badArgument('--rows is not a whole number.', '1 to 1,000,000,000')], world);
    if (length !== undefined && (!Number.isInteger(length) || length < 1 || length > 10_000))
      return refuse([badArgument('--length is not a whole number.', '1 to 10,000')], world);
    if (length !== undefined && (kind === 'events' || kind === 'tolls'))
      return refuse([badArgument(`An event has no instants: ${kind} take no --length.`, 'cbf or walks with --length')], world);
    if (length !== undefined && kind === 'work')
      return refuse([badArgument('A working day has 8 hours: work takes no --length.', 'cbf or walks with --length')], world);
    const progress = progressTeller(world, String(flags.progress ?? 'auto'));
    const api = await import('../index.ts');
    const workspace = openWorkspace();
    const printed = flags.out === '-' ? join(workspace.folder(), 'printed.csv') : undefined;
    const made = await api.generate(kind as SampleKind, {
      rows,
      seed: String(flags.seed ?? 1),
      out: printed ?? String(flags.out),
      ...(length === undefined ? {} : { length }),
      force: flags.force === true,
      onProgress: progress.on,
      signal: world.signal,
    });
    progress.end();
    if (made.ok && printed !== undefined) for await (const piece of createReadStream(printed, 'utf8')) world.print(piece);
    workspace.dispose();
    if (!made.ok) return refuse(made.problems, world);
    if (printed === undefined) world.tell(`${figure(rows)} records in ${made.value.out}\n`);
    return Exit.done;
  },
};
