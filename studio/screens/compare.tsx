import { useState } from 'preact/hooks';
import { figureGroups } from '../../src/figures/groups.ts';
import { printIn } from '../../src/figures/print.ts';
import type { Comparison } from '../../src/report/comparison.ts';
import { besideWords } from '../../src/report/words/beside.ts';
import { type ComparedRow, comparedRows } from '../../src/report/words/compared-rows.ts';
import { type Job, listReleases } from '../api/calls.ts';
import { compareReleases } from '../api/judges.ts';
import { ButtonLink } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { Card, Page } from '../parts/page.tsx';
import { Problem } from '../parts/problem.tsx';
import { Waiting } from '../parts/waiting.tsx';
import { useAnswer } from '../state/answer.ts';
import { count, dateOf, language, locale, wordsOf } from '../state/language.ts';
import { addressOf, type Place, place } from '../state/place.ts';
import { compareWords } from '../words/compare.ts';
import { shellWords } from '../words/shell.ts';

/** Releases side by side, in the rows and words of the page that `shoal compare` writes. */
export function CompareScreen() {
  const words = wordsOf(compareWords);
  const { releases } = place.value as Extract<Place, { screen: 'compare' }>; // or this is not drawn
  const { value: jobs, problem, again } = useAnswer('releases', listReleases);
  const asked = useAnswer(releases.length < 2 ? undefined : releases.join(), (signal) => compareReleases(releases, signal));
  const isShown = releases.length > 1 && asked.value !== undefined;
  return (
    <Page title={words.title} lede={words.lede}>
      {problem === undefined ? null : <Problem problem={problem} again={again} />}
      {asked.problem === undefined ? null : (
        <>
          <p>{words.gone}</p>
          <Problem problem={asked.problem} again={asked.again} />
        </>
      )}
      {asked.isBusy && releases.length > 1 ? <Waiting>{words.busy}</Waiting> : null}
      {isShown && asked.value !== undefined ? <Beside comparison={asked.value} jobs={jobs ?? []} /> : null}
      {jobs === undefined ? null : <Chooser key={releases.join()} jobs={jobs} before={releases} />}
    </Page>
  );
}

function Chooser({ jobs, before }: { readonly jobs: readonly Job[]; readonly before: readonly string[] }) {
  const words = wordsOf(compareWords);
  const made = jobs.filter(({ state }) => state === 'done');
  const [chosen, setChosen] = useState<readonly string[]>(before.filter((id) => made.some((job) => job.id === id)));
  const toggle = (id: string) => setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  const isReady = chosen.length > 1 && chosen.length < 11;
  if (made.length < 2)
    return (
      <Card title={words.choose}>
        <p>{made.length === 0 ? words.none : words.one}</p>
        <ButtonLink href="#/" kind="main">
          {wordsOf(shellWords).toHome}
        </ButtonLink>
      </Card>
    );
  return (
    <Card title={words.choose}>
      <ul class="rows">
        {made.map(({ id, method, k, ended, created }) => (
          <li key={id}>
            <label class="check">
              <input type="checkbox" checked={chosen.includes(id)} onChange={() => toggle(id)} />
              <span>
                <strong>{words.name(method, count(k))}</strong>
                <small>{dateOf(ended ?? created)}</small>
              </span>
            </label>
          </li>
        ))}
      </ul>
      <p class="act">
        {isReady ? (
          <ButtonLink href={addressOf({ screen: 'compare', releases: chosen })} kind="main">
            {words.compare(count(chosen.length))}
          </ButtonLink>
        ) : (
          <span class="small soft">{words.few}</span>
        )}
      </p>
    </Card>
  );
}

function Beside({ comparison, jobs }: { readonly comparison: Comparison; readonly jobs: readonly Job[] }) {
  const beside = besideWords[language.value];
  const { releases, apart } = comparison;
  const [verdict, ...others] = comparedRows(comparison, language.value, printIn(locale()), 'page');
  const isAlike = ({ cells, known }: ComparedRow) =>
    new Set(cells).size === 1 || (known > 1 && new Set(cells.filter((cell) => cell !== '–')).size === 1);
  const isAlone = ({ group, known }: ComparedRow) => group === 'setting' && known === 1;
  const same = others.filter(isAlike);
  const alone = others.filter((row) => !isAlike(row) && isAlone(row));
  const names = releases.map(({ release }) => jobs.find(({ id }) => id === release));
  return (
    <>
      {releases
        .filter(({ holds }) => !holds)
        .map(({ release, breaches }) => (
          <p key={release} class="notice bad">
            <Icon name="cross" />
            <span>{beside.compare.left(release, breaches.join(', '))}</span>
          </p>
        ))}
      {apart.map((what) => (
        <p key={what} class="notice">
          <Icon name="warn" />
          <span>{beside.compare.apart[what]}</span>
        </p>
      ))}
      <Card>
        <BesideTable jobs={names} rows={[verdict, ...others.filter((row) => !isAlike(row) && !isAlone(row))]} />
        {alone.length === 0 ? null : (
          <details>
            <summary>{beside.compare.alone(count(alone.length))}</summary>
            <BesideTable jobs={names} rows={alone} />
          </details>
        )}
        {same.length === 0 ? null : (
          <details>
            <summary>{beside.compare.same(count(same.length))}</summary>
            <BesideTable jobs={names} rows={same} />
          </details>
        )}
      </Card>
    </>
  );
}

const groups = [...figureGroups.slice(0, 2), 'setting' as const, ...figureGroups.slice(2)];

/** A column for each release, its rows in groups. The best is marked by a word and a sign as well as by weight. */
function BesideTable({ jobs, rows }: { readonly jobs: readonly (Job | undefined)[]; readonly rows: readonly ComparedRow[] }) {
  const words = wordsOf(compareWords);
  const beside = besideWords[language.value];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
    <section class="wide" tabIndex={0} aria-label={words.title}>
      <table class="beside">
        <thead>
          <tr>
            <td />
            {jobs.map((job, at) => (
              <th key={job?.id ?? at} scope="col">
                {job === undefined ? (
                  at + 1
                ) : (
                  <a href={addressOf({ screen: 'release', release: job.id })}>{words.name(job.method, count(job.k))}</a>
                )}
                {job === undefined ? null : <small>{dateOf(job.ended ?? job.created)}</small>}
              </th>
            ))}
          </tr>
        </thead>
        {groups.map((group) => {
          const own = rows.filter((row) => row.group === group);
          return own.length === 0 ? null : (
            <tbody key={group}>
              <tr>
                <th colSpan={jobs.length + 1} scope="rowgroup">
                  {beside.groups[group]}
                </th>
              </tr>
              {own.map(({ label, cells, best }) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  {cells.map((cell, at) => (
                    <td key={at} class={best.has(at) ? 'best' : ''}>
                      {cell}
                      {best.has(at) ? <small>★ {words.best}</small> : null}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          );
        })}
      </table>
    </section>
  );
}
