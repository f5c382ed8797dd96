import { useState } from 'preact/hooks';
import type { SignOff } from '../../src/report/view.ts';
import { askSession } from '../api/calls.ts';
import { closeInside, openInside, type Signing, signRelease } from '../api/releases.ts';
import { language, locale, wordsOf } from '../state/language.ts';
import { session } from '../state/session.ts';
import { releaseWords } from '../words/release.ts';
import { Button, ButtonLink } from './button.tsx';
import { Icon } from './icon.tsx';
import { Card } from './page.tsx';
import { Problem } from './problem.tsx';

/** The part of a release that must stay: open, or behind its token. */
export function InsidePart({ release }: { readonly release: string }) {
  const words = wordsOf(releaseWords);
  const isOpen = session.value?.inside === true;
  const close = async () => {
    await closeInside();
    session.value = await askSession();
  };
  return (
    <Card title={words.inside}>
      <p class="soft">{isOpen ? words.insideLede : words.insideClosed}</p>
      {isOpen ? (
        <p class="act">
          <ButtonLink href={`/api/v1/releases/${release}/internal-archive`} saves icon="lock">
            {words.insideArchive}
          </ButtonLink>
          <a href={`/api/v1/releases/${release}/internal/report?lang=${language.value}`} target="_blank" rel="noreferrer">
            {words.insideReport}
          </a>
          <span class="gap" />
          <Button kind="quiet" onClick={() => void close()}>
            {words.closeInside}
          </Button>
        </p>
      ) : (
        <TokenForm />
      )}
    </Card>
  );
}

function TokenForm() {
  const words = wordsOf(releaseWords);
  const [token, setToken] = useState('');
  const [isWrong, setWrong] = useState(false);
  const open = async (event: Event) => {
    event.preventDefault();
    try {
      await openInside(token.trim());
      session.value = await askSession();
    } catch {
      setWrong(true);
    }
  };
  return (
    <form class="line-form" onSubmit={(event) => void open(event)}>
      <label class="field">
        <span>{words.token}</span>
        <input
          type="password"
          autocomplete="off"
          required
          value={token}
          aria-describedby={isWrong ? 'wrong-inside' : undefined}
          onInput={({ currentTarget }) => setToken(currentTarget.value)}
        />
      </label>
      <button type="submit" class="button">
        {words.openInside}
      </button>
      {isWrong ? (
        <p id="wrong-inside" class="bad" role="alert">
          {words.wrong}
        </p>
      ) : null}
    </form>
  );
}

interface SignShown {
  readonly release: string;
  readonly signOffs: readonly SignOff[];
  readonly onSigned: () => void;
}

/** Who agreed, and a place to agree. */
export function SignPart({ release, signOffs, onSigned }: SignShown) {
  const words = wordsOf(releaseWords);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>();
  const sign = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement; // it is the form's own event
    const told = (key: string) => String(new FormData(form).get(key) ?? '').trim();
    const remark = told('remark');
    const by: Signing = { name: told('name'), role: told('role'), ...(remark === '' ? {} : { remark }) };
    setBusy(true);
    setProblem(undefined);
    try {
      await signRelease(release, by);
      form.reset();
      onSigned();
    } catch (error) {
      setProblem(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Card title={words.sign}>
      <p class="soft">{words.signLede}</p>
      {signOffs.length === 0 ? (
        <p>{words.nobody}</p>
      ) : (
        <ul class="rows signed">
          {signOffs.map(({ name, role, date, remark }, place) => (
            <li key={place}>
              <Icon name="check" />
              <span class="grow">
                <strong>{words.signed(name, role, dayOf(date))}</strong>
                {remark === undefined ? null : <small>{remark}</small>}
              </span>
            </li>
          ))}
        </ul>
      )}
      {problem === undefined ? null : <Problem problem={problem} />}
      <form class="line-form" onSubmit={(event) => void sign(event)}>
        <Field name="name" label={words.name} most={200} isNeeded />
        <Field name="role" label={words.role} most={200} isNeeded />
        <Field name="remark" label={words.remark} most={2000} />
        <button type="submit" class="button" disabled={isBusy}>
          {isBusy ? words.signing : words.signButton}
        </button>
      </form>
    </Card>
  );
}

interface FieldShown {
  readonly name: string;
  readonly label: string;
  readonly most: number;
  readonly isNeeded?: boolean;
}

const Field = ({ name, label, most, isNeeded = false }: FieldShown) => (
  <label class="field">
    <span>{label}</span>
    <input type="text" name={name} maxLength={most} required={isNeeded} autocomplete="off" />
  </label>
);

const dayOf = (date: string): string =>
  new Date(`${date}T00:00:00Z`).toLocaleDateString(locale(), { dateStyle: 'long', timeZone: 'UTC' });
