import { resolve } from 'node:path';
import { attackRelease } from '../attack/attack.ts';
import { type Intrusion, isAboveBound } from '../attack/intrusion.ts';
import { manifestIn } from '../attack/open-release.ts';
import { aboveBound } from '../attack/problems.ts';
import type { SecondRelease } from '../attack/second.ts';
import { countsSubjects } from '../attack/table/difference.ts';
import type { CountingLimits } from '../base/counting.ts';
import { type Problem, Refusal } from '../base/problem.ts';
import { ok, type Result, refused } from '../base/result.ts';
import { openWorkspace, type Workspace } from '../base/workspace.ts';
import { localCounting } from '../engine/local/local-counting.ts';
import { inputAddress } from '../formats/input-address.ts';
import type { Manifest } from '../release/manifest.ts';
import type { Original } from '../verify/original.ts';
import { changedMeanwhile, notTheOriginal } from '../verify/problems.ts';
import { watchFiles } from '../verify/read-file.ts';
import { usualSample } from './attack-written.ts';
import { callProblem } from './call-problem.ts';
import { type Input, takeInput } from './given/input.ts';
import { notedIn, type OriginalInput, type OriginalPlace, openOriginal } from './open-original.ts';
import { unlessAborted } from './unless-aborted.ts';

/** What a release is attacked with. */
export interface AttackOptions extends CountingLimits {
  /** What the release was made from. */
  readonly original: OriginalInput;
  /** People who are not in the release, with the columns of the original. */
  readonly control?: Input | undefined;
  /** Another release of the same original; of counts also one of other rows, as two answers are. */
  readonly second?: string | undefined;
  /** Most people that each attack is tried on; 500 where left out. */
  readonly sample?: number | undefined;
  /** Draws the people and what is known of them; 1 where left out. */
  readonly seed?: number | string | undefined;
}

/** What attacks on a release found. It is for whoever holds the original: it must not leave with the release. */
export interface Attacks {
  readonly method: Manifest['method'];
  readonly promises: Manifest['promises'];
  readonly sample: number;
  readonly seed: number | string;
  readonly intrusions: readonly Intrusion[];
  /** Attacks with a larger chance than the release promises; each is a fault of the release or of the program. */
  readonly problems: readonly Problem[];
}

/** Attacks a release as anyone could who has its files, and scores each attack by the original. */
export function attack(folder: string, options: AttackOptions): Promise<Result<Attacks>> {
  const wrong = callProblem(['folder', folder, 'text'], ['options', options, 'object']);
  if (wrong !== undefined) return Promise.resolve(refused(wrong));
  return unlessAborted(options.signal, () => attackFolder(resolve(folder), options));
}

async function attackFolder(folder: string, options: AttackOptions): Promise<Result<Attacks>> {
  const { original, control, second, sample = usualSample, seed = 1, threads, memoryBytes, signal } = options;
  const [workspace, ofOthers, ofSecond] = [1, 2, 3].map(() => openWorkspace(signal)); // a long table is turned in its own
  try {
    const manifest = await manifestIn(folder);
    const opened = await openBeside(original, original, { folder, workspace, isOther: false });
    const others =
      control === undefined
        ? undefined
        : await openBeside(original, { file: control }, { folder, workspace: ofOthers, isOther: true });
    const intrusions = await attackRelease(folder, manifest, localCounting({ threads, memoryBytes, signal }), {
      ...{ original: opened.table, control: others?.table, sample, seed },
      second:
        second === undefined ? undefined : await openSecond(resolve(second), { original, first: folder, workspace: ofSecond }),
    });
    const changed = await opened.changedFile();
    if (changed !== undefined) return refused(changedMeanwhile(changed));
    const problems = intrusions.filter(isAboveBound).map(aboveBound);
    const { method, promises } = manifest;
    return ok({ method, promises, sample, seed, intrusions, problems });
  } catch (error) {
    if (error instanceof Refusal) return refused(...error.problems);
    throw error;
  } finally {
    for (const one of [workspace, ofOthers, ofSecond]) one.dispose();
  }
}

/**
 * Another release must be of the very same rows, or their numbers would lead to other people. Counts of named subjects may be of others: a later month, or
 * what another query asks.
 */
async function openSecond(
  folder: string,
  { original, first, workspace }: { readonly original: OriginalInput; readonly first: string; readonly workspace: Workspace },
): Promise<SecondRelease> {
  const [manifest, one] = [await manifestIn(folder), await manifestIn(first)];
  const [noted, own] = [await notedIn(folder), await notedIn(first)];
  const ofSameRows =
    (noted.inputSha256 === undefined || own.inputSha256 === undefined || noted.inputSha256 === own.inputSha256) &&
    (noted.policy === undefined || own.policy === undefined || noted.policy.sql === own.policy.sql); // what is not noted is vouched for by whoever asks
  if (!ofSameRows && countsSubjects(manifest) && countsSubjects(one)) return { folder, manifest, ofSameRows };
  if (!ofSameRows) throw new Refusal(notTheOriginal(folder, 'it was made from other rows'));
  await openBeside(original, original, { folder, workspace, isOther: false });
  return { folder, manifest, ofSameRows };
}

interface Opening {
  readonly folder: string;
  readonly workspace: Workspace;
  readonly isOther: boolean;
}

/** Opens a table by what was said of how the original is read. */
async function openBeside(
  settings: OriginalInput,
  { file }: Pick<OriginalInput, 'file'>,
  { folder, workspace, isOther }: Opening,
): Promise<{ readonly table: Original; readonly changedFile: () => Promise<string | undefined> }> {
  const taken = takeInput<OriginalPlace>({ input: file });
  if (!taken.ok) throw new Refusal(...taken.problems);
  const { settings: place, given } = taken.value;
  const changedFile = await watchFiles(given === undefined ? [resolve(inputAddress(place.input).path)] : []); // nobody else has what was given
  return { changedFile, table: await openOriginal({ ...settings, ...place, given, isOther }, folder, workspace) };
}
