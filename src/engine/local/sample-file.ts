import { closeSync, openSync, renameSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { DOUBLE, DuckDBInstance, DuckDBTableFunction, type DuckDBType, INTEGER, VARCHAR } from '@duckdb/node-api';
import duckdb from '@duckdb/node-bindings';
import { invariant } from '../../base/problem.ts';
import type { OnProgress } from '../../base/progress.ts';
import { abandonSink, type ByteSink, closeSink, openSink, putText, room } from '../../formats/byte-sink.ts';
import { longestFixed, putFixed } from '../../formats/fixed-text.ts';
import type { SampleColumn, SampleValues } from '../../samples/recipe.ts';
import type { Sample } from '../../samples/sample.ts';
import { sqlText } from './duckdb.ts';

/**
 * Writes a sample block by block: Parquet where the name says so, else CSV. The file appears whole or not at all, and replaces one
 * that has its name. An aborted signal takes the half-written file away at once, and ends the writing at the next block.
 */
export async function writeSample(
  sample: Sample,
  path: string,
  onProgress: OnProgress = () => {},
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  const target = resolve(path);
  const part = `${target}.part-${process.pid}`;
  rmSync(part, { force: true }); // left by a process that died with our number, as happens in containers
  const removeFile = () => rmSync(part, { force: true });
  signal.addEventListener('abort', removeFile);
  try {
    if (/\.parquet$/i.test(target)) await writeParquet(stoppable(sample, signal), part, onProgress);
    else await writeCsv(stoppable(sample, signal), part, onProgress);
    signal.throwIfAborted();
    renameSync(part, target);
  } catch (fault) {
    removeFile();
    throw fault;
  } finally {
    signal.removeEventListener('abort', removeFile);
  }
  onProgress({ phase: 'generate', done: sample.rows, total: sample.rows, unit: 'rows', finished: true });
}

const stoppable = (sample: Sample, signal: AbortSignal): Sample => ({
  ...sample,
  block(index) {
    signal.throwIfAborted();
    return sample.block(index);
  },
});

async function writeCsv(sample: Sample, path: string, onProgress: OnProgress): Promise<void> {
  const sink = openSink(path);
  try {
    const { delimiter = ',' } = sample;
    putText(sink, `${sample.columns.map(({ name }) => quoteText(name)).join(delimiter)}\n`);
    for (let b = 0; b * sample.blockRows < sample.rows; b++) {
      putRows(sink, sample.columns, sample.block(b), delimiter.charCodeAt(0));
      onProgress(progressOf(sample, b));
      await new Promise<void>((next) => setImmediate(next)); // an interrupt must get through between two blocks
    }
    closeSink(sink);
  } catch (fault) {
    abandonSink(sink);
    throw fault;
  }
}

function putRows(sink: ByteSink, columns: readonly SampleColumn[], block: readonly SampleValues[], delimiter: number): void {
  const decimals = columns.map((column) => column.decimals ?? 0);
  for (let row = 0; row < block[0].length; row++) {
    for (let c = 0; c < block.length; c++) {
      const value = block[c][row];
      room(sink, longestFixed + 1);
      if (c > 0) sink.buffer[sink.at++] = delimiter;
      if (typeof value === 'string') putText(sink, quoteText(value));
      else sink.at = putFixed(sink.buffer, sink.at, value, decimals[c]);
    }
    room(sink, 1);
    sink.buffer[sink.at++] = 10;
  }
}

const quoteText = (text: string): string => (/[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const progressOf = ({ rows, blockRows }: Sample, block: number) =>
  ({ phase: 'generate', done: Math.min(rows, (block + 1) * blockRows), total: rows, unit: 'rows' }) as const;

/** DuckDB asks for one block after the other, so that only its row group is in memory. */
async function writeParquet(sample: Sample, path: string, onProgress: OnProgress): Promise<void> {
  closeSync(openSync(path, 'wx', 0o600)); // the faults and the rights of a CSV file
  const feed: Feed = { next: 0, fault: undefined };
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' }); // a second one would only spin between blocks
  const connection = await instance.connect();
  try {
    connection.registerTableFunction(tableOf(sample, feed, onProgress));
    await connection.run(`COPY (FROM sample_rows()) TO ${sqlText(path)} (FORMAT parquet, COMPRESSION zstd, USE_TMP_FILE false)`);
  } catch (error) {
    throw feed.fault ?? error; // of what is thrown within its scan DuckDB passes on the message alone
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

interface Feed {
  next: number;
  fault: unknown;
}

function tableOf(sample: Sample, feed: Feed, onProgress: OnProgress): DuckDBTableFunction {
  invariant(sample.blockRows <= duckdb.vector_size(), 'A block of a sample fits in one vector of DuckDB.');
  return DuckDBTableFunction.create({
    name: 'sample_rows',
    bindFunction: (table) => {
      for (const { name, kind } of sample.columns) table.addResultColumn(name, typeOf[kind]);
    },
    initFunction: (scan) => scan.setMaxThreads(1), // blocks leave in order, and row groups end at the same rows on any machine
    mainFunction: (_, { chunk }) => {
      try {
        fillNext(chunk, sample, feed, onProgress);
      } catch (fault) {
        feed.fault = fault;
        throw fault;
      }
    },
  });
}

function fillNext(chunk: duckdb.DataChunk, sample: Sample, feed: Feed, onProgress: OnProgress): void {
  if (feed.next * sample.blockRows >= sample.rows) {
    duckdb.data_chunk_set_size(chunk, 0); // the end
    return;
  }
  const block = sample.block(feed.next);
  duckdb.data_chunk_set_size(chunk, block[0].length);
  for (let c = 0; c < block.length; c++) fill(duckdb.data_chunk_get_vector(chunk, c), block[c]);
  onProgress(progressOf(sample, feed.next++));
}

const typeOf: Record<SampleColumn['kind'], DuckDBType> = { integer: INTEGER, decimal: DOUBLE, text: VARCHAR };

function fill(vector: duckdb.Vector, values: SampleValues): void {
  if (values instanceof Int32Array || values instanceof Float64Array) {
    const { buffer, byteOffset, byteLength } = values;
    duckdb.copy_data_to_vector(vector, 0, buffer as ArrayBuffer, byteOffset, byteLength); // a recipe makes fresh arrays, never shared ones
  } else {
    for (let row = 0; row < values.length; row++) duckdb.vector_assign_string_element(vector, row, values[row]);
  }
}
