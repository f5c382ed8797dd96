import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Refusal } from '../../../base/problem.ts';
import { ok, type Result, refused } from '../../../base/result.ts';
import { crc32 } from '../../../formats/crc.ts';
import { garbledAnswer, oldSpark } from '../problems.ts';
import { type SparkAddress, tokenOf } from './address.ts';
import { CallFault, className, isLost, problemOf, sqlStateIn } from './call-fault.ts';
import { openChannel, type Patience, usualPatience } from './channel.ts';
import {
  arrivedWhole,
  artifactRequests,
  cachedRelation,
  commandPlan,
  configRequest,
  endSessionRequest,
  errorIn,
  errorRequest,
  interruptRequest,
  localRelation,
  queryPlan,
  type Tasks,
  versionIn,
  versionRequest,
  viewPlan,
} from './messages.ts';
import { callQuietly, checkSession, type Link, type Running, runPlan } from './operation.ts';
import { Garbled, type Message, type Part, readMessage } from './protobuf.ts';
import { joinRows, type SparkRows } from './rows.ts';
import { arrowOf, schemaOf, type UploadColumn } from './upload.ts';

export interface StatementOptions {
  /** Interrupts the statement on the cluster within a second; the promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Tasks of the stages known so far; Spark 3.5 tells none. */
  readonly onTasks?: ((tasks: Tasks) => void) | undefined;
}

/** A session on a cluster. Several statements may run at once. Each answers a Result; only an aborted signal rejects. */
export interface SparkSession {
  /** Of the server, such as 4.3.0. */
  readonly version: string;
  /** The address as it may be shown. */
  readonly name: string;
  /** What the server knows this session by. */
  readonly id: string;
  /** Runs one query, and holds all its rows. */
  query(sql: string, options?: StatementOptions): Promise<Result<SparkRows>>;
  /** Runs one query, and hands over its rows as they come, a few megabytes at a time; answers how many there were. */
  stream(sql: string, onRows: (rows: SparkRows) => void | Promise<void>, options?: StatementOptions): Promise<Result<number>>;
  /** Runs a statement for its effect, such as CREATE TEMPORARY VIEW or INSERT OVERWRITE DIRECTORY. */
  execute(sql: string, options?: StatementOptions): Promise<Result<void>>;
  /** A temporary view of columns sent as Arrow: the only way for keys, seeds and data, as SQL text ends in logs. */
  upload(view: string, columns: readonly UploadColumn[], options?: StatementOptions): Promise<Result<void>>;
  /** Settings of this session alone. */
  configure(settings: Readonly<Record<string, string>>): Promise<Result<void>>;
  /** A file that executors find below their working folder, called `files/…`; or, called `forward_to_fs/…`, one at that path of the cluster's own file system. */
  artifact(name: string, bytes: Uint8Array): Promise<Result<void>>;
  /** Stops everything this session runs. */
  interrupt(): Promise<void>;
  /** Ends another session of the same user with everything it runs: of a client that was killed a server goes on to work for minutes. */
  endOther(id: string): Promise<void>;
  close(): Promise<void>;
}

/** Bytes of an artifact that travel in one message. */
const pieceBytes = 2 ** 20;

/** Opens a session; refuses what is no Spark Connect server of 3.5 or newer. */
export async function connectSpark(address: SparkAddress, patience: Patience = usualPatience): Promise<Result<SparkSession>> {
  const token = tokenOf(address);
  if (!token.ok) return token;
  const link: Link = {
    channel: openChannel(address, token.value, patience),
    caller: { session: randomUUID(), user: address.user },
    patience,
    name: address.name,
    serverSession: '',
  };
  const version = await attempt(link, async () =>
    versionIn(await callOnce(link, 'AnalyzePlan', [versionRequest(link.caller)], 15)),
  );
  if (version.ok && isSupported(version.value)) return ok(sessionOn(link, version.value));
  link.channel.close();
  return version.ok ? refused(oldSpark(link.name, shownVersion(version.value))) : version;
}

const isSupported = (version: string): boolean => {
  const [, major = '0', minor = '0'] = /^(\d+)\.(\d+)/.exec(version) ?? [];
  return Number(major) > 3 || (Number(major) === 3 && Number(minor) >= 5);
};

const shownVersion = (version: string): string => (/^[\w.-]{1,40}$/.test(version) ? version : 'of no known version');

