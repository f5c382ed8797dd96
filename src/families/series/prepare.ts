import { ok, type Result } from '../../base/result.ts';
import { hashOf } from '../../formats/hash-kernel.ts';
import type { SeriesPolicy } from '../../policy/policy.ts';
import type { Prepared, Tools, WithInput } from '../family.ts';
import { openSeries } from './open-series.ts';
import { readSeries, type SeriesInput } from './series-table.ts';

/** Curves in memory, every column's role and kind settled; one row a subject. */
export type PreparedSeries = Prepared & SeriesInput;

/** Reads the policy's input once, and has the engine give its memory back; method, k, P and level do not matter here. */
export async function prepareSeries(policy: WithInput<SeriesPolicy>, tools: Tools): Promise<Result<PreparedSeries>> {
  const { pool, onProgress } = tools;
  const opened = await openSeries(policy, tools);
  if (!opened.ok) return opened;
  const engine = await tools.openEngine();
  const { source } = opened.value;
  const sha256 = source.sha256 ?? hashOf(source.path, pool);
  const read = await readSeries(engine, opened.value, policy, onProgress);
  engine.close();
  if (!read.ok) return read;
  const { inputRows, fileRows = inputRows, rows, joined = 0 } = read.value.table;
  return ok({
    ...read.value,
    counts: { rows: fileRows, subjects: inputRows, ...(joined > 0 ? { joinedIds: joined } : {}) },
    rows: rows.length,
    sha256,
    close: () => {},
  });
}
