import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from '../../base/problem.ts';
import type { OnProgress } from '../../base/progress.ts';
import { orThrow } from './cluster.ts';
import type { SparkSession } from './connect/session.ts';
import { badReleasePath, releaseNotSent, releaseThere } from './engine-problems.ts';
import { hashOfFile } from './file-hash.ts';
import { sqlText } from './sql.ts';

export interface SendRequest {
  /** The folder of a release on this machine, verified; what is inside it in `internal/` stays. */
  readonly folder: string;
  /** A path of the cluster's own file system, where nothing lies yet. */
  readonly to: string;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: OnProgress | undefined;
  /** Told of every statement before it is sent. */
  readonly onStatement?: ((sql: string) => void) | undefined;
}

/** What is sent under this name is put into the cluster's own file system, at the rest of it. Spark calls that copyFromLocalToFs. */
const door = 'forward_to_fs';
const manifest = 'manifest.json';
const view = 'shoal_sent';
/** Bytes of one file, which this machine and an executor hold at once. */
const mostBytes = 256 * 2 ** 20;

/** Refuses a path that a release may not be sent to, before any work is done. */
export async function checkRoom(session: SparkSession, { to, ...asked }: Omit<SendRequest, 'folder'>): Promise<void> {
  if (!/^(\/[A-Za-z0-9][\w.=-]*)+$/.test(to)) throw new Refusal(badReleasePath(to)); // anything else means a pattern, or is hidden
  const there = await listFiles(session, { to, ...asked });
  if (there.size > 0) throw new Refusal(releaseThere(to));
}

/**
 * Sends a release to where the cluster reads it: every file, then, once the cluster has found the SHA-256 of each of them and nothing else there, its manifest. Without
 * that nobody takes the folder for a release, so it is there whole or not at all. Whatever is refused is thrown.
 */
export async function sendRelease(session: SparkSession, request: SendRequest): Promise<void> {
  const { folder, to, signal, onProgress } = request;
  await checkRoom(session, request);
  const names = readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : []));
  const large = names.find((name) => statSync(join(folder, name)).size > mostBytes);
  if (large !== undefined) throw new Refusal(releaseNotSent(to, `${large} has more than 256 MB`));
  const hashes = new Map<string, string>();
  for (const name of [...names.filter((one) => one !== manifest).sort(), manifest]) {
    if (name === manifest) await compare();
    signal?.throwIfAborted();
    const sent = await session.artifact(`${door}${to}/${name}`, readFileSync(join(folder, name)));
    if (!sent.ok) throw new Refusal(releaseNotSent(to, String(sent.problems[0].facts.errorClass ?? sent.problems[0].code)));
    hashes.set(name, await hashOfFile(join(folder, name)));
    onProgress?.({ phase: 'publish', done: hashes.size, total: names.length, unit: 'files' });
  }
  await compare();

  async function compare(): Promise<void> {
    const there = await listFiles(session, request);
    const isSame = there.size === hashes.size && [...hashes].every(([name, hash]) => there.get(name) === hash);
    if (!isSame) throw new Refusal(releaseNotSent(to, 'what lies there is not what was sent'));
  }
}

/** Spark 3.5 gives it no class of its own. What lies there is listed once more behind the last file, and then must be told. */
const noPath = /^PATH_NOT_FOUND|\.AnalysisException$/;

/** SHA-256 of every file below a path of the cluster, by its name there; none where there is no such path. */
async function listFiles(
  session: SparkSession,
  { to, signal, onStatement }: Omit<SendRequest, 'folder'>,
): Promise<ReadonlyMap<string, string>> {
  const sql = `CREATE OR REPLACE TEMPORARY VIEW ${view} USING binaryFile OPTIONS (path ${sqlText(to)}, recursiveFileLookup 'true')`;
  onStatement?.(sql);
  const made = await session.execute(sql, { signal });
  if (!made.ok && made.problems.some(({ facts }) => noPath.test(String(facts.errorClass)))) return new Map();
  orThrow(made);
  const asked = `SELECT path, sha2(content, 256) FROM ${view}`;
  onStatement?.(asked);
  const { columns } = orThrow(await session.query(asked, { signal }));
  const [paths = [], hashes = []] = columns.map(({ values }) => Array.from(values, String));
  return new Map(paths.map((path, at) => [pathIn(path).slice(to.length + 1), hashes[at]]));
}

/** The path of a file in its storage: hdfs://name/published/file is /published/file. */
const pathIn = (uri: string): string => uri.replace(/^[\w+.-]+:(\/\/[^/]*)?/, '');
