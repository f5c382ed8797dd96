import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { Refusal } from '../base/problem.ts';
import { type Result, refused } from '../base/result.ts';
import { openDatabase } from '../engine/local/duckdb.ts';
import { openSource } from '../engine/local/source.ts';
import { openWorkspace, type Workspace } from '../engine/local/workspace.ts';
import type { Original } from '../verify/original.ts';
import { notTheOriginal } from '../verify/problems.ts';
import { fingerprint } from '../verify/read-file.ts';
import { type Verdict, type VerifyOptions as VerifyReleaseOptions, verifyRelease } from '../verify/verify.ts';

/** The file a release was made from. What is left out is taken from what the run noted inside the release. */
export interface OriginalInput {
  readonly file: string;
  readonly delimiter?: string | undefined;
  readonly hierarchy?: Readonly<Record<string, string>> | undefined;
  readonly timeZone?: string | undefined;
}

export interface VerifyOptions extends Omit<VerifyReleaseOptions, 'original'> {
  /** Proves with it that each label is true of its records. */
  readonly original?: OriginalInput | undefined;
}

/** Re-proves every promise of a release from its files, and what its labels say from the original, where that is given. */
export async function verify(folder: string, { original, ...options }: VerifyOptions = {}): Promise<Result<Verdict>> {
  if (original === undefined) return verifyRelease(folder, options);
  const workspace = openWorkspace();
  try {
    return await verifyRelease(folder, { ...options, original: await opened(original, folder, workspace) });
  } catch (error) {
    if (error instanceof Refusal) return refused(...error.problems);
    throw error;
  } finally {
    workspace.dispose();
  }
}

/** The engine settles what the file is and how it is read; the verifier reads it, in a database of its own. */
async function opened(input: OriginalInput, folder: string, workspace: Workspace): Promise<Original> {
  const { inputSha256, policy = {} } = await notedIn(folder);
  const database = await openDatabase(workspace, { threads: 1 });
  try {
    const { connection } = database;
    const source = await openSource(input.file, connection, workspace, { delimiter: input.delimiter ?? policy.delimiter });
    if (!source.ok) throw new Refusal(...source.problems);
    const { path, columns, scan } = source.value;
    if (inputSha256 !== undefined && (await fingerprint(path)).sha256 !== inputSha256)
      throw new Refusal(notTheOriginal(input.file, 'its SHA-256 is another one'));
    return {
      name: input.file,
      table: scan(new Set()),
      columns,
      hierarchy: { ...policy.hierarchy, ...input.hierarchy },
      timeZone: input.timeZone ?? policy.timeZone,
    };
  } finally {
    database.close();
  }
}

const noted = z.object({
  inputSha256: z.string().optional(),
  policy: z
    .object({
      delimiter: z.string().optional(),
      hierarchy: z.record(z.string(), z.string()).optional(),
      timeZone: z.string().optional(),
    })
    .optional(),
});

/** What the run left in internal/manifest.json; nothing where that is not there or not readable. */
async function notedIn(folder: string): Promise<z.infer<typeof noted>> {
  const text = await readFile(join(folder, 'internal', 'manifest.json'), 'utf8').catch(() => '{}');
  try {
    return noted.catch({}).parse(JSON.parse(text).internal);
  } catch {
    return {};
  }
}
