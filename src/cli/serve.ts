import { Exit } from '../base/problem.ts';
import type { Command, Parsed } from './command.ts';
import { surplusArgument } from './problems.ts';
import { bugReport, refuse } from './talk.ts';

const usage = 'shoal serve [flags]';

export const serve: Command = {
  name: 'serve',
  usage,
  summary: 'HTTP API: run releases as background jobs; listens on localhost by default',
  flags: [
    { name: 'host', value: 'ADDRESS', help: 'address to listen at (default 127.0.0.1); another needs --token-file' },
    { name: 'port', value: 'N', help: 'port to listen at, 0 for any that is free (default 8080)' },
    {
      name: 'token-file',
      value: 'FILE',
      help: 'secret of every request, or a line NAME: SECRET for each client',
    },
    { name: 'internal-token-file', value: 'FILE', help: 'second secret, for files under internal/' },
    { name: 'cors', value: 'ORIGIN', help: 'web pages that may use it, such as https://example.org (default none)' },
    { name: 'state', value: 'DIR', help: 'folder of jobs and releases (default ~/.local/state/shoal/port-8080)' },
    { name: 'source', value: 'NAME=INPUT', list: true, help: 'data that jobs may name; give it again for more' },
    {
      name: 'policy',
      value: 'NAME=FILE',
      list: true,
      help: 'policy of jobs over a source; data=FILE says how --data is written',
    },
    { name: 'data', value: 'INPUT', help: 'records of truck exits, a file or postgres://… (default made-up ones)' },
    { name: 'map', value: 'OURS=THEIRS,…', list: true, help: 'its columns: section_id, exit_time, vehicle_id, toll_money' },
    {
      name: 'mode',
      value: 'internal|public',
      help: 'any days, or weeks that have ended (default beyond loopback public)',
    },
    { name: 'ledger', value: 'FILE', help: 'compare releases and answers with all before, and enter them' },
    { name: 'noise', value: 'MOST,VARIANCE', help: 'noise on counted answers (default none; docs/noise.md)' },
    { name: 'noise-key', value: 'FILE', help: 'its secret: 32 to 64 random hexadecimal digits' },
    { name: 'ks', value: 'K,K,…', list: true, help: 'every k to answer (mode public: only --min-k by default)' },
    { name: 'time-zone', value: 'NAME', help: 'where weeks end (default where days end last)' },
    { name: 'settle', value: 'DAYS', help: 'days after a week until mode public answers it (default 0)' },
    { name: 'min-k', value: 'N', help: 'least k that is answered (default 5)' },
    { name: 'memory', value: '2GB', help: 'memory for the server and all jobs together; the rest waits' },
    { name: 'jobs', value: 'N', help: 'jobs at once (default as many as memory and cores allow)' },
    { name: 'queue', value: 'N', help: 'jobs that may wait (default 100)' },
    { name: 'max-state', value: '10GB', help: 'disk for all jobs, in equal parts for each token' },
    { name: 'max-upload', value: '1GB', help: 'largest upload' },
    { name: 'max-body', value: '1MB', help: 'largest other body, and largest policy' },
    { name: 'rate', value: 'N', help: 'requests a minute of one token, else from one address (default 600)' },
    { name: 'streams', value: 'N', help: 'streams of events at once (default 64)' },
    { name: 'request-time', value: 'SECONDS', help: 'time for a request to arrive (default 300)' },
    { name: 'answer-time', value: 'SECONDS', help: 'time to wait for an answer (default 60)' },
    { name: 'job-time', value: 'SECONDS', help: 'time a job may run (default 3600)' },
    { name: 'upload-time', value: 'SECONDS', help: 'time an upload is kept (default 86400)' },
    { name: 'stop-time', value: 'SECONDS', help: 'time that running jobs get when the server stops (default 5)' },
    { name: 'refresh', value: 'SECONDS', help: 'how long an answer from a database holds (default 3600)' },
  ],
  examples: ['shoal serve', 'shoal serve --host 0.0.0.0 --token-file token --mode public --min-k 10'],
  async run({ positionals: [surplus], flags }, world) {
    if (surplus !== undefined) return refuse([surplusArgument(surplus, usage)], world);
    const api = await import('../index.ts');
    const started = await api.serve(optionsFrom(flags) as Parameters<typeof api.serve>[0], {
      onAnswer: ({ method, route, status, milliseconds }) => world.tell(`${method} ${route} ${status} ${milliseconds} ms\n`),
      onProblem: (problem) => void refuse([problem], world),
      onFault: (fault) => world.tell(bugReport(fault, world)),
    }); // its own door judges what the words stand for
    if (!started.ok) return refuse(started.problems, world);
    const { url, mode, state, stop } = started.value;
    world.print(`${url}\n`);
    world.tell(`listening, mode ${mode}; jobs in ${state}; ${url}/docs tells what can be asked; Ctrl-C stops\n`);
    return await new Promise<Exit>((resolve) => {
      world.onInterrupt(async () => {
        await stop();
        resolve(Exit.done);
        return Exit.done;
      });
    });
  },
};

const numeric = [
  'port',
  'min-k',
  'settle',
  'jobs',
  'queue',
  'rate',
  'streams',
  'request-time',
  'answer-time',
  'job-time',
  'upload-time',
  'stop-time',
  'refresh',
];

/** Flags as the server wants them; what is no number stays text, for its own door to refuse. */
export function optionsFrom({ source, policy, map, ks, ...flags }: Parsed['flags']): Record<string, unknown> {
  const plain = Object.entries(flags).map(([name, value]) => [
    name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    numeric.includes(name) && /^\d+(\.\d+)?$/.test(String(value)) ? Number(value) : value,
  ]);
  return {
    ...Object.fromEntries(plain),
    ...(source === undefined ? {} : { sources: pairs(String(source)) }),
    ...(policy === undefined ? {} : policiesIn(pairs(String(policy)), source === undefined ? {} : pairs(String(source)))),
    ...(map === undefined ? {} : { map: pairs(String(map)) }),
    ...(ks === undefined
      ? {}
      : {
          ks: String(ks)
            .split(',')
            .map((k) => (/^\d+$/.test(k.trim()) ? Number(k) : k)),
        }),
  };
}

/** Policies of sources; one for `data`, unless a source has that name, says how the records behind the answers are written. */
function policiesIn({ data, ...policies }: Record<string, string>, sources: Record<string, string>): Record<string, unknown> {
  if (data === undefined) return { policies };
  return Object.hasOwn(sources, 'data') ? { policies: { ...policies, data } } : { policies, dataPolicy: data };
}

/** NAME=VALUE,NAME=VALUE; a comma that no name follows is part of the value. */
const pairs = (text: string): Record<string, string> =>
  Object.fromEntries(text.split(/,(?=[\w-]+=)/).map((pair) => [pair.split('=', 1)[0], pair.slice(pair.indexOf('=') + 1)]));