function sessionOn(link: Link, version: string): SparkSession {
  const { caller } = link;
  const run = (plan: Part, running: Running) => attempt(link, () => runPlan(link, plan, running));
  const send = (name: string, bytes: Uint8Array) =>
    attempt(link, async () => {
      const requests = artifactRequests(caller, name, piecesOf(bytes), crc32);
      const answer = await unlessLost(link.patience.pauses, () => callOnce(link, 'AddArtifacts', requests, 3));
      if (!arrivedWhole(answer)) throw new Garbled('an artifact did not arrive as it was sent');
    });
  return {
    version,
    name: link.name,
    id: caller.session,
    async query(sql, options = {}) {
      const batches: SparkRows[] = [];
      const done = await run(queryPlan(sql), { ...options, onRows: (rows) => void batches.push(rows) });
      return done.ok ? attempt(link, async () => joinRows(batches)) : done;
    },
    async stream(sql, onRows, options = {}) {
      let count = 0;
      const done = await run(queryPlan(sql), {
        ...options,
        onRows: (rows) => {
          count += rows.rowCount;
          return onRows(rows);
        },
      });
      return done.ok ? ok(count) : done;
    },
    execute: (sql, options = {}) => run(commandPlan(sql), options),
    async upload(view, columns, options = {}) {
      const name = randomBytes(32).toString('hex'); // Spark's clients take the SHA-256, which stands in the event log and confirms a guess
      const sent = await send(`cache/${name}`, localRelation(arrowOf(columns), schemaOf(columns)));
      return sent.ok ? run(viewPlan(view, cachedRelation(caller, name)), options) : sent; // never within its plan, which Spark 3.5 writes there, too
    },
    configure: (settings) =>
      attempt(link, async () => void (await callOnce(link, 'Config', [configRequest(caller, settings)], 4))),
    artifact: (name, bytes) => send(name, bytes),
    interrupt: () => callQuietly(link, 'Interrupt', interruptRequest(caller, undefined), link.patience.connect),
    async endOther(id) {
      const other = { ...caller, session: id };
      await callQuietly(link, 'Interrupt', interruptRequest(other, undefined), link.patience.connect);
      await callQuietly(link, 'ReleaseSession', endSessionRequest(other), link.patience.connect);
    },
    async close() {
      await callQuietly(link, 'ReleaseSession', endSessionRequest(caller), link.patience.connect);
      link.channel.close();
    },
  };
}

/** Tries again after each pause what a broken connection kept from its end; only for what may be done twice. */
async function unlessLost<Value>(pauses: readonly number[], work: () => Promise<Value>): Promise<Value> {
  for (const pause of pauses)
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof CallFault) || !isLost(error)) throw error;
      await wait(pause);
    }
  return work();
}

/** A call with one answer, whose field `sessionField` names the server's session. */
async function callOnce(link: Link, method: string, requests: readonly Part[], sessionField: number): Promise<Message> {
  let answer: Message | undefined;
  for await (const message of link.channel.call(method, requests)) answer = readMessage(message);
  if (answer === undefined) throw new Garbled('a call has no answer');
  checkSession(link, answer.text(sessionField));
  return answer;
}

const piecesOf = (bytes: Uint8Array): readonly Uint8Array[] =>
  Array.from({ length: Math.max(1, Math.ceil(bytes.length / pieceBytes)) }, (_, i) =>
    bytes.subarray(i * pieceBytes, (i + 1) * pieceBytes),
  );

async function attempt<Value>(link: Link, work: () => Promise<Value>): Promise<Result<Value>> {
  try {
    return ok(await work());
  } catch (error) {
    if (error instanceof Refusal) return refused(...error.problems);
    if (error instanceof Garbled) return refused(garbledAnswer(link.name));
    if (!(error instanceof CallFault)) throw error;
    return refused(problemOf(await withClass(link, error), link.name));
  }
}

/** Spark 3.5 tells a class and SQLSTATE only when it is asked for them. */
async function withClass(link: Link, error: CallFault): Promise<CallFault> {
  const { fault } = error;
  if (fault.kind !== 'status' || fault.sqlState !== undefined || !fault.errorId) return error;
  try {
    const { errorClass, sqlState } = errorIn(
      await callOnce(link, 'FetchErrorDetails', [errorRequest(link.caller, fault.errorId)], 3),
    );
    return new CallFault({
      ...fault,
      errorClass: className(errorClass) ?? fault.errorClass,
      sqlState: sqlStateIn(sqlState),
    });
  } catch (failure) {
    return failure instanceof Refusal ? new CallFault({ kind: 'lost' }) : error;
  }
}
