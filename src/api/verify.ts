import { join, resolve } from 'node:path';
import type { CountingLimits } from '../base/counting.ts';
import { Refusal } from '../base/problem.ts';
import { ok, type Result, refused } from '../base/result.ts';
import { openWorkspace } from '../base/workspace.ts';
import { localCounting } from '../engine/local/local-counting.ts';
import { inputAddress } from '../formats/input-address.ts';
import { badNoiseKey } from '../policy/noise-problems.ts';
import { readSecretDigits } from '../policy/secret-digits.ts';
import type { Report } from '../report/view.ts';
import { changedMeanwhile } from '../verify/problems.ts';
import { watchFiles } from '../verify/read-file.ts';
import type { DrawPage } from '../verify/reports.ts';
import { type Verdict, type VerifyOptions as VerifyReleaseOptions, verifyRelease, withNote } from '../verify/verify.ts';
import { callProblem } from './call-problem.ts';
import { pageDrawer } from './documents.ts';
import { takeInput } from './given/input.ts';
import { type OriginalInput, type OriginalPlace, openOriginal } from './open-original.ts';
import { openPopulation, type PopulationInput } from './open-population.ts';
import { readPublicKey } from './signing-keys.ts';
import type { SparkChoice } from './spark-choice.ts';
import { unlessAborted } from './unless-aborted.ts';

/** What is demanded of a release, and what the verifier may take; `signal`, aborted, ends it with the problem `run/aborted`. */
export interface VerifyOptions extends CountingLimits, Pick<VerifyReleaseOptions, 'atLeast' | 'onProgress'> {
  /** Proves with it that what is published of each record is true of it. */
  readonly original?: OriginalInput | undefined;
  /** The table of all among whom the subjects are: proves with it what is promised against it. */
  readonly population?: PopulationInput | undefined;
  /** The file of the key that noise on counts was made with: each count is then worked out again. */
  readonly noiseKey?: string | undefined;
  /** The cluster that reads the release: its files come here, each with the SHA-256 that it has there, and are judged here. */
  readonly spark?: Pick<SparkChoice, 'address' | 'onStatement'> | undefined;
  /** The file of a public key: the manifest must be signed with the private key that belongs to it. */
  readonly key?: string | undefined;
}

/** Re-proves every promise of a release from its files, and what it says of its records from the original, where that is given. */
export function verify(folder: string, options: VerifyOptions = {}): Promise<Result<Verdict>> {
  const wrong = callProblem(['folder', folder, 'text'], ['options', options, 'options']);
  if (wrong !== undefined) return Promise.resolve(refused(wrong));
  const { spark, ...others } = options;
  return unlessAborted(options.signal, () =>
    spark === undefined ? verifyFolder(folder, others) : verifyBrought(folder, spark, others),
  );
}

/** Judges a copy of what lies in the cluster. */
async function verifyBrought(
  release: string,
  { address, onStatement }: Pick<SparkChoice, 'address' | 'onStatement'>,
  options: VerifyOptions,
): Promise<Result<Verdict>> {
  const { bringReleaseFrom } = await import('../engine/spark/spark-engine.ts');
  const { signal, onProgress } = options;
  const workspace = openWorkspace(signal);
  try {
    const folder = join(workspace.folder(), 'release');
    await bringReleaseFrom(address, { release, folder, signal, onProgress, onStatement });
    const judged = await verifyFolder(folder, options);
    return judged.ok ? ok(withNote(judged.value, { code: 'hidden-in-cluster' })) : judged;
  } catch (error) {
    if (error instanceof Refusal) return refused(...error.problems);
    throw error;
  } finally {
    workspace.dispose();
  }
}

async function verifyFolder(
  folder: string,
  { original, population, noiseKey, key, threads, memoryBytes, signal, ...asked }: VerifyOptions,
): Promise<Result<Verdict>> {
  const counting = localCounting({ threads, memoryBytes, signal });
  const secret = noiseKey === undefined ? ok(undefined) : readSecretDigits(noiseKey, badNoiseKey);
  if (!secret.ok) return secret;
  const signer = key === undefined ? ok(undefined) : readPublicKey(key);
  if (!signer.ok) return signer;
  const options = { ...asked, threads, signal, noiseKey: secret.value, signer: signer.value, drawing: publicPages };
  if (original === undefined && population === undefined) return verifyRelease(folder, counting, options);
  const workspace = openWorkspace(signal);
  try {
    const taken = original === undefined ? ok(undefined) : takeInput<OriginalPlace>({ input: original.file });
    if (!taken.ok) return taken;
    const { settings: place, given } = taken.value ?? { settings: undefined, given: undefined };
    const watched = [
      ...(place === undefined || given !== undefined ? [] : [inputAddress(place.input).path]), // nobody else has what was given
      ...(population === undefined ? [] : [population.file]),
    ];
    const changedFile = await watchFiles(watched.map((path) => resolve(path)));
    const beside = {
      ...(original === undefined || place === undefined
        ? {}
        : { original: await openOriginal({ ...original, ...place, given }, folder, workspace) }),
      ...(population === undefined ? {} : { population: await openPopulation(population, folder, workspace) }),
    };
    const verdict = await verifyRelease(folder, counting, { ...options, ...beside });
    const changed = await changedFile();
    return changed === undefined ? verdict : refused(changedMeanwhile(changed));
  } catch (error) {
    if (error instanceof Refusal) return refused(...error.problems);
    throw error;
  } finally {
    workspace.dispose();
  }
}

/** What draws the public page of a report, for the verifier to compare. */
export async function publicPages(): Promise<DrawPage> {
  const draw = await pageDrawer();
  return (report, manifest) => draw(report as unknown as Report, manifest, 'public'); // the verifier read it by the rules that made it
}
