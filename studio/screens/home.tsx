import { useState } from 'preact/hooks';
import { printIn } from '../../src/figures/print.ts';
import { toWeigh, weighInWords } from '../../src/figures/to-weigh.ts';
import type { Report } from '../../src/report/view.ts';
import {
  type Job,
  listReleases,
  listSources,
  listUploads,
  type NamedData,
  removeJob,
  removeUpload,
  type ShownUpload,
} from '../api/calls.ts';
import { Button, ButtonLink } from '../parts/button.tsx';
import { Icon, type IconName } from '../parts/icon.tsx';
import { Card, Page } from '../parts/page.tsx';
import { Problem } from '../parts/problem.tsx';
import { Removal } from '../parts/removal.tsx';
import { Bar } from '../parts/waiting.tsx';
import { useAnswer } from '../state/answer.ts';
import { firstChoices } from '../state/choices.ts';
import { dateOf, language, locale, percent, sizeOf, timeOf, wordsOf } from '../state/language.ts';
import { addressOf, goTo } from '../state/place.ts';
import { sendFile, sending } from '../state/upload.ts';
import { listWorks, removeWork, startWork } from '../state/work.ts';
import { homeWords } from '../words/home.ts';
import { reportWords } from '../words/report.ts';
import { tellProblem } from '../words/told/told.ts';

/** Where everything begins: a file or a source, what was left half done, and what was made here. */
export function HomeScreen() {
  const words = wordsOf(homeWords);
  return (
    <Page title={words.title} lede={words.lede}>
      <DropZone />
      <Sources />
      <Works />
      <Releases />
    </Page>
  );
}

/** Of a source whose operator decided everything there is nothing to look at or to choose: it begins where a release is made. */
async function begin(data: NamedData, isFixed = false): Promise<void> {
  goTo({ screen: isFixed ? 'run' : 'look', work: await startWork(firstChoices(data)) });
}

function DropZone() {
  const words = wordsOf(homeWords);
  const [isOver, setOver] = useState(false);
  const [problem, setProblem] = useState<unknown>();
  const take = async (file: File | undefined) => {
    if (file === undefined) return;
    setProblem(undefined);
    try {
      const { id } = await sendFile(file);
      await begin({ upload: id });
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'AbortError')) setProblem(error);
    }
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer?.files[0]);
  };
  const onDragOver = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same */}
      <div class={`drop ${isOver ? 'over' : ''}`} onDrop={onDrop} onDragOver={onDragOver} onDragLeave={() => setOver(false)}>
        {sending.value === undefined ? (
          <>
            <Icon name="up" />
            <p class="big">{words.drop}</p>
            <p class="soft">{words.formats}</p>
            <label class="button main">
              <input
                type="file"
                class="unseen"
                onChange={({ currentTarget }) => {
                  const [file] = currentTarget.files ?? [];
                  currentTarget.value = '';
                  void take(file);
                }}
              />
              <span>{words.pick}</span>
            </label>
            <p class="small soft">{words.kept}</p>
          </>
        ) : (
          <SendingBar />
        )}
      </div>
      {problem === undefined ? null : <Problem problem={problem} />}
    </>
  );
}

function SendingBar() {
  const words = wordsOf(homeWords);
  if (sending.value === undefined) return null;
  const { bytes, length, since, from, stop } = sending.value;
  const seconds = (performance.now() - since) / 1000;
  const left = bytes > from && seconds > 1 ? timeOf(((length - bytes) * seconds) / (bytes - from)) : '';
  return (
    <div class="sending">
      <Bar name={words.sending} done={bytes / Math.max(1, length)} told={words.sent(sizeOf(bytes), sizeOf(length), left)} />
      <Button onClick={stop}>{words.stop}</Button>
    </div>
  );
}

