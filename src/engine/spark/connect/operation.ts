import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Refusal } from '../../../base/problem.ts';
import { sessionLost } from '../problems.ts';
import { CallFault, isLost, isOperationUnknown } from './call-fault.ts';
import type { CallEnds, Channel, Patience } from './channel.ts';
import {
  type Answer,
  type Caller,
  executeRequest,
  interruptRequest,
  readAnswer,
  reattachRequest,
  releaseRequest,
  type Tasks,
} from './messages.ts';
import { Garbled, type Part } from './protobuf.ts';
import { readBatch, type SparkRows } from './rows.ts';

/** A session on a server, and the way to it. */
export interface Link {
  readonly channel: Channel;
  readonly caller: Caller;
  readonly patience: Patience;
  /** The address as it may be shown. */
  readonly name: string;
  /** What the server calls this session; another name later means that it was started anew, and that views are gone. */
  serverSession: string;
}

export interface Running {
  /** Interrupts the operation on the cluster; then the promise rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
  readonly onTasks?: ((tasks: Tasks) => void) | undefined;
  /** Rows as they come; the next ones wait until it is done with these. */
  readonly onRows?: ((rows: SparkRows) => void | Promise<void>) | undefined;
}

/** Milliseconds that an interrupted person waits for the cluster to hear of it. */
const courtesy = 1000;
const breath = 200;

/** Runs a plan to its end. A stream that was lost, or that the server ended as it does every two minutes, is taken up behind the last answer. */
export async function runPlan(link: Link, plan: Part, running: Running): Promise<void> {
  const { signal } = running;
  signal?.throwIfAborted();
  const operation = randomUUID();
  const stop = new AbortController();
  let isOver = false;
  /** Several times: what comes before Spark has begun a job stops nothing, and the job begins all the same. */
  const interrupt = async (): Promise<void> => {
    for (let waited = 0; waited < courtesy && !isOver; waited += breath) {
      void callQuietly(link, 'Interrupt', interruptRequest(link.caller, operation), courtesy);
      await wait(breath, undefined, { ref: false });
    }
    stop.abort();
  };
  signal?.addEventListener('abort', interrupt);
  try {
    await follow(link, operation, plan, { ...running, stop: stop.signal });
    signal?.throwIfAborted(); // it may have ended on its own meanwhile
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    throw error;
  } finally {
    isOver = true;
    signal?.removeEventListener('abort', interrupt);
    if (!signal?.aborted)
      await callQuietly(link, 'ReleaseExecute', releaseRequest(link.caller, operation), link.patience.connect);
  }
}

async function follow(link: Link, operation: string, plan: Part, running: Running & CallEnds): Promise<void> {
  const { channel, caller, patience } = link;
  const seen = { rows: 0, last: undefined as string | undefined };
  let isSent = false;
  let failures = 0;
  for (;;) {
    const messages = isSent
      ? channel.call('ReattachExecute', [reattachRequest(caller, operation, seen.last)], running)
      : channel.call('ExecutePlan', [executeRequest(caller, operation, plan)], running);
    try {
      for await (const message of messages) {
        const answer = readAnswer(message);
        failures = 0;
        await take(link, answer, seen, running);
        if (answer.complete) return;
      }
      isSent = true;
    } catch (error) {
      const before = isSent;
      isSent = true;
      if (!(error instanceof CallFault) || running.signal?.aborted || failures >= patience.pauses.length) throw error;
      if (before && seen.last === undefined && isOperationUnknown(error))
        isSent = false; // it was lost on its way there
      else if (!isLost(error)) throw error;
      await wait(patience.pauses[failures++], undefined, running.signal === undefined ? {} : { signal: running.signal });
    }
  }
}

async function take(
  link: Link,
  answer: Answer,
  seen: { rows: number; last: string | undefined },
  running: Running,
): Promise<void> {
  checkSession(link, answer.serverSession);
  const { batch, tasks } = answer;
  if (tasks !== undefined) running.onTasks?.(tasks);
  if (batch !== undefined) {
    if (batch.from !== undefined && batch.from !== seen.rows) throw new Garbled('rows are missing, or came twice');
    const rows = readBatch(batch.data, link.name);
    if (rows.rowCount !== batch.rows) throw new Garbled('a batch holds other rows than it says');
    await running.onRows?.(rows);
    seen.rows += batch.rows;
  }
  if (answer.id !== '') seen.last = answer.id;
}

/** A server that was started anew has none of our views: what it answers now is about nothing. */
export function checkSession(link: Link, serverSession: string): void {
  if (serverSession === '') return; // older ones do not say
  if (link.serverSession !== '' && link.serverSession !== serverSession) throw new Refusal(sessionLost(link.name));
  link.serverSession = serverSession;
}

/** A call for the sake of order, whose failure changes nothing for us. */
export async function callQuietly(link: Link, method: string, request: Part, patience: number): Promise<void> {
  try {
    for await (const _ of link.channel.call(method, [request], { silence: patience }));
  } catch {}
}
