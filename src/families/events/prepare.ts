import { ok, type Result } from '../../base/result.ts';
import { type Database, openDatabase } from '../../engine/local/duckdb.ts';
import { eventColumns } from '../../engine/local/look-at-events.ts';
import { type LoadedEvents, loadEvents } from '../../engine/local/make-events.ts';
import { type SettledEvents, settleEvents } from '../../engine/local/settle-events.ts';
import { openSource, type Source } from '../../engine/local/source.ts';
import { hashOf } from '../../formats/hash-kernel.ts';
import type { EventsPolicy } from '../../policy/policy.ts';
import type { Prepared, Tools, WithInput } from '../family.ts';

/** A log in tables of the engine, where its rows stay: what does not fit into memory is spilled. */
export interface PreparedEvents extends Prepared {
  readonly source: Source;
  readonly settled: SettledEvents;
  readonly loaded: LoadedEvents;
  readonly connection: Database['connection'];
}

export async function prepareEvents(policy: WithInput<EventsPolicy>, tools: Tools): Promise<Result<PreparedEvents>> {
  const { threads, pool, workspace, onProgress, stdin } = tools;
  const database = await openDatabase(workspace, { threads, memory: policy.memory });
  const prepared = await prepareIn(database);
  if (!prepared.ok) database.close();
  return prepared;

  async function prepareIn({ connection, close }: Database): Promise<Result<PreparedEvents>> {
    const reading = { delimiter: policy.delimiter, stdin, needed: eventColumns(policy), onProgress };
    const source = await openSource(policy.input, connection, workspace, reading);
    if (!source.ok) return source;
    const sha256 = hashOf(source.value.path, pool);
    const settled = await settleEvents(source.value, policy, connection);
    if (!settled.ok) return settled;
    const loaded = await loadEvents(source.value, policy, settled.value, { connection, onProgress });
    if (!loaded.ok) return loaded;
    const { rows, joined } = settled.value.look;
    return ok({
      counts: { rows, subjects: loaded.value.all, ...(joined > 0 ? { joinedIds: joined } : {}) },
      rows,
      sha256,
      close,
      source: source.value,
      settled: settled.value,
      loaded: loaded.value,
      connection,
    });
  }
}
