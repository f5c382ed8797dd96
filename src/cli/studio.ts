import { Exit } from '../base/problem.ts';
import type { Command } from './command.ts';
import { surplusArgument } from './problems.ts';
import { optionsFrom, serve } from './serve.ts';
import { bugReport, refuse } from './talk.ts';

const usage = 'shoal studio [flags]';

/** What `serve` has for answers about trucks and for pages of others is not for a person at a screen. */
const foreign = [
  'answer-time',
  'port',
  'cors',
  'data',
  'map',
  'mode',
  'ks',
  'time-zone',
  'settle',
  'refresh',
  'max-upload',
  'state',
];

export const studio: Command = {
  name: 'studio',
  usage,
  summary: 'Shoal in the browser: from a file to a signed release; on this machine alone by default',
  flags: [
    { name: 'port', value: 'N', help: 'port to listen at, 0 for any that is free (default 8090)' },
    {
      name: 'state',
      value: 'DIR',
      help: 'private folder of uploads, choices and releases (default ~/.local/state/shoal/port-8090)',
    },
    { name: 'max-upload', value: '4GB', help: 'largest upload' },
    { name: 'answer-time', value: 'SECONDS', help: 'time to wait for an answer (default 600)' },
    ...serve.flags.filter(({ name }) => !foreign.includes(name)),
  ],
  examples: ['shoal studio', 'shoal studio --host 0.0.0.0 --token-file token'],
  async run({ positionals: [surplus], flags }, world) {
    if (surplus !== undefined) return refuse([surplusArgument(surplus, usage)], world);
    const api = await import('../index.ts');
    const options = { port: 8090, maxUpload: '4GB', answerTime: 600, ...optionsFrom(flags), studio: true };
    const started = await api.serve(options as Parameters<typeof api.serve>[0], {
      onProblem: (problem) => void refuse([problem], world),
      onFault: (fault) => world.tell(bugReport(fault, world)),
      onInvitation: (address) => world.tell(`a browser came in; for another one: ${address}\n`),
    }); // its own door judges what the words stand for
    if (!started.ok) return refuse(started.problems, world);
    const { studio: address, state, stop } = started.value;
    world.print(`${address}\n`);
    world.tell(`open this address, which works once; uploads and releases in ${state}; Ctrl-C stops\n`);
    return await new Promise<Exit>((resolve) => {
      world.onInterrupt(async () => {
        await stop();
        resolve(Exit.done);
        return Exit.done;
      });
    });
  },
};
