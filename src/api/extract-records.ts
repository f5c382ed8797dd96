import { ok, type Result, refused } from '../base/result.ts';
import type { ExtractRequest } from '../engine/engine.ts';
import { notatedBy } from '../policy/notations.ts';
import type { Policy } from '../policy/policy.ts';
import { missingColumn } from '../policy/problems.ts';
import { atWork } from './at-work.ts';

/** Writes some columns of an input, under names of our own, to a CSV file: of the rows of some days only. Answers how many subjects they have. */
export async function extractRecords(
  input: string,
  { written, ...request }: ExtractRequest & { readonly written?: Policy | undefined },
  limits: Pick<Policy, 'threads' | 'memory'>,
): Promise<Result<number>> {
  const { columns, days, path } = request;
  const chooseColumns = (present: readonly string[]) => neededOf(columns, present);
  return atWork({ ...limits, out: path }, {}, async ({ openEngine }) => {
    const engine = await openEngine();
    const ofDays = written === undefined ? { days: { ...days, column: columns[days.column] } } : {}; // a database sends these days alone, if it can tell them
    const notated = written === undefined ? undefined : notatedBy(written);
    const source = await engine.open({ input, needed: chooseColumns, notated, ...ofDays });
    if (!source.ok) return source;
    const found = chooseColumns(source.value.columns.map(({ name }) => name));
    return found.ok ? ok(await engine.extract(source.value, request)) : found;
  });
}

function neededOf(columns: ExtractRequest['columns'], present: readonly string[]): Result<readonly string[]> {
  const missing = Object.entries(columns).find(([, name]) => !present.includes(name));
  return missing === undefined ? ok(Object.values(columns)) : refused(missingColumn(missing[1], `--map ${missing[0]}`, present));
}
