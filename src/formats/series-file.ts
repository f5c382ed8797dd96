import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from '../base/problem.ts';
import { ok, type Result, refused } from '../base/result.ts';
import type { Workspace } from '../base/workspace.ts';
import { abandonSink, type ByteSink, closeSink, openSink, putText } from './byte-sink.ts';
import { noRows, raggedRow } from './input-problems.ts';
import { linesOf } from './lines.ts';
import { quoteCell } from './packed-cells.ts';
import type { ImpliedRoles, SeriesReader, SeriesRow } from './series-reader.ts';

/** A file of series turned into a CSV of our own: columns T1, T2, … and its class. The format itself says what they are. */
export interface SeriesCsv {
  readonly path: string;
  readonly bytes: number;
  readonly implied: ImpliedRoles;
}

/** Rewrites line by line into the workspace; of the file no more than a line is held. */
export async function seriesCsv(
  name: string,
  path: string,
  reader: SeriesReader,
  workspace: Workspace,
): Promise<Result<SeriesCsv>> {
  const csv = join(workspace.folder(), 'series.csv');
  rmSync(csv, { force: true }); // of an earlier look into the same workspace
  const sink = openSink(csv);
  try {
    const first = await rewriteRows(name, linesOf(name, path, workspace.signal), reader, sink);
    closeSink(sink);
    if (first === undefined) return refused(noRows(name));
    const implied = { series: namesOf(first), sensitive: first.label === undefined ? [] : [first.label.name] };
    return ok({ path: csv, bytes: statSync(csv).size, implied });
  } catch (error) {
    abandonSink(sink);
    if (error instanceof Refusal) return refused(...error.problems);
    throw error;
  }
}

/** Answers the first row, which every other must be alike. */
async function rewriteRows(
  name: string,
  lines: AsyncIterable<string>,
  reader: SeriesReader,
  sink: ByteSink,
): Promise<SeriesRow | undefined> {
  let first: SeriesRow | undefined;
  let line = 0;
  for await (const text of lines) {
    const row = reader.take(text, ++line);
    if (row === undefined) continue;
    if (first === undefined) {
      first = row;
      putText(sink, `${[...namesOf(row), ...(row.label === undefined ? [] : [row.label.name])].join(',')}\n`);
    }
    if (row.values.length !== first.values.length)
      throw new Refusal(raggedRow(name, line, first.values.length, row.values.length));
    putText(sink, row.values.join(','));
    putText(sink, row.label === undefined ? '\n' : `,${quoteCell(row.label.text)}\n`);
  }
  return first;
}

const namesOf = ({ values }: SeriesRow): string[] => values.map((_, t) => `T${t + 1}`);
