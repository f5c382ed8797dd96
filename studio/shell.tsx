import { useEffect } from 'preact/hooks';
import { languages } from '../src/base/languages.ts';
import { isLost } from './api/client.ts';
import { Icon } from './parts/icon.tsx';
import { Page } from './parts/page.tsx';
import { Problem } from './parts/problem.tsx';
import { Strip } from './parts/strip.tsx';
import { Waiting } from './parts/waiting.tsx';
import { screens } from './screens/screens.ts';
import { language, setLanguage, wordsOf } from './state/language.ts';
import { addressOf, type Place, place, type Step, steps } from './state/place.ts';
import { canRedo, canUndo, choices, isChangedElsewhere, openWork, redo, undo, workProblem } from './state/work.ts';
import { shellWords } from './words/shell.ts';

const languageNames = { en: 'English', it: 'Italiano', sl: 'Slovenščina', zh: '中文' };

/** What is around every screen: where you are, the way back, the language, and whether the server answers. */
export function Shell() {
  const words = wordsOf(shellWords);
  const now = place.value;
  const work = 'work' in now ? now.work : undefined;
  useEffect(() => {
    if (work !== undefined) void openWork(work);
  }, [work]);
  return (
    <>
      <button type="button" class="skip" onClick={() => document.getElementById('main')?.focus()}>
        {words.skip}
      </button>
      <Top work={work} />
      {work === undefined ? null : <StepList work={work} now={now} />}
      {work === undefined || choices.value === undefined ? null : <Strip />}
      <main id="main" tabIndex={-1}>
        {isLost.value ? (
          <p class="notice" role="alert">
            <Icon name="wait" />
            <span>{words.lost}</span>
          </p>
        ) : null}
        {isChangedElsewhere.value ? (
          <p class="notice" role="status">
            <Icon name="warn" />
            <span>{words.elsewhere}</span>
          </p>
        ) : null}
        <Screen now={now} work={work} />
      </main>
      <footer>
        <Icon name="lock" /> <p>{words.here}</p>
      </footer>
    </>
  );
}

function Screen({ now, work }: { readonly now: Place; readonly work: string | undefined }) {
  const words = wordsOf(shellWords);
  if (work !== undefined && workProblem.value !== undefined)
    return (
      <Page title={words.names[now.screen]} lede={words.gone}>
        <Problem problem={workProblem.value} />
        <a class="button main" href="#/">
          {words.toHome}
        </a>
      </Page>
    );
  if (work !== undefined && choices.value === undefined) return <Waiting />;
  const Shown = screens[now.screen] ?? screens.home;
  return Shown === undefined ? null : <Shown key={now.screen} />;
}

function Top({ work }: { readonly work: string | undefined }) {
  const words = wordsOf(shellWords);
  const { screen } = place.value;
  const others: readonly Place[] = [{ screen: 'home' }, { screen: 'compare', releases: [] }, { screen: 'verify' }];
  return (
    <header class="top">
      <a class="brand" href="#/">
        <svg viewBox="0 0 32 32" aria-hidden="true">
          <path d="M4 9c4-4 9-4 12 0-3 4-8 4-12 0zm12 0 4-3v6zM12 17c4-4 9-4 12 0-3 4-8 4-12 0zm12 0 4-3v6zM4 25c4-4 9-4 12 0-3 4-8 4-12 0zm12 0 4-3v6z" />
        </svg>
        <span>
          Shoal <em>{words.studio}</em>
        </span>
      </a>
      <nav aria-label={words.main}>
        {others
          .filter((one) => screens[one.screen] !== undefined)
          .map((one) => (
            <a key={one.screen} href={addressOf(one)} aria-current={one.screen === screen ? 'page' : undefined}>
              {words.names[one.screen]}
            </a>
          ))}
      </nav>
      <div class="tools">
        {work === undefined ? null : (
          <>
            <button type="button" class="tool" onClick={undo} disabled={!canUndo.value} aria-keyshortcuts="Control+Z">
              <Icon name="undo" />
              <span>{words.undo}</span>
            </button>
            <button type="button" class="tool" onClick={redo} disabled={!canRedo.value} aria-keyshortcuts="Control+Y">
              <Icon name="redo" />
              <span>{words.redo}</span>
            </button>
          </>
        )}
        <select
          aria-label={words.language}
          value={language.value}
          onChange={({ currentTarget }) => setLanguage(currentTarget.value as typeof language.value)} // its options are the languages
        >
          {languages.map((one) => (
            <option key={one} value={one} lang={one}>
              {languageNames[one]}
            </option>
          ))}
        </select>
      </div>
    </header>
  );
}

/** The step of a work; a release stands where its id is known. */
function placeOf(step: Step, work: string): Place | undefined {
  if (step !== 'release') return { screen: step, work };
  const release = choices.value?.release;
  return release === undefined ? undefined : { screen: 'release', work, release };
}

function StepList({ work, now }: { readonly work: string; readonly now: Place }) {
  const words = wordsOf(shellWords);
  const offered = steps.filter((step) => screens[step] !== undefined);
  const at = offered.indexOf(now.screen as Step);
  return (
    <nav class="steps" aria-label={words.steps}>
      <ol>
        {offered.map((step, index) => {
          const to = placeOf(step, work);
          const kind = index === at ? 'now' : index < at ? 'past' : '';
          const told = (
            <>
              <b>{index < at ? <Icon name="check" /> : index + 1}</b>
              <span>{words.names[step]}</span>
            </>
          );
          return (
            <li key={step} class={kind}>
              {to === undefined ? (
                <span class="step" aria-disabled="true">
                  {told}
                </span>
              ) : (
                <a class="step" href={addressOf(to)} aria-current={index === at ? 'step' : undefined}>
                  {told}
                </a>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

/** Undo and redo by the keys that everything else has; in a field they are the field's own. */
addEventListener('keydown', (event) => {
  if (!(event.ctrlKey || event.metaKey) || (event.target as Element).closest('input, textarea, select')) return;
  const key = event.key.toLowerCase();
  const isRedo = key === 'y' || (key === 'z' && event.shiftKey);
  if (key !== 'z' && !isRedo) return;
  event.preventDefault();
  if (isRedo) redo();
  else undo();
});
