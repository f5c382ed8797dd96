import { bytesField, Garbled, joinParts, type Message, numberField, type Part, readMessage } from './protobuf.ts';

/**
 * Requests and answers of Spark Connect, by the numbers of its `.proto` files (they lie in the jar of every Connect server). The same numbers
 * hold from 3.5 to 4.3; newer ones have more fields, which are left alone.
 */
export interface Caller {
  readonly session: string;
  readonly user: string;
}

const head = ({ session, user }: Caller): Part => joinParts(bytesField(1, session), bytesField(2, bytesField(1, user)));
const client = 'shoal';

/** A query, whose answer is rows. */
export const queryPlan = (sql: string): Part => bytesField(1, bytesField(10, bytesField(1, sql)));

/** A statement that is run for its effect. By field 1, which newer servers call deprecated and 3.5 knows alone. */
export const commandPlan = (sql: string): Part => bytesField(2, bytesField(5, bytesField(1, sql)));

/** A temporary view, in the place of one of the same name, over a relation that was sent. */
export const viewPlan = (view: string, relation: Part): Part =>
  bytesField(2, bytesField(3, joinParts(bytesField(1, relation), bytesField(2, view), numberField(4, 1))));

/** Rows as Arrow, or none and their types. */
export const localRelation = (data: Uint8Array | undefined, schema: string): Part =>
  joinParts(...(data === undefined ? [] : [bytesField(1, data)]), bytesField(2, schema));

/** A relation that was sent before as an artifact `cache/…`, by the rest of its name; 3.5 also asks whose it is. */
export const cachedRelation = ({ session, user }: Caller, name: string): Part =>
  bytesField(36, joinParts(bytesField(1, user), bytesField(2, session), bytesField(3, name)));

export const executeRequest = (caller: Caller, operation: string, plan: Part): Part =>
  joinParts(
    head(caller),
    bytesField(3, plan),
    bytesField(4, client),
    bytesField(5, bytesField(1, numberField(1, 1))), // may be taken up again
    bytesField(6, operation),
  );

export const reattachRequest = (caller: Caller, operation: string, after: string | undefined): Part =>
  joinParts(
    head(caller),
    bytesField(3, operation),
    bytesField(4, client),
    ...(after === undefined ? [] : [bytesField(5, after)]),
  );

export const releaseRequest = (caller: Caller, operation: string): Part =>
  joinParts(head(caller), bytesField(3, operation), bytesField(4, client), bytesField(5, new Uint8Array()));

/** Everything this session runs, or one operation. */
export const interruptRequest = (caller: Caller, operation: string | undefined): Part =>
  joinParts(
    head(caller),
    bytesField(3, client),
    ...(operation === undefined ? [numberField(4, 1)] : [numberField(4, 3), bytesField(6, operation)]),
  );

export const versionRequest = (caller: Caller): Part =>
  joinParts(head(caller), bytesField(3, client), bytesField(10, new Uint8Array()));
export const versionIn = (answer: Message): string => answer.message(8)?.text(1) ?? '';

export const configRequest = (caller: Caller, pairs: Readonly<Record<string, string>>): Part =>
  joinParts(
    head(caller),
    bytesField(
      3,
      bytesField(
        1,
        joinParts(
          ...Object.entries(pairs).map(([key, value]) => bytesField(1, joinParts(bytesField(1, key), bytesField(2, value)))),
        ),
      ),
    ),
    bytesField(4, client),
  );

export const endSessionRequest = (caller: Caller): Part => joinParts(head(caller), bytesField(3, client));

export const errorRequest = (caller: Caller, errorId: string): Part =>
  joinParts(head(caller), bytesField(3, errorId), bytesField(4, client));

/** Class and SQLSTATE of the first error that names one; its message, which quotes cells, is not looked at. */
export function errorIn(answer: Message): { readonly errorClass: string; readonly sqlState: string } {
  const throwables = answer.all(2).map((error) => readMessage(error).message(5));
  const known = throwables.find((one) => one !== undefined && one.text(1) !== '');
  return { errorClass: known?.text(1) ?? '', sqlState: known?.text(4) ?? '' };
}

/** How an artifact travels: pieces, each with its CRC-32. */
export function artifactRequests(
  caller: Caller,
  name: string,
  pieces: readonly Uint8Array[],
  crc: (piece: Uint8Array) => number,
) {
  const chunks = pieces.map((piece) => joinParts(bytesField(1, piece), numberField(2, crc(piece))));
  const total = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const begin = joinParts(bytesField(1, name), numberField(2, total), numberField(3, chunks.length), bytesField(4, chunks[0]));
  const parts =
    chunks.length === 1
      ? [bytesField(3, bytesField(1, joinParts(bytesField(1, name), bytesField(2, chunks[0]))))]
      : [bytesField(4, begin), ...chunks.slice(1).map((chunk) => bytesField(5, chunk))];
  return parts.map((part) => joinParts(head(caller), part, bytesField(6, client)));
}

/** Whether every artifact arrived as it was sent. */
export const arrivedWhole = (answer: Message): boolean => {
  const summaries = answer.all(1).map(readMessage);
  return summaries.length > 0 && summaries.every((summary) => summary.number(2) === 1);
};

/** One answer to a plan that runs. */
export interface Answer {
  /** Which the server is asked to go on after. */
  readonly id: string;
  /** Another one than before means that the server was started anew. */
  readonly serverSession: string;
  readonly batch?: { readonly rows: number; readonly from: number | undefined; readonly data: Uint8Array };
  readonly tasks?: Tasks;
  readonly complete: boolean;
}

/** How far the stages are that are known so far. */
export interface Tasks {
  readonly done: number;
  readonly total: number;
  readonly bytesRead: number;
}

export function readAnswer(bytes: Uint8Array): Answer {
  const answer = readMessage(bytes);
  const batch = answer.message(2);
  const progress = answer.message(18);
  if (batch !== undefined && batch.number(5) > 1) throw new Garbled('a batch came in pieces, which nobody asked for');
  return {
    id: answer.text(13),
    serverSession: answer.text(15),
    complete: answer.bytes(14) !== undefined,
    ...(batch === undefined
      ? {}
      : { batch: { rows: batch.number(1), from: batch.find(3), data: batch.bytes(2) ?? new Uint8Array() } }),
    ...(progress === undefined ? {} : { tasks: tasksIn(progress) }),
  };
}

/** A task that was run again counts twice in `done`, so that it may exceed the tasks of its stage. */
function tasksIn(progress: Message): Tasks {
  const stages = progress.all(1).map(readMessage);
  const sum = (of: (stage: Message) => number): number => stages.reduce((total, stage) => total + of(stage), 0);
  return {
    done: sum((stage) => Math.min(stage.number(2), stage.number(3))),
    total: sum((stage) => stage.number(2)),
    bytesRead: sum((stage) => stage.number(4)),
  };
}
