import { Exit, problem } from '../base/problem.ts';

// What stops the server before it listens.

export const badOption = (option: string, complaint: string) =>
  problem({
    code: 'server/bad-option',
    exit: Exit.usage,
    what: `--${option} cannot be used: ${complaint}.`,
    why: 'The server does not guess what was meant: a wrong guess could leave a door open.',
    fix: '"shoal serve --help" tells what each flag takes.',
    facts: { option },
  });

export const hostNeedsToken = (host: string) =>
  problem({
    code: 'server/host-needs-token',
    exit: Exit.usage,
    what: `--host ${host} is reached from other machines, and no token is given.`,
    why: 'Anyone who reaches the port could publish, read and delete.',
    fix: 'Give --token-file FILE with a secret of 16 characters or more, or leave --host out: 127.0.0.1 needs none.',
    facts: { host },
  });

export const internalBeyondLoopback = (host: string) =>
  problem({
    code: 'server/internal-beyond-loopback',
    exit: Exit.usage,
    what: `--mode internal with --host ${host} would answer any range of days to other machines.`,
    why: 'Two ranges that differ by one day subtract to that day, perhaps to one vehicle.',
    fix: 'Use --mode public, which answers whole weeks only, or leave --host out.',
    facts: { host },
  });

export const badTokenFile = (file: string, why: string) =>
  problem({
    code: 'server/bad-token-file',
    exit: Exit.usage,
    what: `The token in ${file} cannot be used.`,
    why,
    fix: 'Write one line of 16 characters or more into it, such as the output of: openssl rand -hex 32. For several, write a name before each.',
    facts: { file },
  });

export const stateInUse = (folder: string, pid: number) =>
  problem({
    code: 'server/state-in-use',
    exit: Exit.usage,
    what: `Another server, process ${pid}, keeps its jobs in ${folder}.`,
    why: 'Two servers would run the same jobs and take each other for dead.',
    fix: 'Stop the other one, or give this one a folder of its own: --state DIR.',
    facts: { folder, pid },
  });

export const cannotListen = (host: string, port: number, why: string) =>
  problem({
    code: 'server/cannot-listen',
    exit: Exit.resource,
    what: `Nothing can listen at ${host}, port ${port}.`,
    why,
    fix: 'Choose another port with --port, 0 for any that is free, or an address of this machine with --host.',
    facts: { host, port },
  });
