import { wordsOf } from '../state/language.ts';
import { shellWords } from '../words/shell.ts';

/** Something is on its way. It is said, not only drawn. */
export const Waiting = ({ children }: { readonly children?: string }) => (
  <p class="waiting" role="status">
    <span class="dots" aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
    {children ?? wordsOf(shellWords).waiting}
  </p>
);

interface BarShown {
  /** What is under way. */
  readonly name: string;
  /** From 0 to 1; unknown where left out. */
  readonly done?: number | undefined;
  readonly told: string;
}

export const Bar = ({ name, done, told }: BarShown) => (
  <div class="bar">
    <p>
      <span>{name}</span> <span class="told">{told}</span>
    </p>
    <progress aria-label={name} max={1} {...(done === undefined ? {} : { value: done })} />
  </div>
);
