import { existsSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ok, type Result, refused } from '../base/result.ts';
import { makeScratch } from '../base/scratch.ts';
import { openWorkspace } from '../base/workspace.ts';
import type { Policy } from '../policy/policy.ts';
import { asWriteProblem, checkTarget, copyFiles, openStage } from '../release/stage.ts';
import type { Summary } from '../report/summary.ts';
import { arrowBatches, type ReleasedRow, streamReleasedRows } from './released-rows.ts';
import type { RunOptions } from './run-options.ts';

/** What can be done with a release that was made: every promise of it has been verified by now. */
export interface ReleaseDoors {
  /** Its rows, in the order of its file; some thousand are held at a time. */
  rows(): AsyncIterable<ReleasedRow>;
  /** The same rows as Arrow: each piece is a whole IPC stream of one record batch, all with one schema. */
  batches(): AsyncIterable<Uint8Array>;
  /** Puts its folder there, whole or not at all; one that was kept in private is there only from now on. Answers the folder. */
  place(folder: string, options?: { readonly force?: boolean }): Promise<Result<string>>;
  /** Removes what was kept in private. What was placed stays. */
  discard(): void;
  [Symbol.asyncDispose](): Promise<void>;
}

/** What a run answers: its summary, and ways to the release. */
export type Release<Told extends Summary = Summary> = Told & ReleaseDoors;

/** Where a release will lie: in private, where no place is named. One that other folders or a table go with is published with them. */
export const placeOf = ({ out, outTable }: Policy, { coarser }: RunOptions): string =>
  out ?? (outTable === undefined && coarser === undefined ? keptPlace() : 'release');

/** A private place for a release that is to lie nowhere yet; it goes with the process, if not before. */
function keptPlace(): string {
  const folder = makeScratch('kept');
  if (!goesWithProcess) process.once('exit', () => kept.forEach(removeKept));
  goesWithProcess = true; // once for all: a program may keep and discard as many as it likes
  kept.add(folder);
  return join(folder, 'release');
}

let goesWithProcess = false;
const kept = new Set<string>();

function removeKept(folder: string): void {
  kept.delete(folder);
  rmSync(folder, { recursive: true, force: true });
}

/** Removes a release that was kept, or the place for one that was not made. */
export const discardKept = (out: string): void => {
  if (kept.has(dirname(out))) removeKept(dirname(out));
};

/** A summary that leads to its release and says where that lies: in `out`, until it is placed elsewhere. Its doors are not printed with it. */
export function asRelease<Told extends Summary>(summary: Told, out: string): Release<Told> {
  let folder = resolve(out);
  const presentFolder = (): string => {
    if (!existsSync(folder)) throw new Error(`There is no release in ${folder}: it was discarded, moved or removed.`);
    return folder;
  };
  const doors: ReleaseDoors = {
    rows: () => streamReleasedRows(presentFolder()),
    batches: () => arrowBatches(presentFolder()),
    async place(target, { force = false } = {}) {
      const placed = copyRelease(presentFolder(), target, force);
      if (!placed.ok) return placed;
      discardKept(folder);
      folder = placed.value;
      released.out = target;
      return placed;
    },
    discard: () => discardKept(folder),
    async [Symbol.asyncDispose]() {
      discardKept(folder);
    },
  };
  const hidden = Object.getOwnPropertyDescriptors(doors);
  for (const key of Reflect.ownKeys(hidden)) Object.assign(Reflect.get(hidden, key), { enumerable: false });
  const released = Object.assign(summary, { out });
  return Object.defineProperties(released, hidden) as Release<Told>; // with the doors it was just given
}

/** The same bytes in a folder of their own, put into place as a run does. */
function copyRelease(from: string, target: string, force: boolean): Result<string> {
  const workspace = openWorkspace();
  try {
    const problem = checkTarget(target, force);
    if (problem !== undefined) return refused(problem);
    const stage = openStage(target, workspace, force);
    if (!stage.ok) return stage;
    for (const inner of ['', 'internal']) copyFiles(join(from, inner), join(stage.value.folder, inner));
    const blocked = stage.value.publish();
    return blocked === undefined ? ok(resolve(target)) : refused(blocked);
  } catch (error) {
    return refused(asWriteProblem(error, target));
  } finally {
    workspace.dispose();
  }
}
