import { existsSync } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Refusal } from '../../base/problem.ts';
import type { OnProgress } from '../../base/progress.ts';
import { orThrow } from './cluster.ts';
import { columnNamed } from './connect/rows.ts';
import type { SparkSession } from './connect/session.ts';
import { notInCluster, releaseChanged } from './engine-problems.ts';
import { hashOfFile } from './file-hash.ts';
import { sqlName, sqlText } from './sql.ts';

export interface BringRequest {
  /** The folder of the release, as the cluster reads it. */
  readonly release: string;
  /** The folder of this machine that it comes to. */
  readonly folder: string;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: OnProgress | undefined;
  /** Told of every statement before it is sent. */
  readonly onStatement?: ((sql: string) => void) | undefined;
}

/** Bytes of a file that travel as one cell. */
const pieceBytes = 2 ** 20;
const view = 'shoal_release';

/**
 * Brings all files of a release that lies where the cluster reads it, of folders in it, too. The cluster works out the SHA-256 of each; what arrives must have it,
 * so that what is judged here is what lies there. Whatever is refused is thrown.
 */
export async function bringRelease(
  session: SparkSession,
  { release: named, folder, signal, onProgress, onStatement }: BringRequest,
): Promise<void> {
  const release = existsSync(named) ? resolve(named) : named;
  const tellOf = (sql: string): string => {
    onStatement?.(sql);
    return sql;
  };
  const texts = async (sql: string) => {
    const { columns } = orThrow(await session.query(tellOf(sql), { signal }));
    return columns.map(({ values }) => Array.from(values, String));
  };
  const manifest = `SELECT path FROM binaryFile.${sqlName(`${release.replace(/\/+$/, '')}/manifest.json`)}`;
  const [[found] = []] = await texts(manifest).catch(noRelease(release));
  if (found === undefined) throw new Refusal(notInCluster(release));
  const root = found.slice(0, -'manifest.json'.length);
  const files = `USING binaryFile OPTIONS (path ${sqlText(release)}, recursiveFileLookup 'true')`; // else a folder in it goes unseen
  orThrow(await session.execute(tellOf(`CREATE OR REPLACE TEMPORARY VIEW ${view} ${files}`), { signal }));
  const [paths = [], lengths = [], hashes = []] = await texts(
    `SELECT path, CAST(length AS STRING), sha2(content, 256) FROM ${view}`,
  );
  const names = new Map(paths.map((path) => [path, nameBelow(root, path)] as const));
  const opened = new Map<string, FileHandle>();
  const bytes = lengths.reduce((sum, length) => sum + Number(length), 0);
  let arrived = 0;
  const tell = (finished: boolean) => {
    const done = finished ? paths.length : Math.floor((paths.length * arrived) / Math.max(1, bytes));
    onProgress?.({ phase: 'fetch', done, total: paths.length, unit: 'files', ...(finished ? { finished } : {}) });
  };
  try {
    for (const [path, name] of names) {
      await mkdir(dirname(join(folder, name)), { recursive: true, mode: 0o700 });
      opened.set(path, await open(join(folder, name), 'wx', 0o600));
    }
    const pieces = `transform(sequence(0, CAST(greatest(length - 1, 0) DIV ${pieceBytes} AS INT)), i -> substring(content, i * ${pieceBytes} + 1, ${pieceBytes}))`;
    const brought = await session.stream(
      tellOf(`SELECT path, posexplode(${pieces}) AS (place, piece) FROM ${view}`),
      async (rows) => {
        const [from, place, piece] = [
          columnNamed(rows, 'path', 'text').values,
          columnNamed(rows, 'place', 'int').values,
          columnNamed(rows, 'piece', 'bytes').values,
        ];
        for (let row = 0; row < rows.rowCount; row++) {
          const file = opened.get(from[row]);
          if (file === undefined) throw new Refusal(releaseChanged(release)); // it was not there when they were counted
          await file.write(piece[row], 0, piece[row].length, place[row] * pieceBytes);
          arrived += piece[row].length;
        }
        tell(false);
      },
      { signal },
    );
    orThrow(brought);
  } finally {
    for (const file of opened.values()) await file.close();
  }
  for (const [at, path] of paths.entries())
    if ((await hashOfFile(join(folder, names.get(path) ?? ''))) !== hashes[at]) throw new Refusal(releaseChanged(release));
  tell(true);
}

/** What a cluster says of a folder that is not there is told in our words. */
const noRelease = (release: string) => (error: unknown) => {
  if (error instanceof Refusal && error.problems.some(({ code }) => code === 'spark/statement-failed'))
    throw new Refusal(notInCluster(release));
  throw error;
};

/** The name of a file in its release; one that leads out of it is no file of it. */
function nameBelow(root: string, path: string): string {
  const name = path.slice(root.length);
  if (!path.startsWith(root) || name.split('/').some((part) => part === '' || part === '.' || part === '..'))
    throw new Refusal(releaseChanged(root));
  return name;
}
