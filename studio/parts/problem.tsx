import { Refusal } from '../api/client.ts';
import { wordsOf } from '../state/language.ts';
import { shellWords } from '../words/shell.ts';
import { tellProblem } from '../words/told/told.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

interface ProblemBox {
  readonly problem: unknown;
  /** Asks again, where that may help: of what was asked wrongly it does not. */
  readonly again?: () => void;
}

/** What was refused, why, and the way on, as the server tells it. It names columns and lines, never a cell. */
export function Problem({ problem, again }: ProblemBox) {
  const words = wordsOf(shellWords);
  const told = problem instanceof Refusal ? problem.problem : undefined;
  const [only, ...others] = told?.errors ?? [];
  const all = told === undefined || others.length > 0 ? told?.errors : [{ ...only, ...told }]; // of one, its sentence says why as well
  return (
    <div class="notice bad" role="alert">
      <Icon name="warn" />
      <div>
        {all === undefined ? <p>{words.fault}</p> : null}
        {all
          ?.map((one) => ({ code: one.code, ...tellProblem(one) }))
          .map(({ code, what, fix }) => (
            <div key={code + what}>
              <p>{what}</p>
              <p>
                <strong>{words.wayOn}</strong> {fix}
              </p>
              <p class="code">
                <a href={`/problems/${code}`} target="_blank" rel="noreferrer">
                  {code}
                </a>
              </p>
            </div>
          ))}
        {again === undefined || told?.status === 422 ? null : <Button onClick={again}>{words.again}</Button>}
      </div>
    </div>
  );
}
