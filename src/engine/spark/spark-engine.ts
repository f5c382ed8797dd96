import { Bug, invariant } from '../../base/problem.ts';
import { ok, type Result } from '../../base/result.ts';
import type { Workspace } from '../../base/workspace.ts';
import type { Engine, Source } from '../engine.ts';
import type { TablesBeside } from '../tables-beside.ts';
import { openCluster } from './cluster.ts';
import { sparkAddressFrom } from './connect/address.ts';
import { connectSpark, type SparkSession } from './connect/session.ts';
import { preflight } from './preflight.ts';
import { openSparkRelational } from './relational.ts';
import { openSparkSource, type SparkSource } from './source.ts';
import { type WorkDatabase, workDatabase } from './work-database.ts';

interface SparkTuning {
  /** A table of at most so many rows is held beside the driver, too. */
  readonly small?: number;
  /** More rows than these are not sent to the cluster. */
  readonly sendable?: number;
  /** Settings of the session, such as `spark.sql.shuffle.partitions`. */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface SparkEngineOptions {
  readonly address: string;
  readonly workspace: Workspace;
  /** Of the engine of this machine, which works beside the driver. */
  readonly beside: TablesBeside;
  readonly local: Pick<Engine, 'counting' | 'files'>;
  readonly tuning?: SparkTuning | undefined;
  readonly onStatement?: ((sql: string) => void) | undefined;
}

/** The engine of a cluster. Of what engines are asked it does what event logs need; nobody asks it anything else. */
export async function openSparkEngine(options: SparkEngineOptions): Promise<Result<Engine>> {
  const { workspace, beside, local, onStatement, tuning = {} } = options;
  const { small = 500_000, sendable = 500_000 } = tuning;
  const { signal } = workspace;
  const address = sparkAddressFrom(options.address, {});
  if (!address.ok) return address;
  const connected = await connectSpark(address.value);
  if (!connected.ok) return connected;
  const session = connected.value;
  const work = workDatabase(session);
  const end = async () => {
    await session.interrupt();
    await work.remove();
    await session.close();
  };
  const ready = await prepareSession(session, work, { settings: tuning.settings, signal }).catch(async (error: unknown) => {
    await end();
    throw error;
  });
  if (!ready.ok) {
    await end();
    return ready;
  }
  const cluster = openCluster(session, { signal, database: work.name, onStatement });
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= end();
    beside.close();
    return closing;
  };
  workspace.attend(close);
  return ok({
    ...unasked,
    open: (request) => openSparkSource(request, cluster, workspace),
    relate: async (source) => openSparkRelational(sparkSource(source), { cluster, beside, small, sendable }),
    counting: local.counting,
    files: local.files,
    close,
  });
}

/** A session that answers as we mean it, with a place to work in; refused where the cluster lacks something. */
async function prepareSession(
  session: SparkSession,
  work: WorkDatabase,
  { settings, signal }: { readonly settings: SparkTuning['settings']; readonly signal: AbortSignal },
): Promise<Result<void>> {
  const configured = await session.configure({ ...settings, ...decisive });
  if (!configured.ok) return configured;
  const made = await work.make(signal);
  return made.ok ? preflight(session, { database: work.name, kernels: false, signal }) : made;
}

/** What decides an answer is set for this session, whatever the cluster has by default. */
const decisive = {
  'spark.sql.ansi.enabled': 'true', // what does not fit is a fault, not a missing value
  'spark.sql.session.timeZone': 'UTC',
  'spark.sql.caseSensitive': 'true',
  'spark.sql.variable.substitute': 'false',
  'spark.sql.csv.parser.columnPruning.enabled': 'false', // else a row of another length is not noticed
};

const never = (): never => {
  throw new Bug('the engine of Spark is asked for event logs alone');
};

const unasked = {
  normaliseSubjects: never,
  kindsOf: never,
  pivot: never,
  readColumns: never,
  readRecords: never,
  countRecords: never,
  countSubjects: never,
  distinctTexts: never,
  countRare: never,
  lookAtHead: never,
  formsOf: never,
  notate: never,
  survey: never,
  extract: never,
  lend: never,
};

/** Every source that this engine was given is one that it opened. */
function sparkSource(source: Source): SparkSource {
  invariant('described' in source, 'a source is read by the engine that opened it');
  return source as SparkSource; // no other engine's is described
}
