import { ok, type Result } from '../../base/result.ts';
import { hashOf } from '../../formats/hash-kernel.ts';
import type { SeriesPolicy } from '../../policy/policy.ts';
import type { Roles } from '../../policy/roles.ts';
import type { Prepared, Tools, WithInput } from '../family.ts';
import { type OpenedSeries, openColumns, tellSubjectsApart } from './open-series.ts';
import { readPlainSeries } from './read-plain-series.ts';
import { readSeries, type SeriesInput } from './series-table.ts';

/** Curves in memory, every column's role and kind settled; one row a subject. */
export type PreparedSeries = Prepared & SeriesInput;

/** Reads the policy's input once, and has the engine give its memory back; method, k, P and level do not matter here. */
export async function prepareSeries(policy: WithInput<SeriesPolicy>, tools: Tools): Promise<Result<PreparedSeries>> {
  const opened = await openColumns(policy, tools);
  if (!opened.ok) return opened;
  const { source } = opened.value;
  if ('wide' in opened.value && source.plain !== undefined && source.sha256 === undefined && isOfNumbers(opened.value.wide)) {
    const read = await readPlainSeries(source.plain, opened.value.wide, policy, tools);
    if (read !== undefined) {
      (await tools.openEngine()).close();
      return ok(asPrepared(read.input, Promise.resolve(read.sha256)));
    }
  }
  return readByEngine(opened.value, policy, tools);
}

/** Whether nothing but numbers and ids is read. */
const isOfNumbers = ({ quasi, sensitive }: Roles): boolean =>
  sensitive.length === 0 && quasi.every(({ kind }) => kind === 'number');

async function readByEngine(opened: OpenedSeries, policy: SeriesPolicy, tools: Tools): Promise<Result<PreparedSeries>> {
  const spelled = await tellSubjectsApart(opened, policy, tools);
  if (!spelled.ok) return spelled;
  const engine = await tools.openEngine();
  const { source } = spelled.value;
  const sha256 = source.sha256 ?? hashOf(source.path, tools.pool);
  const read = await readSeries(engine, spelled.value, policy, tools.onProgress);
  engine.close();
  return read.ok ? ok(asPrepared(read.value, sha256)) : read;
}

function asPrepared(input: SeriesInput, sha256: Promise<string>): PreparedSeries {
  const { inputRows, fileRows = inputRows, rows, joined = 0 } = input.table;
  return {
    ...input,
    counts: { rows: fileRows, subjects: inputRows, ...(joined > 0 ? { joinedIds: joined } : {}) },
    rows: rows.length,
    sha256,
    close: () => {},
  };
}
