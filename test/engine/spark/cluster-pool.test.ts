import { describe, expect, it } from 'vitest';
import { createPool } from '../../../src/base/pool.ts';
import { Refusal } from '../../../src/base/problem.ts';
import { ok, refused } from '../../../src/base/result.ts';
import { openClusterPool } from '../../../src/engine/spark/cluster-pool.ts';
import type { SparkSession } from '../../../src/engine/spark/connect/session.ts';
import type { UploadColumn } from '../../../src/engine/spark/connect/upload.ts';
import { sparkConnectionLost } from '../../../src/engine/spark/problems.ts';
import { answerLine, endLine, fromCell } from '../../../src/formats/kernel-lines.ts';
import { packMessage, unpackMessage } from '../../../src/formats/kernel-message.ts';
import { carriedKernels } from '../../../src/kernels/carried.ts';
import { made } from '../../families/series/made.ts';

type Lines = (lines: readonly string[], statement: number) => readonly string[] | 'lost';

/** A session that does tasks in place, and says what `change` makes of the answers. */
function sessionOf(change: Lines = (lines) => lines) {
  const views = new Map<string, readonly UploadColumn[]>();
  const calls = { uploads: 0, streams: 0, closed: 0 };
  const session: Partial<SparkSession> = {
    name: 'sc://fake',
    async upload(view, columns) {
      calls.uploads++;
      views.set(view, columns);
      return ok(undefined);
    },
    async stream(sql, onRows) {
      const statement = calls.streams++;
      const [, view = ''] = /FROM `(\w+)`$/.exec(sql) ?? [];
      const [tickets, kernels, sums, tasks] = (views.get(view) ?? []).map(({ values }) =>
        Array.from(values as ArrayLike<unknown>, String),
      );
      const answers = tickets.map((ticket, i) => {
        const kernel = carriedKernels.find(({ name }) => name === kernels[i]);
        return answerLine(ticket, packMessage(kernel?.perform(unpackMessage(fromCell(sums[i], tasks[i])) as never, Date.now)));
      });
      const lines = change(
        [...answers, endLine(tickets.length, answers.length)].map((line) => line.trimEnd()),
        statement,
      );
      if (lines === 'lost') return refused(sparkConnectionLost('sc://fake'));
      try {
        await onRows({ rowCount: lines.length, columns: [{ name: 'line', type: 'text', values: lines }] });
      } catch (error) {
        if (error instanceof Refusal) return refused(...error.problems); // as a session does
        throw error;
      }
      return ok(lines.length);
    },
    execute: async () => ok(undefined),
    async close() {
      calls.closed++;
    },
  };
  return { session: session as SparkSession, calls };
}

const columns = [3, 7, 31, 57].map((n) => Float64Array.from({ length: 900 }, (_, row) => ((row * n) % 101) / 4));
const grouped = async (change?: Lines) => {
  const { session, calls } = sessionOf(change);
  const { signal } = new AbortController();
  const pool = openClusterPool({
    threads: createPool(0),
    connect: async () => session,
    signal,
    leastTasks: 1,
    batchBytes: 3000,
    command: 'node',
  });
  const release = await made({ series: columns }, { method: 'naive', k: 5, p: 2, segments: 4 }, pool, 64).catch(
    (error: unknown) => error,
  );
  const sent = calls.uploads;
  await pool.close();
  return { release, calls, sent, codes: release instanceof Refusal ? release.problems.map(({ code }) => code) : [] };
};

describe('a pool on a cluster', () => {
  it('makes what threads make, in several statements, and closes its session', async () => {
    const { release, calls } = await grouped();
    expect(release).toEqual(await made({ series: columns }, { method: 'naive', k: 5, p: 2, segments: 4 }, undefined, 64));
    expect(calls.streams).toBeGreaterThan(3);
    expect(calls.closed).toBe(1);
  });

  it.each<[string, Lines, string]>([
    ['an answer is missing', (lines) => lines.slice(1), 'spark/worker-lost-rows'],
    ['the end is missing', (lines) => lines.slice(0, -1), 'spark/worker-lost-rows'],
    ['an answer comes twice', (lines) => [lines[0], ...lines], 'spark/worker-lost-rows'],
    [
      'an answer is that of another task',
      (lines) => [lines[0].replace(/^answer\t2\t\d+/, 'answer\t2\t9999'), ...lines.slice(1)],
      'spark/worker-lost-rows',
    ],
    [
      'rows are those of another block',
      (lines) => [
        ...lines.slice(0, -1).map(
          (line) =>
            `${line.split('\t').slice(0, 3).join('\t')}\t${answerLine(
              '0',
              packMessage({ rows: Uint32Array.of(0), groupStarts: Uint32Array.of(0, 1), leafStarts: Uint32Array.of(0, 1) }),
            )
              .trimEnd()
              .split('\t')
              .slice(3)
              .join('\t')}`,
        ),
        lines.at(-1) ?? '',
      ],
      'spark/worker-misshapen',
    ],
    ['something else was printed', (lines) => ['hello', ...lines], 'spark/worker-misshapen'],
    ['the connection is lost', () => 'lost', 'spark/connection-lost'],
  ])('refuses all where %s', async (_, change, code) => {
    expect((await grouped(change)).codes).toEqual([code]);
  });

  it('sends nothing more once something failed', async () => {
    const { calls, sent } = await grouped((lines, statement) => (statement === 1 ? 'lost' : lines));
    expect(sent).toBeLessThanOrEqual(5);
    expect(calls.uploads).toBe(sent);
  });
});
