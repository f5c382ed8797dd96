import { useEffect, useState } from 'preact/hooks';
import { shortName } from '../../src/figures/groups.ts';
import { printIn } from '../../src/figures/print.ts';
import { numberIn } from '../../src/figures/sweep-figures.ts';
import type { SweepResult, VerifiedPoint } from '../../src/report/sweep-result.ts';
import { besideWords } from '../../src/report/words/beside.ts';
import { settingIn } from '../../src/report/words/setting-in-words.ts';
import { Refusal } from '../api/client.ts';
import { cancelJob, refusalOf } from '../api/releases.ts';
import { type Preview, previewRelease, startSweep, triedSubjects, wholePolicy } from '../api/trials.ts';
import { Button } from '../parts/button.tsx';
import { Dots } from '../parts/dots.tsx';
import { Card, Page, Ways } from '../parts/page.tsx';
import { Refused } from '../parts/refused.tsx';
import { Bar, Waiting } from '../parts/waiting.tsx';
import { useAnswer } from '../state/answer.ts';
import type { Choices } from '../state/choices.ts';
import { useInspection } from '../state/found.ts';
import { useJob } from '../state/job.ts';
import { count, language, locale, percent, wordsOf } from '../state/language.ts';
import { markOf } from '../state/mark.ts';
import { type ChosenPolicy, usePolicy } from '../state/policy.ts';
import { session } from '../state/session.ts';
import { type Axis, axesOf, choiceOf, gridFor, isChosen, sweepMark } from '../state/sweep.ts';
import { choices, choose, note, openWorkId } from '../state/work.ts';
import { previewWords } from '../words/preview.ts';

/** What a release would look like, and what other settings would keep and lose. */
export function PreviewScreen() {
  const words = wordsOf(previewWords);
  const { value: policy, problem, isBusy, again } = usePolicy();
  const work = openWorkId.value ?? '';
  return (
    <Page title={words.title} lede={words.lede}>
      {problem === undefined ? null : <Refused problem={problem} again={again} />}
      {isBusy ? <Waiting>{words.busy}</Waiting> : null}
      {policy === undefined ? null : (
        <>
          <Tried policy={policy} />
          <OtherSettings policy={policy} work={work} />
        </>
      )}
      <Ways back={{ screen: 'protection', work }} next={{ screen: 'run', work }} />
    </Page>
  );
}

function Tried({ policy: { policy, mark } }: { readonly policy: ChosenPolicy }) {
  const words = wordsOf(previewWords);
  const isInside = session.value?.inside === true;
  const { data } = choices.value as Choices; // a work is open, or this is not drawn
  const tried = useAnswer(isInside ? mark : undefined, (signal) => previewRelease(policy, data, signal));
  if (!isInside) return <p class="soft">{words.closed}</p>;
  return (
    <>
      {tried.isBusy ? <Waiting>{words.busy}</Waiting> : null}
      {tried.problem === undefined ? null : <Refused problem={tried.problem} again={tried.again} />}
      {tried.value === undefined ? null : (
        <div class={tried.isBusy ? 'stale' : ''}>
          <RowsCard title={words.before} rows={tried.value.before} />
          <RowsCard title={words.after} rows={tried.value.after} />
          <RowsCard title={words.group} rows={tried.value.group} />
          <p class="small soft tried">{words.tried(count(triedSubjects))}</p>
        </div>
      )}
    </>
  );
}

