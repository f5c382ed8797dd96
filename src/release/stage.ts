import { randomBytes } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { isPlainFile } from '../base/plain-file.ts';
import type { Problem } from '../base/problem.ts';
import { ok, type Result, refused } from '../base/result.ts';
import { isDead, keepFresh, ownerPattern, ownName, staleAfter } from '../base/scratch.ts';
import type { Workspace } from '../base/workspace.ts';
import { diskFull, holdsWhatIsRead, notARelease, notASweep, outputExists, unwritable } from './output-problems.ts';

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

/** Files that a run reads, or keeps, must not lie in the folder that it replaces. */
export function checkHeld(out: string, files: readonly string[]): Problem | undefined {
  const target = realPathOf(resolve(out));
  const held = files.find((file) => `${realPathOf(resolve(file))}${sep}`.startsWith(`${target}${sep}`));
  return held === undefined ? undefined : holdsWhatIsRead(out, held);
}

/** Of what is not there yet, that of the folder it would lie in. */
function realPathOf(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  const folder = dirname(path);
  return folder === path ? path : join(realPathOf(folder), basename(path));
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
    keepFresh(folder);
    for (const name of kind.inside) mkdirSync(join(folder, name), { mode: 0o700 });
    const publish = () => checkTarget(out, force, kind) ?? moveFolder({ folder, made, kind, force, out }, target, workspace);
    return ok({ folder, publish });
  } catch (error) {
    return refused(asWriteProblem(error, out));
  }
}

/** A folder that is written, and those above it that were made for it. */
interface Staged {
  readonly folder: string;
  readonly made: readonly string[];
  readonly kind: FolderKind;
  readonly force: boolean;
  /** The target as it was named. */
  readonly out: string;
}

/**
 * In an order that a loss of power cannot turn into half a release: all files are on disk by now, then the folder, then its name, and what stood there
 * before goes last. `test/campaign/parts/write-order.ts` watches the calls.
 */
function moveFolder({ folder, made, kind, force, out }: Staged, target: string, workspace: Workspace): Problem | undefined {
  for (const name of kind.inside) syncPath(join(folder, name));
  syncPath(folder);
  const former = force && existsSync(target) ? `${folder}-former` : undefined; // without force nothing is put aside, even if it came this very moment
  if (former !== undefined) renameSync(target, former);
  try {
    renameSync(folder, target);
  } catch (error) {
    if (former !== undefined && !existsSync(target)) renameSync(former, target);
    else if (former !== undefined) discard(former, folder, workspace); // another run replaced it as well
    if (existsSync(target)) return outputExists(out);
    throw error;
  }
  for (const path of [folder, ...made]) workspace.release(path);
  syncPath(dirname(target));
  for (const path of made) syncPath(dirname(path)); // or the release would lie in a folder that nobody finds
  if (former !== undefined) discard(former, folder, workspace);
  return undefined;
}

/** Gives what was replaced a name that is never restored, as a removal cut short leaves a half; it goes with the workspace. */
function discard(former: string, folder: string, workspace: Workspace): void {
  const old = `${folder}-old`;
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
  if (!isPlainFile(join(target, mark))) return false;
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

/** A run cut off between its two renames left the former release aside: it goes back to its place. */
function restoreFormer(target: string): void {
  if (existsSync(target) || !existsSync(dirname(target))) return;
  const former = leftoversOf(dirname(target), basename(target), asideFor).find((path) => path.endsWith('-former'));
  if (former !== undefined) renameSync(former, target);
}

function removeLeftovers(parent: string, name: string): void {
  for (const path of leftoversOf(parent, name)) rmSync(path, { recursive: true, force: true });
}

/**
 * What runs that were cut off left beside the target, never what belongs to a living process. Nobody can be asked for one of another boot, as after a
 * loss of power, or of another container: what it left is ours once it was left alone for so many milliseconds.
 */
function leftoversOf(parent: string, name: string, aloneFor = staleAfter): readonly string[] {
  return readdirSync(parent)
    .filter((entry) => {
      const owner = entry.startsWith(`.${name}.shoal-`) ? stageName.exec(entry.slice(name.length + 8)) : null;
      return owner !== null && (isDead(owner[1]) ?? isLeftAlone(join(parent, entry), aloneFor));
    })
    .map((entry) => join(parent, entry));
}

/** A rename changes the inode too; a living run touches the folder that it writes. */
function isLeftAlone(path: string, milliseconds: number): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found !== undefined && Date.now() - Math.max(found.ctimeMs, found.mtimeMs) > milliseconds;
}

/** A living run has its former release aside for the time between two calls of the system. */
const asideFor = 60_000;

const stageName = new RegExp(`^(${ownerPattern})-[0-9a-f]{8}(-former|-old)?$`);

/** The files of a folder, not of those in it, in another; on disk when this ends. */
export function copyFiles(from: string, to: string): void {
  for (const entry of readdirSync(from, { withFileTypes: true }))
    if (entry.isFile()) copySynced(join(from, entry.name), join(to, entry.name));
}

export function copySynced(from: string, to: string): void {
  copyFileSync(from, to);
  syncPath(to);
}

/** Puts a file on disk, or the names in a folder, which are there only once the folder is. */
export function syncPath(path: string): void {
  const place = openSync(path, 'r');
  try {
    fsyncSync(place);
  } finally {
    closeSync(place);
  }
}
