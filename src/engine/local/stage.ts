import { randomBytes } from 'node:crypto';
import { accessSync, closeSync, constants, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Problem } from '../../base/problem.ts';
import { ok, type Result, refused } from '../../base/result.ts';
import { diskFull, notARelease, outputExists, unwritable } from './problems.ts';
import type { Workspace } from './workspace.ts';

/** A folder being written beside its target. Until `publish` the target is untouched; whatever happens, no half release is left there. */
export interface Stage {
  readonly folder: string;
  publish(): void;
}

/** Whether a release may be written to `out`, asked before any work is done. */
export function checkTarget(out: string, force: boolean): Problem | undefined {
  const target = resolve(out);
  restoreFormer(target);
  if (existsSync(target)) {
    if (!force) return outputExists(out);
    if (!isReplaceable(target)) return notARelease(out);
  }
  const parent = nearestFolder(dirname(target));
  try {
    if (!statSync(parent).isDirectory()) return unwritable(out, `${parent} is not a folder.`);
    accessSync(parent, constants.W_OK);
    return undefined;
  } catch {
    return unwritable(out, 'You may not write to the folder it would lie in.');
  }
}

export function openStage(out: string, workspace: Workspace): Result<Stage> {
  const target = resolve(out);
  const parent = dirname(target);
  const folder = join(parent, `.${basename(target)}.shoal-${process.pid}-${randomBytes(4).toString('hex')}`);
  try {
    mkdirSync(parent, { recursive: true });
    removeLeftovers(parent, basename(target));
    workspace.adopt(folder);
    mkdirSync(folder, { mode: 0o755 });
    mkdirSync(join(folder, 'internal'), { mode: 0o700 });
  } catch (error) {
    return refused(asWriteProblem(error, out));
  }
  return ok({
    folder,
    publish() {
      syncFolder(join(folder, 'internal'));
      syncFolder(folder);
      const former = existsSync(target) ? `${folder}-former` : undefined;
      if (former !== undefined) {
        renameSync(target, former);
        workspace.adopt(former);
      }
      try {
        renameSync(folder, target);
      } catch (error) {
        if (former !== undefined) {
          renameSync(former, target);
          workspace.release(former);
        }
        throw error;
      }
      workspace.release(folder);
      syncFolder(parent);
      if (former !== undefined) {
        rmSync(former, { recursive: true, force: true });
        workspace.release(former);
      }
    },
  });
}

/** A fault of the file system as a sentence; anything else is a bug and travels on. */
export function asWriteProblem(error: unknown, out: string): Problem {
  const code = (error as NodeJS.ErrnoException | null)?.code ?? '';
  const message = error instanceof Error ? error.message : '';
  if (code === 'ENOSPC' || code === 'EDQUOT' || /No space left on device/i.test(message)) return diskFull(out);
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return unwritable(out, 'You may not write there.');
  if (code === 'ENOTDIR' || code === 'EEXIST') return unwritable(out, 'A part of the path is a file, not a folder.');
  throw error;
}

/** Only a folder with a manifest, or an empty one, is replaced by force. */
function isReplaceable(target: string): boolean {
  return statSync(target).isDirectory() && (existsSync(join(target, 'manifest.json')) || readdirSync(target).length === 0);
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

/** What runs that were killed left beside the target; folders of living processes are not among them. */
function leftoversOf(parent: string, name: string): readonly string[] {
  return readdirSync(parent)
    .filter((entry) => {
      const owner = entry.startsWith(`.${name}.shoal-`) ? /^(\d+)-[0-9a-f]{8}(-former)?$/.exec(entry.slice(name.length + 8)) : null;
      return owner !== null && !isAlive(Number(owner[1]));
    })
    .map((entry) => join(parent, entry));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  fsyncSync(folder);
  closeSync(folder);
}
