import { invariant } from '../../base/problem.ts';
import { ok, type Result } from '../../base/result.ts';
import type { Workspace } from '../../base/workspace.ts';
import type { Engine, Source } from '../engine.ts';
import type { OpenHomeFile } from '../home-file.ts';
import type { TablesBeside } from '../tables-beside.ts';
import { bringHome, type HomeRoom } from './bring-home.ts';
import { type BringRequest, bringRelease } from './bring-release.ts';
import { type Cluster, openCluster, orThrow } from './cluster.ts';
import { sparkAddressFrom } from './connect/address.ts';
import { connectSpark, type SparkSession } from './connect/session.ts';
import { notatedSource } from './notated-source.ts';
import { preflight } from './preflight.ts';
import type { ReadSelect } from './query-source.ts';
import { openSparkRelational } from './relational.ts';
import { checkRoom, type SendRequest, sendRelease } from './send-release.ts';
import { openSparkSource } from './source.ts';
import type { SparkSource } from './spark-source.ts';
import { type WorkDatabase, workDatabase } from './work-database.ts';

interface SparkTuning {
  /** A table of at most so many rows is held beside the driver, too. */
  readonly small?: number;
  /** More rows than these are not sent to the cluster. */
  readonly sendable?: number;
  /** Of at most so many rows the numbers are kept: each row is then stored by itself. */
  readonly mostNumbered?: number;
  /** Bytes of a table of curves or records that are asked for at a time. */
  readonly sliceBytes?: number;
  /** Settings of the session, such as `spark.sql.shuffle.partitions`. */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface SparkEngineOptions {
  readonly address: string;
  readonly workspace: Workspace;
  /** Of the engine of this machine, which works beside the driver. */
  readonly beside: TablesBeside;
  readonly local: Engine;
  /** Whether kernels will run on the executors: then preflight asks for what they need. */
  readonly kernels: boolean;
  readonly openFile: OpenHomeFile;
  /** How a query is read. */
  readonly readSelect: ReadSelect;
  readonly tuning?: SparkTuning | undefined;
  readonly onStatement?: ((sql: string) => void) | undefined;
}

/**
 * The engine of a cluster. It relates event logs where they lie. Tables of curves and of records come home, the wanted columns of them, and what is asked of
 * them is asked of the engine of this machine.
 */
export async function openSparkEngine(options: SparkEngineOptions): Promise<Result<Engine>> {
  const { workspace, beside, local, onStatement, tuning = {} } = options;
  const { small = 8_000_000, sendable = 500_000, mostNumbered = 20_000_000, sliceBytes = 600 * 2 ** 20 } = tuning;
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
  const { kernels } = options;
  const ready = await prepareSession(session, work, { settings: tuning.settings, kernels, signal }).catch(
    async (error: unknown) => {
      await end();
      throw error;
    },
  );
  if (!ready.ok) {
    await end();
    return ready;
  }
  const cluster = openCluster(session, { signal, database: work.name, onStatement });
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= end();
    beside.close();
    local.close();
    return closing;
  };
  workspace.attend(close);
  const home = homeOf({ cluster, local, openFile: options.openFile, sliceBytes });
  return ok({
    ...askedAtHome(local, home),
    open: (request) => openSparkSource(request, { cluster, workspace, readSelect: options.readSelect }),
    relate: async (source) =>
      openSparkRelational(await plainSource(sparkSource(source), cluster), { cluster, beside, small, sendable, mostNumbered }),
    counting: local.counting,
    files: local.files,
    close,
  });
}

/** The same rows as they are related: plain ones. */
const plainSource = async (source: SparkSource, cluster: Cluster): Promise<SparkSource> =>
  source.notations === undefined ? source : notatedSource(source, source.notations, cluster);

/** A session of its own, for kernels; whatever is refused is thrown. */
export async function connectConfigured(address: string, settings: SparkTuning['settings']): Promise<SparkSession> {
  const session = orThrow(await connectSpark(orThrow(sparkAddressFrom(address, {}))));
  orThrow(await session.configure({ ...settings, ...decisive }));
  return session;
}

/** Brings a release that lies where the cluster reads it; whatever is refused is thrown. */
export async function bringReleaseFrom(address: string, request: BringRequest): Promise<void> {
  const session = await connectConfigured(address, {});
  await bringRelease(session, request).finally(() => session.close());
}