function RowsCard({ title, rows: { columns, rows } }: { readonly title: string; readonly rows: Preview['before'] }) {
  return (
    <Card title={title}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <section class="wide" tabIndex={0} aria-label={title}>
        <table class="cells">
          <thead>
            <tr>
              {columns.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, place) => (
              <tr key={place}>
                {columns.map((name) => (
                  <td key={name}>{row[name] === null || row[name] === undefined ? '' : String(row[name])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Card>
  );
}

/** Rows up to which settings are tried without being asked. */
const fewRows = 20_000;

function OtherSettings({ policy, work }: { readonly policy: ChosenPolicy; readonly work: string }) {
  const words = wordsOf(previewWords);
  const chosen = choices.value as Choices; // a work is open, or this is not drawn
  const mark = sweepMark(chosen);
  const isOfThese = chosen.sweepOf === mark;
  const { job, phases, problem } = useJob('sweep', isOfThese ? chosen.sweep : undefined);
  const [refusal, setRefusal] = useState<unknown>();
  const { value: found } = useInspection();
  const { value: whole } = useAnswer(policy.mark, (signal) => wholePolicy(policy.policy, chosen.data, signal));
  const isGone = problem instanceof Refusal && problem.problem.status === 404;
  const isOpen = 'upload' in chosen.data || session.value?.inside === true; // of a source it describes the original
  const start = async () => {
    if (whole === undefined) return;
    setRefusal(undefined);
    const grid = gridFor(whole, 'upload' in chosen.data ? 2 : (session.value?.minK ?? 2));
    const former = isOfThese ? (chosen.sweep ?? '') : '';
    try {
      const { id } = await startSweep(policy.policy, grid, chosen.data, `${work}-${markOf([policy.policy, grid])}-${former}`);
      note({ sweep: id, sweepOf: mark });
    } catch (error) {
      setRefusal(error);
    }
  };
  const isFew = found !== undefined && found.rows <= fewRows;
  const isMissing = !isOfThese || chosen.sweep === undefined || isGone;
  useEffect(() => {
    if (isMissing && isFew && isOpen) void start();
  }, [isMissing, isFew, isOpen, mark, whole === undefined]);
  if (!isOpen) return null;
  const isEnded = job?.state === 'failed' || job?.state === 'cancelled';
  return (
    <Card title={words.other}>
      <p class="soft">{words.otherLede}</p>
      {refusal === undefined ? null : <Refused problem={refusal} again={() => void start()} />}
      {problem === undefined || isGone ? null : <Refused problem={problem} />}
      {job?.state === 'failed' && job.problems !== undefined ? <Refused problem={refusalOf(job.problems)} /> : null}
      {job?.state === 'cancelled' ? <p>{words.stopped}</p> : null}
      {job?.state === 'queued' || job?.state === 'running' ? (
        <div class="sending">
          <Trying share={phases.find(({ name }) => name === 'sweep')?.share} />
          <Button onClick={() => void cancelJob('sweep', job.id)}>{words.stop}</Button>
        </div>
      ) : null}
      {isEnded || (isMissing && !isFew && found !== undefined) ? (
        <p class="act">
          <Button onClick={() => void start()}>{words.sweep}</Button>
          {isFew || found === undefined ? null : <span class="small soft">{words.sweepMany(count(found.rows))}</span>}
        </p>
      ) : null}
      {job?.state === 'done' && job.summary !== undefined && whole !== undefined ? (
        <Pareto result={job.summary as unknown as SweepResult} policy={whole} /> // sweep.json
      ) : null}
    </Card>
  );
}

function Trying({ share }: { readonly share: number | undefined }) {
  const words = wordsOf(previewWords);
  return <Bar name={words.trying} done={share} told={share === undefined ? '' : percent(share)} />;
}

interface ParetoShown {
  readonly result: SweepResult;
  readonly policy: Readonly<Record<string, unknown>>;
}

function Pareto({ result, policy }: ParetoShown) {
  const words = wordsOf(previewWords);
  const points = result.points.filter((point): point is VerifiedPoint => point.status === 'verified');
  const axes = axesOf(result, points);
  const [acrossId, setAcross] = useState<string>();
  const [upId, setUp] = useState<string>();
  const up = axes.find(({ id }) => id === upId) ?? axes[0];
  const across = axes.find(({ id }) => id === acrossId) ?? axes.find((axis) => axis !== up) ?? up;
  if (points.length < 2) return <p>{words.none}</p>;
  const nameOf = ({ figure }: Axis) => (figure === undefined ? words.protection : shortName(figure.words[language.value].name));
  const print = ({ figure }: Axis, point: VerifiedPoint) =>
    figure === undefined ? count(point.k) : printIn(locale())[figure.unit](Number((numberIn(figure, point) ?? 0).toPrecision(3)));
  const onChoose = (point: VerifiedPoint) => choose(choiceOf(point, (choices.value as Choices).settings)); // as above
  const isOwn = (point: VerifiedPoint) => isChosen(point, policy);
  return (
    <>
      {axes.length < 3 ? null : (
        <div class="fields">
          <AxisField name={words.across} axes={axes} value={across.id} nameOf={nameOf} onChange={setAcross} />
          <AxisField name={words.up} axes={axes} value={up.id} nameOf={nameOf} onChange={setUp} />
        </div>
      )}
      <Dots {...{ points, across, up, print, nameOf, isChosen: isOwn, onChoose }} />
      <Unbeaten {...{ points, axes, print, nameOf, isChosen: isOwn, onChoose }} />
    </>
  );
}

interface AxisShown {
  readonly name: string;
  readonly axes: readonly Axis[];
  readonly value: string;
  readonly nameOf: (axis: Axis) => string;
  readonly onChange: (id: string) => void;
}

const AxisField = ({ name, axes, value, nameOf, onChange }: AxisShown) => (
  <label class="field">
    <span>{name}</span>
    <select value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
      {axes.map((axis) => (
        <option key={axis.id} value={axis.id}>
          {nameOf(axis)}
        </option>
      ))}
    </select>
  </label>
);

interface UnbeatenShown {
  readonly points: readonly VerifiedPoint[];
  readonly axes: readonly Axis[];
  readonly print: (axis: Axis, point: VerifiedPoint) => string;
  readonly nameOf: (axis: Axis) => string;
  readonly isChosen: (point: VerifiedPoint) => boolean;
  readonly onChoose: (point: VerifiedPoint) => void;
}

/** The dots that no other beats, as a table: all that the picture says, in words. */
function Unbeaten({ points, axes, print, nameOf, isChosen: isOwn, onChoose }: UnbeatenShown) {
  const words = wordsOf(previewWords);
  const beside = besideWords[language.value];
  const losses = axes.filter(({ figure }) => figure !== undefined);
  const best = points.filter(({ pareto, recommended }) => pareto || recommended).toSorted((a, b) => b.k - a.k);
  return (
    <details open>
      <summary>{beside.sweep.best}</summary>
      <table class="list">
        <thead>
          <tr>
            <th scope="col">{words.setting}</th>
            {losses.map((axis) => (
              <th key={axis.id} scope="col">
                {nameOf(axis)}
              </th>
            ))}
            <th scope="col">{words.choose}</th>
          </tr>
        </thead>
        <tbody>
          {best.map((point) => {
            const name = settingIn(point, beside);
            return (
              <tr key={name}>
                <th scope="row">
                  {name}
                  {point.recommended ? <small>{words.recommended}</small> : null}
                </th>
                {losses.map((axis) => (
                  <td key={axis.id} class="number" data-name={nameOf(axis)}>
                    {print(axis, point)}
                  </td>
                ))}
                <td>
                  {isOwn(point) ? (
                    <span class="good">✓ {words.chosen}</span>
                  ) : (
                    <Button name={words.chooseOne(name)} onClick={() => onChoose(point)}>
                      {words.choose}
                    </Button>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </details>
  );
}
