import type { Pool } from '../base/pool.ts';
import { randomFrom } from '../base/random.ts';
import { type Result, refused } from '../base/result.ts';
import type { Workspace } from '../base/workspace.ts';
import { originalCalendar } from '../engine/local/calendar.ts';
import { openDatabase } from '../engine/local/duckdb.ts';
import { writeEventReports } from '../engine/local/event-reports.ts';
import { localCounting } from '../engine/local/local-counting.ts';
import { eventColumns } from '../engine/local/look-at-events.ts';
import { type MadeEvents, makeEvents } from '../engine/local/make-events.ts';
import { measureEvents } from '../engine/local/measure-events.ts';
import { openSource, type Source } from '../engine/local/source.ts';
import { writeEvents } from '../engine/local/write-events.ts';
import { openStage } from '../engine/stage.ts';
import { hashOf } from '../formats/hash-kernel.ts';
import { bytesOf } from '../policy/memory.ts';
import type { EventsPolicy } from '../policy/policy.ts';
import type { EventsSummary } from '../report/events-summary.ts';
import { joinedIds } from './advice.ts';
import { draftEventsManifest } from './documents.ts';
import { eventsSections } from './events-sections.ts';
import { eventsSummary } from './events-summary-of.ts';
import { guardRelease } from './guarded-release.ts';
import { provenRelease } from './proven-release.ts';
import { publishRelease } from './publish.ts';
import { refusalOf } from './refusal.ts';
import type { RunOptions } from './run-options.ts';
import { seedOf } from './seed.ts';
import { stopwatch } from './stopwatch.ts';
import { measuredUnicity, tooUnique } from './unicity.ts';

type Settled = EventsPolicy & { readonly out: string; readonly input: string };

/** A run over an event log: the same steps as any other, but all rows stay in DuckDB, which spills what does not fit. */
export async function runEvents(
  policy: Settled,
  threads: number,
  pool: Pool,
  workspace: Workspace,
  options: RunOptions,
): Promise<Result<EventsSummary>> {
  const onProgress = options.onProgress ?? (() => {});
  const watch = stopwatch();
  const seed = seedOf(policy, options.secretSeed);
  const random = randomFrom(seed);
  const database = await openDatabase(workspace, { threads, memory: policy.memory });
  try {
    const { connection } = database;
    const reading = { delimiter: policy.delimiter, stdin: options.stdin, needed: eventColumns(policy), onProgress };
    const opened = await openSource(policy.input, connection, workspace, reading);
    if (!opened.ok) return opened;
    const source = opened.value;
    const inputHash = hashOf(source.path, pool);
    const made = await makeEvents(source, policy, connection, onProgress);
    if (!made.ok) return made;
    if (made.value.look.joined > 0) options.onNotice?.(joinedIds(made.value.look.joined));
    if (made.value.users !== undefined) options.onNotice?.(costOfUsers(made.value.users));
    watch.lap('make');

    const stage = openStage(policy.out, workspace, options.force === true);
    if (!stage.ok) return stage;
    const { folder } = stage.value;
    const { look, packing } = made.value;
    const written = await writeEvents(folder, policy, source, look, packing, connection, random.fork('write'), pool, onProgress);
    await writeEventReports(`${folder}/internal`, source, policy, made.value, connection);
    const measure = await measureEvents(made.value, connection);
    const original = await originalCalendar(made.value, connection);
    watch.lap('write');
    database.close(); // its memory goes to those who read the written bytes

    const drafted = draftEventsManifest(policy, droppedColumns(source, policy), written, written.rows);
    const manifest = guardRelease(folder, policy, drafted);
    const counting = localCounting({ threads, memoryBytes: bytesOf(policy.memory) });
    const verdict = await provenRelease(folder, manifest, counting, { onProgress, census: true });
    if (!verdict.ok) return verdict;
    watch.lap('verify');
    const unicity = await measuredUnicity(folder, policy, written, random.fork('unicity'), counting);
    const unique = tooUnique(policy, unicity);
    if (unique !== undefined) return refused(unique);
    watch.lap('unicity');

    const summary = eventsSummary(policy, made.value, written, measure, unicity, verdict.value);
    const sections = eventsSections(policy, verdict.value, original);
    const internal = { inputSha256: await inputHash, seed, policy, nodes: [], sections };
    return await publishRelease(stage.value, { manifest, verdict: verdict.value, summary, internal }, watch, workspace, options);
  } catch (error) {
    return refusalOf(error);
  } finally {
    database.close();
  }
}

/** Removing people is the dearer way, and nobody should learn it only afterwards. */
const costOfUsers = ({ removed, events, otherwise }: NonNullable<MadeEvents['users']>): string =>
  `--reduce users takes subjects away: ${removed}, with ${events} events; --reduce events would take none, and of the events ${otherwise}.`;

/** Every input column that is not published under its own name. */
function droppedColumns({ columns }: Source, { quasi, subject, pseudonym }: EventsPolicy): readonly string[] {
  const published = new Set([...quasi, ...(pseudonym === 'drop' ? [] : [subject])].map((name) => name.toLowerCase()));
  return columns.map(({ name }) => name).filter((name) => !published.has(name.toLowerCase()));
}
