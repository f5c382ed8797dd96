import { closeSync, openSync, readFileSync, readSync, writeSync } from 'node:fs';
import { Refusal } from '../../base/problem.ts';
import type { Workspace } from '../../base/workspace.ts';
import type { GivenData, SpooledData } from '../../engine/engine.ts';
import { notARow } from '../../formats/given-problems.ts';
import { isArrowHead, writeArrowBytes } from './arrow.ts';
import { type AnyIterable, openReader, type Reader } from './reader.ts';
import { givenData } from './spool.ts';

export const byteFormats = ['csv', 'ndjson', 'parquet', 'arrow', 'xlsx', 'xes'] as const;
export type ByteFormat = (typeof byteFormats)[number];

/** Bytes as a file holds them; what they are is told by how they begin, unless it is said. */
export function givenBytes(name: string, source: Uint8Array | AnyIterable, format?: ByteFormat): GivenData {
  return givenData(name, async (file, workspace) => {
    const reader = openReader(name, source instanceof Uint8Array ? [source] : source, workspace);
    try {
      return await writeChunks({ name, file, format, workspace }, reader, await reader.next());
    } finally {
      reader.close();
    }
  });
}

/** A file to write, and what it will hold. */
interface ByteFile {
  readonly name: string;
  readonly file: string;
  readonly workspace: Workspace;
  readonly format?: ByteFormat | undefined;
}

/** Chunks between two looks at whether somebody interrupted. */
const stretch = 32;

export async function writeChunks(
  { name, file: path, format, workspace }: ByteFile,
  reader: Reader,
  first: IteratorResult<unknown>,
): Promise<SpooledData> {
  const file = openSync(path, 'wx', 0o600);
  try {
    let chunks = 0;
    for (let next = first; next.done !== true; next = await reader.next()) {
      chunks++;
      const bytes = bytesOf(next.value);
      if (bytes === undefined) throw new Refusal(notARow(chunks));
      for (let from = 0; from < bytes.length; ) from += writeSync(file, bytes, from);
      if (chunks % stretch === 0) await reader.breathe(); // one that always has more would keep timers and signals from their turn
    }
  } finally {
    closeSync(file);
  }
  if (format === 'arrow' || (format === undefined && isArrowHead(headOf(path))))
    return writeArrowBytes(name, readFileSync(path), `${path}-rows`, workspace);
  return { path, format };
}

/** A stream with an encoding gives texts. */
function bytesOf(chunk: unknown): Uint8Array | undefined {
  if (typeof chunk === 'string') return Buffer.from(chunk);
  return chunk instanceof Uint8Array ? chunk : undefined;
}

function headOf(path: string): Buffer {
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(8);
    return head.subarray(0, readSync(file, head, 0, head.length, 0));
  } finally {
    closeSync(file);
  }
}
