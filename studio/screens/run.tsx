import { useEffect, useState } from 'preact/hooks';
import { type Job, removeJob } from '../api/calls.ts';
import { isSourceClosed, Refusal } from '../api/client.ts';
import { cancelJob, type Planned, planRelease, refusalOf, startRelease } from '../api/releases.ts';
import { Button, ButtonLink } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { Card, Page, Ways } from '../parts/page.tsx';
import { Refused } from '../parts/refused.tsx';
import { RunSteps } from '../parts/run-steps.tsx';
import { Waiting } from '../parts/waiting.tsx';
import { useAnswer } from '../state/answer.ts';
import type { Choices } from '../state/choices.ts';
import { type Followed, hasEnded, useJob } from '../state/job.ts';
import { count, language, sizeOf, timeOf, wordsOf } from '../state/language.ts';
import { markOf } from '../state/mark.ts';
import { addressOf } from '../state/place.ts';
import { type ChosenPolicy, usePolicy } from '../state/policy.ts';
import { choices, note, openWorkId } from '../state/work.ts';
import { runWords } from '../words/run.ts';
import { tellNotes } from '../words/told/told.ts';

/** From the choices to a release: what will be done, how far it is, and how it ended. */
export function RunScreen() {
  const words = wordsOf(runWords);
  const { value: policy, problem, isBusy, again } = usePolicy();
  const work = openWorkId.value ?? '';
  return (
    <Page title={words.title} lede={words.lede}>
      {problem === undefined ? null : <Refused problem={problem} again={again} />}
      {isBusy ? <Waiting>{words.planning}</Waiting> : null}
      {policy === undefined ? null : <Made policy={policy} work={work} />}
      <Ways back={{ screen: 'preview', work }} />
    </Page>
  );
}

interface MadeShown {
  readonly policy: ChosenPolicy;
  readonly work: string;
}

function Made({ policy, work }: MadeShown) {
  const chosen = choices.value as Choices; // a work is open, or this is not drawn
  const isOfThese = chosen.releaseOf === policy.mark;
  const followed = useJob('release', isOfThese ? chosen.release : undefined);
  const { job, problem } = followed;
  const plan = useAnswer(policy.mark, (signal) => planRelease(policy.policy, chosen.data, signal));
  const isGone = problem instanceof Refusal && problem.problem.status === 404; // removed on Home
  if (isOfThese && chosen.release !== undefined && job === undefined && problem === undefined) return <Waiting />;
  if (problem !== undefined && !isGone) return <Refused problem={problem} />;
  return (
    <>
      {isOfThese || chosen.release === undefined ? null : <Former work={work} release={chosen.release} />}
      {job === undefined || isGone ? null : <Outcome job={job} work={work} />}
      {job === undefined || isGone || job.state === 'failed' || job.state === 'cancelled' ? (
        <Start policy={policy} work={work} former={isGone ? undefined : job} plan={plan} />
      ) : (
        <Following followed={followed} plan={plan.value} />
      )}
    </>
  );
}

function Former({ work, release }: { readonly work: string; readonly release: string }) {
  const words = wordsOf(runWords);
  return (
    <div class="notice">
      <Icon name="file" />
      <div>
        <p>{words.former}</p>
        <ButtonLink href={addressOf({ screen: 'release', work, release })}>{words.openFormer}</ButtonLink>
      </div>
    </div>
  );
}

/** How it ended, where it has. */
function Outcome({ job: { state, problems = [], id }, work }: { readonly job: Job; readonly work: string }) {
  const words = wordsOf(runWords);
  if (state === 'done')
    return (
      <div class="notice good" role="status">
        <Icon name="check" />
        <div>
          <p class="big">{words.done}</p>
          <ButtonLink href={addressOf({ screen: 'release', work, release: id })} kind="main" icon="arrow">
            {words.open}
          </ButtonLink>
        </div>
      </div>
    );
  if (state === 'cancelled')
    return (
      <p class="notice" role="status">
        <Icon name="cross" />
        <span>{words.cancelled}</span>
      </p>
    );
  if (state !== 'failed' || problems.length === 0) return null;
  return (
    <>
      <p class="soft">{words.failed}</p>
      <Refused problem={refusalOf(problems)} />
    </>
  );
}

interface StartShown extends MadeShown {
  /** The job of the same choices that came to nothing. */
  readonly former: Job | undefined;
  readonly plan: ReturnType<typeof useAnswer<Planned>>;
}