function Sources() {
  const words = wordsOf(homeWords);
  const { value: sources = [] } = useAnswer('sources', listSources);
  const [problem, setProblem] = useState<unknown>();
  const open = sources.filter(({ jobs }) => jobs);
  if (open.length === 0) return null;
  return (
    <Card title={words.orSource}>
      <ul class="choices">
        {open.map(({ name, kind, fixed }) => (
          <li key={name}>
            <button type="button" class="choice" onClick={() => begin({ source: name }, fixed).catch(setProblem)}>
              <Icon name={kind} />
              <span>
                <strong>{name}</strong>
                <small>
                  {words[kind]}
                  {fixed ? `, ${words.fixedPolicy}` : ''}
                </small>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {problem === undefined ? null : <Problem problem={problem} />}
    </Card>
  );
}

function Works() {
  const words = wordsOf(homeWords);
  const { value, again } = useAnswer('works', async () => ({ works: await listWorks(), uploads: await listUploads() }));
  if (value === undefined) return null;
  const { works, uploads } = value;
  const partial = uploads.filter(({ complete }) => !complete);
  const nameOf = (data: NamedData): string =>
    'source' in data ? data.source : fileName(uploads.find(({ id }) => id === data.upload));
  const fileName = (upload: ShownUpload | undefined) =>
    upload === undefined ? words.uploadGone : words.upload(upload.format.toUpperCase(), sizeOf(upload.length));
  const remove = async (id: string, data: NamedData) => {
    await removeWork(id);
    if ('upload' in data) await removeUpload(data.upload).catch(() => undefined); // gone by its time
    again();
  };
  if (works.length === 0 && partial.length === 0) return null;
  return (
    <Card title={words.works}>
      <ul class="rows">
        {partial.map(({ id, bytes, length }) => (
          <li key={id}>
            <Icon name="wait" />
            <span class="grow">{words.partial(percent(bytes / length))}</span>
            <Removal name={words.remove} onRemove={() => removeUpload(id).then(again)} />
          </li>
        ))}
        {works.map(({ id, changed, content: { steps, at } }) => (
          <li key={id}>
            <Icon name={'source' in steps[at].data ? 'database' : 'file'} />
            <span class="grow">
              <strong>{nameOf(steps[at].data)}</strong>
              <small>{words.changed(dateOf(changed))}</small>
            </span>
            <ButtonLink href={addressOf({ screen: 'look', work: id })}>{words.open}</ButtonLink>
            <Removal name={words.removeWork(nameOf(steps[at].data))} onRemove={() => remove(id, steps[at].data)} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

const icons: Readonly<Record<Job['state'], IconName>> = {
  done: 'check',
  failed: 'cross',
  cancelled: 'cross',
  running: 'wait',
  queued: 'wait',
};

function Releases() {
  const words = wordsOf(homeWords);
  const { sheet } = reportWords();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const { value: jobs, problem, again } = useAnswer('releases', listReleases);
  if (problem !== undefined) return <Problem problem={problem} again={again} />;
  if (jobs === undefined) return null;
  const toggle = (id: string) => setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  return (
    <Card title={words.releases}>
      {jobs.length === 0 ? (
        <p class="soft">{words.none}</p>
      ) : (
        <>
          <ul class="rows releases">
            {jobs.map((job) => (
              <li key={job.id}>
                <input
                  type="checkbox"
                  aria-label={words.choose(dateOf(job.created))}
                  checked={chosen.includes(job.id)}
                  disabled={job.state !== 'done'}
                  onChange={() => toggle(job.id)}
                />
                <span class={`badge ${job.state}`}>
                  <Icon name={icons[job.state]} />
                  {job.state === 'done' ? sheet.kept : words[job.state]}
                </span>
                <span class="grow">
                  <strong>
                    {job.method} · k {job.k}
                  </strong>
                  <small>{dateOf(job.created)}</small>
                  <Weigh job={job} />
                </span>
                {job.state === 'done' ? (
                  <ButtonLink href={addressOf({ screen: 'release', release: job.id })}>{words.show}</ButtonLink>
                ) : null}
                <Removal name={words.removeRelease(dateOf(job.created))} onRemove={() => removeJob(job.id).then(again)} />
              </li>
            ))}
          </ul>
          {jobs.filter(({ state }) => state === 'done').length < 2 ? null : chosen.length < 2 ? (
            <p class="small soft">{words.tooFew}</p>
          ) : (
            <ButtonLink href={addressOf({ screen: 'compare', releases: chosen })} kind="main">
              {words.compare}
            </ButtonLink>
          )}
        </>
      )}
    </Card>
  );
}

type JobProblem = NonNullable<Job['problems']>[number];

const toldOf = ({ code, what, fix, facts = {} }: JobProblem) => ({ code, detail: what, suggestion: fix, facts });

/** What to weigh, or why there is nothing: the report's own sentences. */
function Weigh({ job: { state, summary, problems } }: { readonly job: Job }) {
  const words = wordsOf(homeWords);
  const { sheet } = reportWords();
  if (state === 'failed')
    return <small>{problems === undefined || problems.length === 0 ? '' : tellProblem(toldOf(problems[0])).what}</small>;
  if (state !== 'done' || summary === undefined) return null;
  const report = summary as unknown as Report; // report.json of a release
  const { kind } = report.sections;
  const told = toWeigh(kind, report)
    .slice(0, 2)
    .map((one) => weighInWords(kind, one, language.value, printIn(locale())));
  return (
    <small>
      <b>{sheet.weigh}:</b> {told.length === 0 ? words.nothing : told.join(' ')}
    </small>
  );
}
