import { randomBytes } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import type { Problem } from '../base/problem.ts';
import { ok, type Result, refused } from '../base/result.ts';
import { isDead, ownerPattern, ownName } from '../base/scratch.ts';
import type { Workspace } from '../base/workspace.ts';
import { diskFull, notARelease, notASweep, outputExists, unwritable } from './output-problems.ts';

/** A folder being written beside its target. Until `publish` the target is untouched; whatever happens, no half release is left there. */
export interface Stage {
  readonly folder: string;
  /** Moves the folder into its place, unless something came to stand there meanwhile that may not be replaced. */
  publish(): Problem | undefined;
}

/** A kind of folder that Shoal writes: `mark` is the file by which it knows its own, the only ones that are replaced by force. */
interface FolderKind {
  readonly mark: string;
  readonly notOurs: (out: string) => Problem;
  readonly mode: number;
  /** Folders in it that nobody else may read. */
  readonly inside: readonly string[];
}

const releaseFolder: FolderKind = { mark: 'manifest.json', notOurs: notARelease, mode: 0o755, inside: ['internal'] };

/** All of it describes the original data, so nobody else may read it. */
export const sweepFolder: FolderKind = { mark: 'sweep.json', notOurs: notASweep, mode: 0o700, inside: [] };

/** Whether a folder may be written to `out`, asked before any work is done. */
export function checkTarget(out: string, force: boolean, kind = releaseFolder): Problem | undefined {
  const target = resolve(out);
  try {
    const parent = nearestFolder(dirname(target));
    if (!statSync(parent).isDirectory()) return unwritable(out, `${parent} is not a folder.`);
    accessSync(parent, constants.W_OK);
    restoreFormer(target);
  } catch {
    return unwritable(out, 'You may not write to the folder it would lie in.');
  }
  if (!existsSync(target)) return undefined;
  if (!force) return outputExists(out);
  return isReplaceable(target, kind.mark) ? undefined : kind.notOurs(out);
}

export function openStage(out: string, workspace: Workspace, force: boolean, kind = releaseFolder): Result<Stage> {
  const target = resolve(out);
  const parent = dirname(target);
  const folder = join(parent, `.${basename(target)}.shoal-${ownName()}-${randomBytes(4).toString('hex')}`);
  try {
    const made = makeFolders(parent, workspace);
    removeLeftovers(parent, basename(target));
    workspace.adoptElsewhere(folder);
    mkdirSync(folder, { mode: kind.mode });
    for (const name of kind.inside) mkdirSync(join(folder, name), { mode: 0o700 });
    return ok({ folder, publish: () => checkTarget(out, force, kind) ?? moveFolder({ folder, made, kind }, target, workspace) });
  } catch (error) {
    return refused(asWriteProblem(error, out));
  }
}

/** A folder that is written, and those above it that were made for it. */
interface Staged {
  readonly folder: string;
  readonly made: readonly string[];
  readonly kind: FolderKind;
}

function moveFolder({ folder, made, kind }: Staged, target: string, workspace: Workspace): undefined {
  for (const name of kind.inside) syncFolder(join(folder, name));
  syncFolder(folder);
  const former = existsSync(target) ? `${folder}-former` : undefined;
  if (former !== undefined) renameSync(target, former);
  try {
    renameSync(folder, target);
  } catch (error) {
    if (former !== undefined) renameSync(former, target);
    throw error;
  }
  for (const path of [folder, ...made]) workspace.release(path);
  syncFolder(dirname(target));
  if (former === undefined) return;
  const old = `${folder}-old`; // a name that is never restored: a removal cut short leaves a half
  workspace.adopt(old);
  renameSync(former, old);
}

/** A fault of the file system as a sentence; anything else is a bug and travels on. */
export function asWriteProblem(error: unknown, out: string): Problem {
  const { code = '', syscall } = (error ?? {}) as NodeJS.ErrnoException;
  const message = error instanceof Error ? error.message : '';
  if (syscall === 'mkdtemp' && code !== 'ENOSPC')
    return unwritable(tmpdir(), 'Temporary files are put there.', 'Set TMPDIR to a folder you may write to.');
  if (code === 'ENOSPC' || code === 'EDQUOT' || /No space left on device/i.test(message)) return diskFull(out);
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return unwritable(out, 'You may not write there.');
  if (code === 'ENOTDIR' || code === 'EEXIST') return unwritable(out, 'A part of the path is a file, not a folder.');
  if (code === 'ENOENT' || code === 'EISDIR')
    return unwritable(out, code === 'EISDIR' ? 'It is a folder.' : 'The folder it would lie in is not there.');
  if (syscall !== undefined) return unwritable(out, `The system answered ${code}.`);
  throw error;
}

/** Only a folder with our own mark in it, or an empty one, is replaced by force. */
function isReplaceable(target: string, mark: string): boolean {
  if (!statSync(target).isDirectory()) return false;
  if (readdirSync(target).length === 0) return true;
  try {
    const ours: unknown = JSON.parse(readFileSync(join(target, mark), 'utf8'));
    return typeof ours === 'object' && ours !== null && 'shoal' in ours;
  } catch {
    return false;
  }
}

/** Makes the folders that are missing on the way, and answers which; a run that fails takes them away again. */
function makeFolders(path: string, workspace: Workspace): readonly string[] {
  if (existsSync(path)) return [];
  const above = makeFolders(dirname(path), workspace); // one by one: Node's recursive way never ends where a folder cannot be made, as in /proc
  try {
    mkdirSync(path);
  } catch (error) {
    if (existsSync(path)) return above; // another run made it this very moment
    throw error;
  }
  workspace.adoptFolder(path);
  return [...above, path];
}

function nearestFolder(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestFolder(dirname(path));
}

/** A run killed between its two renames left the former release aside: it goes back to its place. */
function restoreFormer(target: string): void {
  if (existsSync(target) || !existsSync(dirname(target))) return;
  const former = leftoversOf(dirname(target), basename(target)).find((path) => path.endsWith('-former'));
  if (former !== undefined) renameSync(former, target);
}

function removeLeftovers(parent: string, name: string): void {
  for (const path of leftoversOf(parent, name)) rmSync(path, { recursive: true, force: true });
}

/** What runs that were killed left beside the target; folders of living processes, and of those nobody can ask, are not among them. */
function leftoversOf(parent: string, name: string): readonly string[] {
  return readdirSync(parent)
    .filter((entry) => {
      const owner = entry.startsWith(`.${name}.shoal-`) ? stageName.exec(entry.slice(name.length + 8)) : null;
      return owner !== null && isDead(owner[1]) === true;
    })
    .map((entry) => join(parent, entry));
}

const stageName = new RegExp(`^(${ownerPattern})-[0-9a-f]{8}(-former|-old)?$`);

function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  fsyncSync(folder);
  closeSync(folder);
}
