import { Refusal } from '../api/client.ts';
import { wordsOf } from '../state/language.ts';
import { shellWords } from '../words/shell.ts';
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
  const all = told?.errors === undefined || told.errors.length < 2 ? told && [told] : told.errors;
  return (
    <div class="notice bad" role="alert">
      <Icon name="warn" />
      <div>
        {all === undefined ? <p>{words.fault}</p> : null}
        {all?.map(({ code, detail, suggestion }) => (
          <div key={code + detail}>
            <p>{detail}</p>
            <p>
              <strong>{words.wayOn}</strong> {suggestion}
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
