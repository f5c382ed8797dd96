import { Exit, problem } from '../base/problem.ts';
import { httpProblem } from './http-problem.ts';

export const askTime = (seconds: number) =>
  problem({
    code: 'server/ask-time',
    exit: Exit.resource,
    what: `The answer took longer than ${seconds} s, and was given up.`,
    why: 'A question that never ends would keep others waiting for ever.',
    fix: 'Send fewer rows or columns, or start the server with a longer --answer-time.',
    facts: { seconds },
  });

export const badArchive = (why: string) =>
  httpProblem({
    code: 'server/bad-archive',
    status: 422,
    what: 'What was sent is not the folder of a release.',
    why: `The archive cannot be used: ${why}.`,
    fix: 'Send a zip of the folder, as GET …/archive makes it, or its files one by one.',
    pointer: '/body',
  });
