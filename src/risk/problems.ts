import { Exit, problem } from '../base/problem.ts';

export const outOfMemory = () =>
  problem({
    code: 'risk/out-of-memory',
    exit: Exit.resource,
    what: 'The memory allowed is too little to measure how unique the subjects are.',
    why: 'Every distinct pair of subject and combination is needed, and they did not fit.',
    fix: 'Allow more with --memory, or use fewer --threads: each one takes its own share.',
  });

export const noScratchSpace = (folder: string) =>
  problem({
    code: 'risk/no-scratch-space',
    exit: Exit.resource,
    what: 'There is no room left for temporary files.',
    where: folder,
    why: 'What does not fit in memory while measuring is put there until the figure is known.',
    fix: 'Free some space, point TMPDIR at a larger disk, or allow more with --memory.',
    facts: { folder },
  });
