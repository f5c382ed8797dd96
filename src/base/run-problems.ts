import { Exit, problem } from './problem.ts';

export const runAborted = () =>
  problem({
    code: 'run/aborted',
    exit: Exit.interrupted,
    what: 'The work was stopped before it was done.',
    why: 'Its signal was aborted, or somebody interrupted it. Nothing was published, and nothing half done is left.',
    fix: 'Start it again when you want it; it begins anew.',
  });
