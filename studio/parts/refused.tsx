import { Refusal } from '../api/client.ts';
import { wordsOf } from '../state/language.ts';
import { addressOf, type Step } from '../state/place.ts';
import { openWorkId } from '../state/work.ts';
import { runWords } from '../words/run.ts';
import { shellWords } from '../words/shell.ts';
import { ButtonLink } from './button.tsx';
import { Problem } from './problem.tsx';

/** A refusal with the way to the screen where it is mended, where there is one. */
export function Refused({ problem, again }: { readonly problem: unknown; readonly again?: () => void }) {
  const words = wordsOf(runWords);
  const names = wordsOf(shellWords).names;
  const work = openWorkId.value;
  const to = problem instanceof Refusal ? screenFor(problem.problem.code) : undefined;
  return (
    <div class="refused">
      <Problem problem={problem} {...(again === undefined ? {} : { again })} />
      {to === undefined || (work === undefined && to !== 'home') ? null : (
        <ButtonLink href={to === 'home' || work === undefined ? '#/' : addressOf({ screen: to, work })} icon="back">
          {words.changeIn(names[to])}
        </ButtonLink>
      )}
    </div>
  );
}

type Mending = Exclude<Step, 'release' | 'run'> | 'home';

/** Where what a code complains about is chosen. */
function screenFor(code: string): Mending | undefined {
  return screensOfCodes.find(([codes]) => codes.test(code))?.[1];
}

const screensOfCodes: readonly (readonly [codes: RegExp, screen: Mending])[] = [
  [/^server\/(unknown-upload|upload-|unknown-source|source-)/, 'home'],
  [/^policy\/(no-subject|no-quasi|no-series|column-without-role|two-roles|unknown-quasi|l-without-sensitive)$/, 'roles'],
  [/^policy\/(repeated-column|running-name|kept-in-aggregate|too-many-combinations|name-taken|other-family)$/, 'roles'],
  [/^input\/(repeated-subject|varying-attribute|empty-subject|empty-quasi|empty-cells|no-hierarchy)$/, 'roles'],
  [/^output\/(subject-kept|kept-columns)$/, 'roles'],
  [/^(policy|gate)\/|^server\/k-|^output\/unicity$/, 'protection'],
  [/^input\//, 'look'],
];