/** Refuses a path of the cluster that a release may not be sent to; whatever is refused is thrown. */
export async function checkRoomIn(address: string, request: Omit<SendRequest, 'folder'>): Promise<void> {
  const session = await connectConfigured(address, {});
  await checkRoom(session, request).finally(() => session.close());
}

/** Sends a release to where the cluster reads it; whatever is refused is thrown. */
export async function sendReleaseTo(address: string, request: SendRequest): Promise<void> {
  const session = await connectConfigured(address, {});
  await sendRelease(session, request).finally(() => session.close());
}

/** A session that answers as we mean it, with a place to work in; refused where the cluster lacks something. */
async function prepareSession(
  session: SparkSession,
  work: WorkDatabase,
  {
    settings,
    kernels,
    signal,
  }: { readonly settings: SparkTuning['settings']; readonly kernels: boolean; readonly signal: AbortSignal },
): Promise<Result<void>> {
  await session.configure(quicker); // where it may not be set, a run takes longer
  const configured = await session.configure({ ...settings, ...decisive });
  if (!configured.ok) return configured;
  const made = await work.make(signal);
  return made.ok ? preflight(session, { database: work.name, kernels, signal }) : made;
}

/** What decides an answer is set for this session, whatever the cluster has by default. */
const decisive = {
  'spark.sql.ansi.enabled': 'true', // what does not fit is a fault, not a missing value
  'spark.sql.session.timeZone': 'UTC',
  'spark.sql.caseSensitive': 'true',
  'spark.sql.variable.substitute': 'false',
  'spark.sql.csv.parser.columnPruning.enabled': 'false', // else a row of another length is not noticed
};

/** A larger method is never compiled by Java, whoever wrote it: without this a look at a log takes a quarter longer. */
const quicker = { 'spark.sql.codegen.hugeMethodLimit': '8000' };

type AtHome = (source: Source) => Promise<Result<Source>>;

/** Brings a source home when it is first asked for; one that was made of such a source is there already. */
function homeOf(room: HomeRoom): AtHome {
  const brought = new Map<Source, Promise<Result<Source>>>();
  return (source) => {
    if (!('described' in source)) return Promise.resolve(ok(source));
    const known = brought.get(source) ?? bringHome(sparkSource(source), sparkSource(source).request, room);
    brought.set(source, known);
    return known;
  };
}

/** All that is answered by the engine of this machine, of what came home. */
function askedAtHome(local: Engine, home: AtHome) {
  const orThrowHome = async (source: Source): Promise<Source> => orThrow(await home(source));
  const withHome = async <Value>(source: Source, ask: (at: Source) => Promise<Result<Value>>): Promise<Result<Value>> => {
    const at = await home(source);
    return at.ok ? ask(at.value) : at;
  };
  return {
    normaliseSubjects: (source, subject, spelling) => withHome(source, (at) => local.normaliseSubjects(at, subject, spelling)),
    kindsOf: async (source, names) => local.kindsOf(await orThrowHome(source), names),
    pivot: (source, roles, segments) => withHome(source, (at) => local.pivot(at, roles, segments)),
    readColumns: (source, wanted, onProgress) => withHome(source, (at) => local.readColumns(at, wanted, onProgress)),
    readRecords: (source, request, onProgress) => withHome(source, (at) => local.readRecords(at, request, onProgress)),
    countRecords: (source, request) => withHome(source, (at) => local.countRecords(at, request)),
    countSubjects: (source, subject) => withHome(source, (at) => local.countSubjects(at, subject)),
    distinctTexts: async (source, column) => local.distinctTexts(await orThrowHome(source), column),
    countRare: async (source, column, least) => local.countRare(await orThrowHome(source), column, least),
    lookAtHead: (source) => withHome(source, (at) => local.lookAtHead(at)),
    formsOf: (source) => withHome(source, (at) => local.formsOf(at)),
    notate: (source, notations) => withHome(source, (at) => local.notate(at, notations)),
    survey: (source, fields, onProgress) => withHome(source, (at) => local.survey(at, fields, onProgress)),
    extract: async (source, request) => local.extract(await orThrowHome(source), request),
    lend: async (source) => local.lend(await orThrowHome(source)),
  } satisfies Partial<Engine>;
}

/** Every source that this engine was given is one that it opened. */
function sparkSource(source: Source): SparkSource {
  invariant('described' in source, 'a source is read by the engine that opened it');
  return source as SparkSource; // no other engine's is described
}
