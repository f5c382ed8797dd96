import { Readable } from 'node:stream';
import { Refusal } from '../../base/problem.ts';
import type { Workspace } from '../../base/workspace.ts';
import { inputConsumed, inputStopped } from '../../formats/given-problems.ts';

export type AnyIterable = Iterable<unknown> | AsyncIterable<unknown>;

/** Asks a program's own code for one value after the other: it may fail, or never answer. A failure is a refusal. */
export interface Reader {
  /** What comes next; an interrupt ends the wait. */
  next(): Promise<IteratorResult<unknown>>;
  /** What comes next where nothing has to be waited for, which is three times as fast. */
  readonly nextAtOnce: (() => IteratorResult<unknown>) | undefined;
  /** Runs code of the program, such as the getter of a row. */
  run<Value>(code: () => Value): Value;
  /** Lets an interrupt through. */
  breathe(): Promise<void>;
  /** Lets go of the rest. */
  close(): void;
}

/** Reads `source`, which messages call `name`. What gives its values once is read once. */
export function openReader(name: string, source: AnyIterable, workspace: Workspace): Reader {
  if (consumed.has(source) || (source instanceof Readable && isRead(source))) throw new Refusal(inputConsumed(name));
  let stop: (error: Error) => void = () => {};
  let isStopped = false;
  let asked = 0;
  const leave = workspace.attend(async () => {
    isStopped = true;
    stop(new Interrupted());
  });
  const refusalOf = (error: unknown): Error =>
    error instanceof Interrupted || error instanceof Refusal
      ? error
      : new Refusal(inputStopped(name, Math.max(0, asked - 1), kindOf(error)));
  const run = <Value>(code: () => Value): Value => {
    try {
      return code();
    } catch (error) {
      throw refusalOf(error);
    }
  };
  const iterator = run(() => iteratorOf(source));
  if ((iterator as unknown) === source) consumed.add(source);
  const ask = () => iterator.next();
  return {
    async next() {
      if (isStopped) throw new Interrupted();
      asked++;
      try {
        return await new Promise((resolve, reject) => {
          stop = reject; // not Promise.race: a promise that lives as long as the data would hold a reaction for each value
          Promise.resolve(ask())
            .then((result) => resolve(plainResult(result)), reject)
            .catch(reject);
        });
      } catch (error) {
        throw refusalOf(error);
      }
    },
    nextAtOnce:
      Symbol.asyncIterator in source
        ? undefined
        : () => {
            asked++;
            return run(() => plainResult(ask() as IteratorResult<unknown>)); // of a plain iterable
          },
    run,
    async breathe() {
      await new Promise<void>((next) => setImmediate(next));
      if (isStopped) throw new Interrupted();
    },
    close() {
      leave();
      if (source instanceof Readable) source.destroy();
      else endReading(iterator);
    },
  };
}

const iteratorOf = (source: AnyIterable): Iterator<unknown> | AsyncIterator<unknown> =>
  Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]();

/** What a program's iterator answered, asked for here and only once: it may be nothing at all, or a getter that fails. */
const plainResult = (result: IteratorResult<unknown>): IteratorResult<unknown> =>
  result.done === true ? { done: true, value: undefined } : { done: false, value: result.value };

/** What gives its values once, and has. */
const consumed = new WeakSet<object>();

const isRead = (stream: Readable): boolean => stream.readableDidRead || stream.readableEnded || stream.destroyed;

/** Lets a generator run its own `finally`. One that waits for something never answers, and nobody waits for it. */
function endReading(iterator: Iterator<unknown> | AsyncIterator<unknown>): void {
  try {
    Promise.resolve(iterator.return?.()).catch(() => {});
  } catch {}
}

class Interrupted extends Error {}

/** The kind of an error, never its message. */
function kindOf(error: unknown): string {
  try {
    const { code, name } = Object(error) as { readonly code?: unknown; readonly name?: unknown };
    const word = typeof code === 'string' ? code : name;
    return typeof word === 'string' && /^[A-Za-z][A-Za-z_]{1,40}$/.test(word) ? word : 'Error';
  } catch {
    return 'Error';
  }
}
