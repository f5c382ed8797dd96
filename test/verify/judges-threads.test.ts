import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { lendPieces, type PieceReaders, pieceBytes, slots } from '../../src/verify/lend-pieces.ts';

/** A thread that tells what it read, and in how many pieces; it waits where it is told to, and dies at a question that it is called by. */
const program = `
import { parentPort, workerData } from 'node:worker_threads';
let [text, sum, pieces] = ['', 0, 0];
parentPort.on('message', (message) => {
  if (message.kind === 'question') {
    if (message.question === workerData.dies) throw new Error('it dies');
    if (message.question === workerData.ends) process.exit();
    return parentPort.postMessage({ kind: 'found', found: [workerData.name, message.question, text, sum, pieces] });
  }
  if (workerData.slow) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
  pieces++;
  sum += message.bytes.length;
  if (message.bytes.length < 100) text += Buffer.from(message.bytes).toString();
  parentPort.postMessage({ kind: 'read', slot: message.slot });
});
`;

let home = '';
let path = '';
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'shoal-threads-'));
  path = join(home, 'reader.mjs');
  writeFileSync(path, program);
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

type Found = readonly [name: string, question: string, text: string, sum: number, pieces: number];
const reading = async <Value>(
  threads: readonly object[],
  use: (readers: PieceReaders<string, Found>) => Promise<Value>,
  memory?: readonly Uint8Array[],
): Promise<Value> => {
  const readers = lendPieces<string, Found>(path, threads, memory);
  try {
    return await use(readers);
  } finally {
    await readers.close();
  }
};
const byName = (found: readonly Found[] | undefined) => found?.toSorted(([one], [other]) => (one < other ? -1 : 1));

describe('threads that see the pieces of a file', () => {
  it('each see all of it, in its order, and answer a question at the end', async () => {
    const texts = Array.from({ length: 40 }, (_, i) => `piece ${i};`);
    const threads = [{ name: 'a' }, { name: 'b', slow: true }, { name: 'c' }];
    const found = await reading(threads, async (readers) => {
      for (const text of texts) await readers.take(Buffer.from(text));
      return [byName(await readers.ask('first')), byName(await readers.ask('again'))];
    });
    const owed = (question: string) => threads.map(({ name }) => [name, question, texts.join(''), texts.join('').length, 40]);
    expect(found).toEqual([owed('first'), owed('again')]);
  });

  it('are ended by whoever started them, all of them', async () => {
    const ended = vi.spyOn(Worker.prototype, 'terminate');
    try {
      await reading([{ name: 'a' }, { name: 'b' }], (readers) => readers.take(Buffer.from('x')));
      expect(ended).toHaveBeenCalledTimes(2);
    } finally {
      ended.mockRestore();
    }
  });

  it('have parts put together, in memory that is lent by the caller', async () => {
    const memory = [8, 8].map((bytes) => new Uint8Array(new SharedArrayBuffer(bytes)));
    const found = await reading(
      [{ name: 'a', slow: true }],
      async (readers) => {
        for (const [one, other] of [['ab', 'cd'], ['e', ''], ['fghi', 'jklm'], ['n', 'op']]) await readers.lend(Buffer.from(one), Buffer.from(other)); // biome-ignore format: a line
        return readers.ask('all');
      },
      memory,
    );
    expect(found).toEqual([['a', 'all', 'abcdefghijklmnop', 16, 4]]);
  });

  it('are lent no more at once than a slot holds, however long a piece is', async () => {
    const sizes = [0, 1, pieceBytes, pieceBytes + 1, 2 * pieceBytes + 5];
    const found = await reading([{ name: 'a' }], async (readers) => {
      for (const size of sizes) await readers.take(Buffer.alloc(size, 'x'));
      return readers.ask('all');
    });
    const [[, , , sum, pieces]] = found ?? [];
    expect([sum, pieces]).toEqual([sizes.reduce((all, size) => all + size, 0), 0 + 1 + 1 + 2 + 3]);
    expect([slots, pieceBytes]).toEqual([4, 4 << 20]);
  });

  it.each(['dies', 'ends'])('find nothing where one of them %s', async (how) => {
    const found = await reading([{ name: 'a' }, { name: 'b', [how]: 'now' }], async (readers) => {
      await readers.take(Buffer.from('x'));
      const first = await readers.ask('before');
      const second = await readers.ask('now');
      for (let i = 0; i < 2 * slots; i++) await readers.take(Buffer.from('y')); // waits for nobody
      return [first?.length, second, await readers.ask('after')];
    });
    expect(found).toEqual([2, undefined, undefined]);
  });
});
