import { Exit, type Problem } from '../base/problem.ts';
import { shownAddress } from '../policy/postgres-address.ts';
import { upload } from './job.ts';
import { sourceUnusable } from './problems.ts';

/** What was read, by which name it was asked for. */
interface ReadData {
  readonly source: string;
  readonly policy: Readonly<Record<string, unknown>>;
}

interface Tellings {
  readonly mode: 'internal' | 'public';
  readonly minK: number;
  readonly onProblem: (problem: Problem) => void;
}

/** Why a job failed, as its client hears it. What is uploaded is the client's own; of a source, sentences may count its persons. */
export function failureOf(problem: Problem, job: ReadData, tellings: Tellings): Problem {
  if (job.source === upload) return problem;
  if (tellings.mode === 'public') return publicly(problem, tellings);
  return withoutAddress(problem.exit === Exit.infeasible && countsFew(problem, tellings) ? outOfReach(problem) : problem, job);
}

/** In mode public a client hears what the server itself did, and whether the target could be met. All else is for whoever runs it. */
function publicly(problem: Problem, { onProblem }: Tellings): Problem {
  if (problem.code.startsWith('server/')) return problem;
  onProblem(problem);
  return problem.exit === Exit.infeasible ? outOfReach(problem) : sourceUnusable();
}

const countsFew = ({ facts }: Problem, { minK }: Tellings): boolean =>
  [facts.subjects, facts.largest].some((count) => typeof count === 'number' && count > 0 && count < minK);

const outOfReach = ({ code, exit }: Problem): Problem => ({
  code,
  exit,
  what: 'The target cannot be met with this source.',
  why: 'Too few subjects are alike in what is to be published, and how few is not told.',
  fix: 'Publish fewer or coarser columns, or ask for a smaller k where the server allows one.',
  facts: {},
});

/** Where a source of the server lies is not for its clients: they know it by its name. */
function withoutAddress(problem: Problem, { policy, source }: ReadData): Problem {
  const hidePlaces = (text: string) => text.replaceAll(shownAddress(String(policy.input)), source);
  const { what, where, why, fix } = problem;
  return {
    ...problem,
    what: hidePlaces(what),
    why: hidePlaces(why),
    fix: hidePlaces(fix),
    ...(where === undefined ? {} : { where: hidePlaces(where) }),
  };
}
