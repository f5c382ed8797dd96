import { httpProblem } from './http-problem.ts';

export const datesReversed = (start: string, end: string) =>
  httpProblem({
    code: 'server/dates-reversed',
    status: 422,
    what: `start_date ${start} is after end_date ${end}.`,
    why: 'Such a period holds no day at all.',
    fix: `Exchange them: start_date=${end}&end_date=${start}. The end date counts as a day of the period.`,
    pointer: '/query/start_date',
  });

export const offGrid = (asked: string, pointer: string, nearest: string) =>
  httpProblem({
    code: 'server/off-grid',
    status: 422,
    what: `A period is one week, from Monday to Sunday. You asked for ${asked}.`,
    why: 'Answers for periods that overlap could be subtracted, down to one vehicle. This is refused whatever the data holds.',
    fix: `Try ${nearest}. Ranges of days need --mode internal, which is for this machine alone.`,
    pointer,
  });

export const kNotDeclared = (k: number, ks: readonly number[]) =>
  httpProblem({
    code: 'server/k-not-declared',
    status: 422,
    what: `k is ${k}, and this server answers for k = ${ks.join(', ')}.`,
    why: 'Answers for other k would be other groupings of the same vehicles, and could be laid over each other.',
    fix: `Ask for ${ks.map((one) => `k=${one}`).join(' or ')}. The operator of the server declares them with --ks.`,
    pointer: '/query/k',
  });

export const kNotKept = (k: number, ks: readonly number[]) =>
  httpProblem({
    code: 'server/k-not-kept',
    status: 422,
    what: `This week was first answered when k = ${ks.join(', ')} ${ks.length === 1 ? 'was' : 'were'} declared, and k is ${k}.`,
    why: 'The first answer to a week is kept for good; another k would be made from the data of today and could be laid over it.',
    fix: `Ask for ${ks.map((one) => `k=${one}`).join(' or ')}.`,
    pointer: '/query/k',
  });

export const notEnded = (from: string) =>
  httpProblem({
    code: 'server/not-ended',
    status: 422,
    what: `This week is answered from ${from} on.`,
    why: 'While records still come in, each of them would show in the difference of two answers.',
    fix: `Ask again on ${from}, or ask for a week that is over.`,
    pointer: '/query/end_date',
  });

/** `most` is told only where it could be asked for: a smaller count is nobody's business. */
export const kAboveCrowd = (k: number, most: number | undefined) =>
  httpProblem({
    code: 'server/k-above-crowd',
    status: 422,
    what: `No group of ${k} can be formed from this period.`,
    why: 'A group needs k different vehicles, and there are not that many in any of them.',
    fix: `Ask for a longer period or a smaller k.${most === undefined ? '' : ` The largest that can be met here is ${most}.`}`,
    pointer: '/query/k',
  });

export const dataUnusable = () =>
  httpProblem({
    code: 'server/data-unusable',
    status: 500,
    what: 'The data behind this answer cannot be used.',
    why: 'Only the operator of the server may see what is wrong with it.',
    fix: 'Tell the operator of the server; its log has the code.',
  });

export const exposesEarlier = () =>
  httpProblem({
    code: 'server/exposes-earlier',
    status: 422,
    what: 'Laid over what was answered or released before, this answer would leave somebody in a crowd below k.',
    why: 'The server keeps a ledger, and compares every answer with it.',
    fix: 'Ask for a period that does not overlap one that was answered, or for that one again.',
  });

export const answerTime = () =>
  httpProblem({
    code: 'server/answer-time',
    status: 504,
    what: 'The answer is still being made.',
    why: 'A request is kept waiting for so long and no longer; the work goes on.',
    fix: 'Ask again in a moment: the same question finds the answer ready.',
    headers: { 'retry-after': '5' },
  });
