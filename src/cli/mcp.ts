import { Writable } from 'node:stream';
import { Exit } from '../base/problem.ts';
import type { Command } from './command.ts';
import { optionsFrom, serve } from './serve.ts';
import { bugReport, refuse } from './talk.ts';

/** Flags of serve that mean the same here. */
const taken = ['source', 'policy', 'data', 'map', 'mode', 'ks', 'time-zone', 'settle', 'min-k', 'memory', 'jobs', 'state'];
const times = ['answer-time', 'job-time', 'stop-time'];

export const mcp: Command = {
  name: 'mcp',
  usage: 'shoal mcp [INPUT…] [flags]',
  summary: 'the same as tools for agents: Model Context Protocol over standard input and output',
  flags: [
    { name: 'out', value: 'DIR', help: 'where releases are placed, without what must stay (default ./releases)' },
    ...serve.flags
      .filter(({ name }) => [...taken, ...times].includes(name))
      .map((flag) =>
        flag.name === 'state' ? { ...flag, help: 'private folder of jobs (default one that goes at the end)' } : flag,
      ),
  ],
  examples: ['shoal mcp work.csv', 'shoal mcp --source work=work.csv --policy work=shoal.yaml --out releases'],
  async run({ positionals, flags }, world) {
    const { out, ...rest } = flags;
    const given = optionsFrom(rest) as { readonly sources?: Readonly<Record<string, string>> };
    const named = Object.fromEntries(positionals.map((input) => [sourceName(input), input]));
    const api = await import('../index.ts');
    const options = { ...given, sources: { ...named, ...given.sources }, ...(out === undefined ? {} : { out: String(out) }) };
    const served = await api.serveAgent(options as Parameters<typeof api.serveAgent>[0], {
      stdin: world.stdin,
      stdout: new Writable({
        write(text, _, done) {
          world.print(String(text));
          done();
        },
      }),
      signal: world.signal,
      onProblem: (problem) => void refuse([problem], world),
      onFault: (fault) => world.tell(bugReport(fault, world)),
    }); // its own door judges what the words stand for
    return served.ok ? Exit.done : refuse(served.problems, world);
  },
};

/** A file by its name without its ending, in letters that a source may have. */
const sourceName = (input: string): string =>
  (input.split(/[\\/]/).at(-1) ?? '')
    .replace(/(\.[a-z0-9]+)+$/i, '')
    .replaceAll(/[^\w-]/g, '_')
    .slice(0, 64) || 'data';
