import { createReadStream } from 'node:fs';
import { Refusal } from '../base/problem.ts';
import { notUtf8 } from './input-problems.ts';

/** The lines of a text file, one at a time. Bytes that are not UTF-8 are refused, not replaced: a class must not change its letters. */
export async function* linesOf(name: string, path: string, signal?: AbortSignal): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  let passed = 0;
  const decodePiece = (piece: Buffer | undefined): string => {
    try {
      return decoder.decode(piece, { stream: piece !== undefined });
    } catch {
      throw new Refusal(notUtf8(name, passed + 1));
    }
  };
  for await (const piece of createReadStream(path, { highWaterMark: 1 << 20, ...(signal && { signal }) })) {
    const lines = (rest + decodePiece(piece)).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      passed++;
      yield line.endsWith('\r') ? line.slice(0, -1) : line;
    }
  }
  rest += decodePiece(undefined);
  if (rest !== '') yield rest;
}
