import type { Manifest } from '../../src/release/manifest.ts';
import type { Report } from '../../src/report/view.ts';
import { sheetOf } from '../../src/report/words/first-sheet.ts';
import type { Job } from '../api/calls.ts';
import { askInside, askManifest, refusalOf } from '../api/releases.ts';
import { ButtonLink } from '../parts/button.tsx';
import { CopyAs } from '../parts/copy-as.tsx';
import { InsidePart, SignPart } from '../parts/inside.tsx';
import { Card, Page } from '../parts/page.tsx';
import { Problem } from '../parts/problem.tsx';
import { Refused } from '../parts/refused.tsx';
import { Promises, Sheet } from '../parts/sheet.tsx';
import { Waiting } from '../parts/waiting.tsx';
import { useAnswer } from '../state/answer.ts';
import { useJob } from '../state/job.ts';
import { count, dateOf, language, wordsOf } from '../state/language.ts';
import { addressOf, type Place, place } from '../state/place.ts';
import { session } from '../state/session.ts';
import { releaseWords } from '../words/release.ts';
import { shellWords } from '../words/shell.ts';

/** A release for those who decide: what is kept, what is to weigh, the report, who agrees, and what may leave. */
export function ReleaseScreen() {
  const words = wordsOf(releaseWords);
  const { release, work } = place.value as Extract<Place, { screen: 'release' }>; // or this is not drawn
  const { job, problem } = useJob('release', release);
  const made = useAnswer(job?.state === 'done' ? release : undefined, (signal) => askManifest(release, signal));
  if (problem !== undefined || made.problem !== undefined)
    return (
      <Page title={words.title} lede={words.gone}>
        <Problem problem={problem ?? made.problem} />
        <ToHome />
      </Page>
    );
  if (job === undefined || (job.state === 'done' && made.value === undefined))
    return (
      <Page title={words.title}>
        <Waiting />
      </Page>
    );
  if (job.state !== 'done') return <NotMade job={job} work={work} />;
  return made.value === undefined ? null : <MadeRelease job={job} manifest={made.value} work={work} />;
}

const ToHome = () => (
  <a class="button main" href="#/">
    {wordsOf(shellWords).toHome}
  </a>
);

function NotMade({ job: { state, problems = [] }, work }: { readonly job: Job; readonly work: string | undefined }) {
  const words = wordsOf(releaseWords);
  const isUnderWay = state === 'queued' || state === 'running';
  return (
    <Page title={words.title} lede={isUnderWay ? words.waiting : words.failed}>
      {problems.length === 0 ? null : <Refused problem={refusalOf(problems)} />}
      {work === undefined ? (
        <ToHome />
      ) : (
        <ButtonLink href={addressOf({ screen: 'run', work })} kind="main">
          {words.toRun}
        </ButtonLink>
      )}
    </Page>
  );
}

interface MadeShown {
  readonly job: Job;
  readonly manifest: Manifest;
  readonly work: string | undefined;
}

function MadeRelease({ job, manifest, work }: MadeShown) {
  const words = wordsOf(releaseWords);
  const report = job.summary as unknown as Report; // report.json of a release
  const sheet = sheetOf({ ...report, sections: { ...report.sections, lang: language.value } }, manifest);
  const isInside = session.value?.inside === true;
  const inside = useAnswer(isInside ? job.id : undefined, (signal) => askInside(job.id, signal));
  return (
    <Page title={words.title} lede={sheet.published}>
      <p class="act first">
        <ButtonLink href={`/api/v1/releases/${job.id}/archive`} kind="main" icon="down" saves>
          {words.archive}
        </ButtonLink>
        <span class="soft">{words.made(job.method, count(job.k), dateOf(job.ended ?? job.created))}</span>
      </p>
      <Sheet {...sheet} />
      <Card>
        <details>
          <summary>{words.proved(count(sheet.checks.length))}</summary>
          <Promises checks={sheet.checks} />
        </details>
      </Card>
      <ReportFrame release={job.id} />
      {isInside && inside.value !== undefined ? (
        <SignPart release={job.id} signOffs={inside.value.signOffs} onSigned={inside.again} />
      ) : null}
      {inside.problem === undefined ? null : <Problem problem={inside.problem} again={inside.again} />}
      <InsidePart release={job.id} />
      {isInside && inside.value !== undefined ? <CopyAs policy={inside.value.policy} source={job.source} /> : null}
      <div class="ways">
        {work === undefined ? null : (
          <ButtonLink href={addressOf({ screen: 'preview', work })} icon="back">
            {words.again}
          </ButtonLink>
        )}
        <span class="gap" />
        <ButtonLink href={addressOf({ screen: 'compare', releases: [job.id] })}>{words.compare}</ButtonLink>
      </div>
    </Page>
  );
}

/** The report in a frame that runs nothing and knows nothing of this page; beside it a way to open it alone. */
function ReportFrame({ release }: { readonly release: string }) {
  const words = wordsOf(releaseWords);
  const address = `/api/v1/releases/${release}/report?lang=${language.value}`;
  return (
    <Card title={words.report}>
      <p class="soft">
        {words.reportLede}{' '}
        <a href={address} target="_blank" rel="noreferrer">
          {words.openReport}
        </a>
      </p>
      <iframe class="report-frame" title={words.report} src={address} sandbox="" loading="lazy" />
    </Card>
  );
}