function Start({ policy: { policy, mark }, work, former, plan }: StartShown) {
  const words = wordsOf(runWords);
  const [isStarting, setStarting] = useState(false);
  const [problem, setProblem] = useState<unknown>();
  const start = async () => {
    const { data, sweep } = choices.value as Choices; // as above
    const asked = { ...policy, lang: language.value };
    setStarting(true);
    setProblem(undefined);
    try {
      if (sweep !== undefined) await cancelJob('sweep', sweep).catch(() => undefined); // what is tried must not hold up what is wanted
      const { id } = await startRelease(asked, data, `${work}-${markOf(asked)}-${former?.id ?? ''}`);
      note({ release: id, releaseOf: mark });
      if (former !== undefined) await removeJob(former.id).catch(() => undefined); // nothing came of it
    } catch (error) {
      setProblem(error);
    } finally {
      setStarting(false);
    }
  };
  const { value: planned } = plan;
  const unplanned = isSourceClosed(plan.problem) ? undefined : plan.problem;
  return (
    <>
      {problem === undefined ? null : <Refused problem={problem} />}
      {unplanned === undefined || problem !== undefined ? null : <Refused problem={unplanned} again={plan.again} />}
      <Card title={words.will}>
        {plan.isBusy ? <Waiting>{words.planning}</Waiting> : null}
        {planned === undefined ? null : (
          <>
            <Facts planned={planned} />
            <RunSteps planned={planned} />
          </>
        )}
        <p class="act">
          <Button kind="main" icon="arrow" onClick={() => void start()} isOff={isStarting || unplanned !== undefined}>
            {isStarting ? words.starting : former === undefined ? words.start : words.again}
          </Button>
        </p>
      </Card>
      {planned?.notes === undefined || planned.notes.length === 0 ? null : (
        <Card title={words.notes}>
          <ul class="bullets">
            {tellNotes(planned.notes, planned.toldNotes).map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </Card>
      )}
    </>
  );
}

function Facts({ planned: { input, method, memoryBytes, family } }: { readonly planned: Planned }) {
  const words = wordsOf(runWords);
  return (
    <p class="facts">
      <span>{method === family ? family : `${family} · ${method}`}</span>
      {input === undefined ? null : <span>{words.people(count(input.subjects), count(input.rows))}</span>}
      <span class="grow">{words.memory(sizeOf(memoryBytes))}</span>
    </p>
  );
}

function Following({ followed, plan }: { readonly followed: Followed; readonly plan: Planned | undefined }) {
  const words = wordsOf(runWords);
  const { job, phases } = followed;
  const [isCancelling, setCancelling] = useState(false);
  const seconds = useSeconds(job);
  const isWaiting = job?.state === 'queued';
  const sweep = choices.value?.sweep;
  useEffect(() => {
    if (isWaiting && sweep !== undefined) cancelJob('sweep', sweep).catch(() => undefined); // begun while one went on to this screen
  }, [isWaiting, sweep]);
  if (job === undefined) return null;
  const isDone = hasEnded(job);
  const cancel = () => {
    setCancelling(true);
    cancelJob('release', job.id).catch(() => setCancelling(false));
  };
  return (
    <Card title={isDone ? words.state.done : words.under} class="following">
      {job.state === 'queued' ? <Waiting>{words.queued}</Waiting> : null}
      <RunSteps planned={plan ?? { steps: [] }} phases={phases} isDone={isDone} />
      {isDone ? null : (
        <p class="act">
          <Button icon="cross" onClick={cancel} isOff={isCancelling}>
            {isCancelling ? words.cancelling : words.cancel}
          </Button>
          <span class="small soft">
            {seconds < 2 ? '' : `${words.since(timeOf(seconds))}. `}
            {words.leave}
          </span>
        </p>
      )}
    </Card>
  );
}

/** Seconds that a job has run, as the clock of this page goes; drawn again each second, so that rates and times move. */
function useSeconds(job: Job | undefined): number {
  const [now, setNow] = useState(Date.now());
  const isRunning = job?.state === 'running';
  useEffect(() => {
    if (!isRunning) return;
    const clock = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(clock);
  }, [isRunning]);
  return job?.started === undefined ? 0 : Math.max(0, (now - Date.parse(job.started)) / 1000);
}
