import { signal } from '@preact/signals';
import type { Facts } from '../../src/base/told.ts';

/** A refusal of the server, as RFC 9457 has it. */
export interface ProblemShown {
  readonly code: string;
  readonly detail: string;
  readonly suggestion: string;
  readonly status: number;
  readonly errors?: readonly ProblemTold[];
}

/** One problem, in English and by its code. */
export interface ProblemTold {
  readonly code: string;
  readonly detail: string;
  readonly suggestion: string;
  readonly facts?: Facts;
}

/** What the server refused. It is shown as it is told: what, why, and the way on. */
export class Refusal extends Error {
  readonly problem: ProblemShown;
  constructor(problem: ProblemShown) {
    super(problem.code);
    this.problem = problem;
  }
}

/** Of a source whose operator decided everything, neither columns nor steps are told. */
export const isSourceClosed = (problem: unknown): boolean =>
  problem instanceof Refusal && problem.problem.code === 'server/source-closed';

/** Whether the server does not answer. Whoever asked waits until it does. */
export const isLost = signal(false);
/** Whether this browser was let in; unknown at the start. */
export const isSignedIn = signal<boolean | undefined>(undefined);

export interface Asked {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly body?: unknown;
  /** A body that is no JSON, such as a zip or a form. */
  readonly raw?: { readonly body: BodyInit; readonly type?: string };
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/**
 * An answer of the server, or a Refusal. While the server is away it waits and asks again, so ask only what may be asked twice: questions, and
 * jobs with an Idempotency-Key.
 */
export async function ask<Answer>(path: string, { method, body, raw, headers = {}, signal }: Asked = {}): Promise<Answer> {
  const type = raw === undefined ? (body === undefined ? undefined : 'application/json') : raw.type;
  for (;;) {
    const answer = await send(path, {
      method: method ?? (body === undefined && raw === undefined ? 'GET' : 'POST'),
      headers: { ...(type === undefined ? {} : { 'content-type': type }), ...headers },
      ...(raw === undefined ? (body === undefined ? {} : { body: JSON.stringify(body) }) : { body: raw.body }),
      ...(signal === undefined ? {} : { signal }),
    });
    if (answer !== undefined) return (await readAnswer(answer)) as Answer; // the server's schema vouches for its shape
    await serverBack(signal);
  }
}

async function send(path: string, init: RequestInit): Promise<Response | undefined> {
  try {
    const answer = await fetch(path, { credentials: 'same-origin', cache: 'no-store', ...init });
    return (await saysItStops(answer)) ? undefined : answer;
  } catch (error) {
    if (init.signal?.aborted) throw error;
    return undefined; // no answer at all
  }
}

/** A server that stops, or what stands in front of one that is away; any other 503 of ours says why. */
async function saysItStops(answer: Response): Promise<boolean> {
  if (answer.status !== 503) return false;
  if (answer.headers.get('content-type')?.includes('problem') !== true) return true;
  return (await problemIn(answer.clone())).code === 'server/stopping';
}

async function readAnswer(answer: Response): Promise<unknown> {
  if (answer.status === 204) return undefined;
  if (answer.ok) return answer.headers.get('content-type')?.includes('json') ? await answer.json() : await answer.text();
  if (answer.status === 401) isSignedIn.value = false;
  throw new Refusal(await problemIn(answer));
}

async function problemIn(answer: Response): Promise<ProblemShown> {
  try {
    return await answer.json();
  } catch {
    return { code: `http/${answer.status}`, detail: answer.statusText, suggestion: '', status: answer.status };
  }
}

let waiting: Promise<void> | undefined;

/** Waits until the server answers again. All who wait share one question a second. */
export function serverBack(signal?: AbortSignal): Promise<void> {
  isLost.value = true;
  waiting ??= (async () => {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, 1000));
      const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => undefined);
      if (answer?.ok) break;
    }
    isLost.value = false;
    waiting = undefined;
  })();
  if (signal === undefined) return waiting;
  return Promise.race([
    waiting,
    new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true })),
  ]);
}
