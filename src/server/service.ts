import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ok, type Result, refused } from '../base/result.ts';
import { keepThreadsAwake } from '../base/wake-threads.ts';
import { missingFile } from '../formats/input-problems.ts';
import { isPostgres } from '../policy/postgres-address.ts';
import type { ServeListeners } from './listeners.ts';
import { type ServeOptions, type Settings, settingsOf } from './options.ts';
import { openState, type State } from './state.ts';
import type { App } from './zod-schemas.ts';

/** The service without a port. */
export interface Service {
  readonly app: App;
  readonly settings: Settings;
  /** Where jobs are kept. */
  readonly state: string;
  /** The address of the studio, where it is served, for the place that the service listens at. */
  readonly addressAt: ((url: string) => string) | undefined;
  /** Where the release of a job lies. */
  folderOf(id: string): string;
  /** Answers no more; running jobs get their time to finish, then end. May be called again. */
  stop(): Promise<void>;
}

/** All of the service but the port that it listens at. Nothing of it is loaded before: other uses of the package start without it. */
export async function openService(options: ServeOptions, listeners: ServeListeners): Promise<Result<Service>> {
  const settings = settingsOf(options);
  if (!settings.ok) return settings;
  const found = openState(settings.value.state);
  if (!found.ok) return found;
  const endWork = keepThreadsAwake();
  const state: State = {
    ...found.value,
    release() {
      found.value.release();
      endWork();
    },
  };
  const opened = await assembleService(settings.value, state, listeners).catch((error: unknown) => {
    state.release();
    throw error;
  });
  if (!opened.ok) state.release();
  return opened;
}

async function assembleService(
  settings: Settings,
  state: State,
  {
    onAnswer = () => {},
    onProblem = () => {},
    onFault = () => {},
    onInvitation = () => {},
    now = () => new Date(),
  }: ServeListeners,
): Promise<Result<Service>> {
  const [
    { createApp },
    { openJobStore },
    { openJobs },
    { createFlowAnswers },
    { openAnswerStore },
    { dataNotations, fixedPolicies },
    { demoData },
    { createQueue },
    { createTaskProcesses },
    { createAsks },
    { openUploads },
    { openStudio },
  ] = await Promise.all([
    import('./app.ts'),
    import('./job-store.ts'),
    import('./jobs.ts'),
    import('./flow-answers.ts'),
    import('./kept-answers.ts'),
    import('./fixed-policies.ts'),
    import('./demo-data.ts'),
    import('./queue.ts'),
    import('./task-processes.ts'),
    import('./asks.ts'),
    import('./uploads.ts'),
    import('./open-studio.ts'),
  ]);
  const data = settings.data === undefined ? ok(undefined) : present(settings.data);
  if (!data.ok) return data;
  const fixed = await fixedPolicies(settings);
  if (!fixed.ok) return fixed;
  const notations = dataNotations(settings);
  if (!notations.ok) return notations;
  const stopping = new AbortController();
  const kept = openAnswerStore(state.kept, JSON.stringify([settings.data ?? 'made up', settings.map]));
  const queue = createQueue(1);
  const processes = createTaskProcesses(state.answers, settings.share, settings.jobs + 1); // one for answers
  const flow = createFlowAnswers(
    { ...settings, data: data.value, notations: notations.value },
    { making: state.answers, kept, secret: state.secret, madeUp: demoData(state.answers), onProblem, queue, processes },
  );
  const asks = createAsks(queue, processes, { ...settings, folder: state.answers });
  const uploads = openUploads(state.uploads, { ...settings, now });
  const store = openJobStore(state.jobs);
  const jobs = openJobs(store, processes, { ...settings, secret: state.secret, onProblem, heldBesides: uploads.heldBy });
  const studio = openStudio(settings, state, { now, onInvitation });
  const app = await createApp(settings, {
    jobs,
    store,
    flow,
    asks,
    uploads,
    stopping: stopping.signal,
    onAnswer,
    onProblem,
    onFault,
    now,
    fixed: fixed.value,
    studio,
  });
  let stopped: Promise<void> | undefined;
  const stop = async () => {
    stopping.abort(); // streams of events end, or closing would wait for them
    const patience = setTimeout(() => app.server.closeAllConnections(), settings.stopTime * 1000 + 500); // and for slow downloads
    queue.close();
    uploads.stop();
    await Promise.all([app.close(), flow.stop(), asks.stop(), jobs.stop(settings.stopTime)]);
    await processes.stop();
    clearTimeout(patience);
    state.release();
  };
  return ok({
    app,
    settings,
    state: state.folder,
    addressAt: studio?.addressAt,
    folderOf: (id) => join(store.folderOf(id), 'release'),
    stop: () => (stopped ??= stop()),
  });
}

/** A file that is not there is better told now than to whoever asks first. */
const present = (data: string): Result<string> =>
  isPostgres(data) || existsSync(data) ? ok(data) : refused(missingFile(data, []));
