import { ok, type Result } from '../../base/result.ts';
import type { Source } from '../../engine/engine.ts';
import { hashOf } from '../../formats/hash-kernel.ts';
import { notatedBy } from '../../policy/notations.ts';
import type { EventsPolicy } from '../../policy/policy.ts';
import type { Prepared, Tools, WithInput } from '../family.ts';
import { eventColumns } from './look.ts';
import { type LogTables, loadEvents } from './make.ts';
import { settleEvents } from './settle.ts';

/** A log in tables of the engine, where its rows stay: what does not fit into memory is spilled. */
export interface PreparedEvents extends Prepared, LogTables {
  readonly source: Source;
}

export async function prepareEvents(policy: WithInput<EventsPolicy>, tools: Tools): Promise<Result<PreparedEvents>> {
  const { pool, onProgress, onNotice, given } = tools;
  const { input, sql, delimiter } = policy;
  const engine = await tools.openEngine();
  const source = await engine.open({
    input,
    sql,
    delimiter,
    given,
    needed: eventColumns(policy),
    notated: notatedBy(policy),
    onProgress,
    onNotice,
  });
  if (!source.ok) return source;
  const sha256 = source.value.sha256 ?? hashOf(source.value.path, pool);
  const relational = await engine.relate(source.value);
  const settled = await settleEvents(policy, relational, pool);
  if (!settled.ok) return settled;
  const loaded = await loadEvents(policy, settled.value, relational, onProgress);
  const { rows, joined } = settled.value.look;
  return ok({
    counts: { rows, subjects: loaded.all, ...(joined > 0 ? { joinedIds: joined } : {}) },
    rows,
    sha256,
    close: () => engine.close(),
    source: source.value,
    settled: settled.value,
    loaded,
    engine: relational,
  });
}
