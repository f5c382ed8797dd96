import { useState } from 'preact/hooks';
import { openSession, type Session } from '../api/calls.ts';
import { Page } from '../parts/page.tsx';
import { wordsOf } from '../state/language.ts';
import { shellWords } from '../words/shell.ts';

interface SignInShown {
  readonly door: Session['door'];
  readonly onDone: () => void;
}

/** Where a browser without a key ends up. */
export function SignIn({ door, onDone }: SignInShown) {
  const words = wordsOf(shellWords);
  const [token, setToken] = useState('');
  const [isWrong, setWrong] = useState(false);
  const enter = (event: Event) => {
    event.preventDefault();
    openSession(token.trim()).then(onDone, () => setWrong(true));
  };
  return (
    <Page title={words.signIn} lede={door === 'token' ? words.signInByToken : words.signInByAddress}>
      {door === 'token' ? (
        <form class="card narrow" onSubmit={enter}>
          <label class="field">
            <span>{words.token}</span>
            <input
              type="password"
              autocomplete="off"
              value={token}
              onInput={({ currentTarget }) => setToken(currentTarget.value)}
              aria-describedby={isWrong ? 'wrong' : undefined}
            />
          </label>
          {isWrong ? (
            <p id="wrong" class="bad" role="alert">
              {words.wrong}
            </p>
          ) : null}
          <button type="submit" class="button main">
            {words.enter}
          </button>
        </form>
      ) : null}
    </Page>
  );
}
