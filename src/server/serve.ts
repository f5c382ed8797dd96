import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import type { Problem } from '../base/problem.ts';
import { ok, type Result, refused } from '../base/result.ts';
import { missingFile } from '../formats/input-problems.ts';
import { isPostgres } from '../policy/postgres-address.ts';
import type { Answered } from './answered.ts';
import { type ServeOptions, type Settings, settingsOf } from './options.ts';
import { cannotListen } from './problems.ts';
import { openState, type State } from './state.ts';

export interface RunningServer {
  /** Such as http://127.0.0.1:8080. */
  readonly url: string;
  readonly mode: 'internal' | 'public';
  /** Where jobs are kept. */
  readonly state: string;
  /** Answers no more; running jobs get their time to finish, then end. May be called again. */
  stop(): Promise<void>;
}

export interface ServeListeners {
  /** Told of each answered request: method, route, status, time; nothing of what was asked. */
  readonly onAnswer?: (answered: Answered) => void;
  /** Told what is wrong with the data behind the answers, and in mode public behind jobs over a source. */
  readonly onProblem?: (problem: Problem) => void;
  /** Told of a bug that a request ran into. */
  readonly onFault?: (fault: Error) => void;
  /** The clock by which weeks end; that of this machine when left out. */
  readonly now?: () => Date;
}

/** Starts the HTTP API. Nothing of it is loaded before: other uses of the package start without it. */
export async function serve(options: ServeOptions = {}, listeners: ServeListeners = {}): Promise<Result<RunningServer>> {
  const settings = settingsOf(options);
  if (!settings.ok) return settings;
  const state = openState(settings.value.state);
  if (!state.ok) return state;
  const started = await listening(settings.value, state.value, listeners).catch((error: unknown) => {
    state.value.release();
    throw error;
  });
  if (!started.ok) state.value.release();
  return started;
}

async function listening(
  settings: Settings,
  state: State,
  { onAnswer = () => {}, onProblem = () => {}, onFault = () => {}, now = () => new Date() }: ServeListeners,
): Promise<Result<RunningServer>> {
  const [
    { createApp },
    { openJobStore },
    { openJobs },
    { createFlowAnswers },
    { openAnswerStore },
    { dataNotations, fixedPolicies },
    { demoData },
    { createQueue },
    { createAsks },
    { openUploads },
  ] = await Promise.all([
    import('./app.ts'),
    import('./job-store.ts'),
    import('./jobs.ts'),
    import('./flow-answers.ts'),
    import('./kept-answers.ts'),
    import('./fixed-policies.ts'),
    import('./demo-data.ts'),
    import('./queue.ts'),
    import('./asks.ts'),
    import('./uploads.ts'),
  ]);
  const data = settings.data === undefined ? await demoData(state.answers) : present(settings.data);
  if (!data.ok) return data;
  const fixed = await fixedPolicies(settings);
  if (!fixed.ok) return fixed;
  const notations = dataNotations(settings);
  if (!notations.ok) return notations;
  const stopping = new AbortController();
  const kept = openAnswerStore(state.kept, JSON.stringify([settings.data ?? 'made up', settings.map]));
  const queue = createQueue(1);
  const flow = createFlowAnswers(
    { ...settings, data: data.value, notations: notations.value },
    { making: state.answers, kept, secret: state.secret, onProblem, queue },
  );
  const asks = createAsks(queue, { ...settings, folder: state.answers });
  const uploads = openUploads(state.uploads, { ...settings, now });
  const store = openJobStore(state.jobs);
  const jobs = openJobs(store, { ...settings, secret: state.secret, onProblem, heldBesides: uploads.heldBy });
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
  });
  let stopped: Promise<void> | undefined;
  const stop = async () => {
    stopping.abort(); // streams of events end, or closing would wait for them
    const patience = setTimeout(() => app.server.closeAllConnections(), settings.stopTime * 1000 + 500); // and for slow downloads
    queue.close();
    uploads.stop();
    await Promise.all([app.close(), flow.stop(), asks.stop(), jobs.stop(settings.stopTime)]);
    clearTimeout(patience);
    state.release();
  };
  const stopOnce = () => (stopped ??= stop());
  try {
    await app.listen({ host: settings.host, port: settings.port });
  } catch (error) {
    await stopOnce();
    const { code = '' } = error as NodeJS.ErrnoException; // thrown by listen
    return refused(cannotListen(settings.host, settings.port, whyNot(code)));
  }
  const { port } = app.server.address() as AddressInfo; // it listens at a port, not at a path
  const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host;
  return ok({ url: `http://${host}:${port}`, mode: settings.mode, state: state.folder, stop: stopOnce });
}

/** A file that is not there is better told now than to whoever asks first. */
const present = (data: string): Result<string> =>
  isPostgres(data) || existsSync(data) ? ok(data) : refused(missingFile(data, []));

function whyNot(code: string): string {
  if (code === 'EADDRINUSE') return 'Another program listens there.';
  if (code === 'EACCES') return 'You may not use a port below 1024.';
  return code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' ? 'This machine has no such address.' : `The system answered ${code}.`;
}
