import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Counting, sumOfKnown } from '../base/counting.ts';
import { type Problem, Refusal } from '../base/problem.ts';
import type { Tools } from '../families/family.ts';
import type { Policy } from '../policy/policy.ts';
import { dataFilesOf } from '../release/data-files.ts';
import { type Ledger, openLedger } from '../release/ledger.ts';
import type { LedgerEntry, NewEntry, ReleaseEntry } from '../release/ledger-entry.ts';
import { crowdBelowK, noRowNumbers } from '../release/ledger-problems.ts';
import { type Manifest, manifestSchema } from '../release/manifest.ts';
import { classMembers, namesSubjects, numbersRows } from '../risk/overlap/class-members.ts';
import { layOver } from '../risk/overlap/lay-over.ts';
import type { Members } from '../risk/overlap/members.ts';
import { type Period, publishedPeriod } from '../risk/overlap/published-period.ts';
import type { LedgerChoice } from './ledger.ts';
import { openOriginal } from './open-original.ts';
import type { GivenOptions } from './run-options.ts';

/** A release that is written and verified, and not yet in its place. */
interface Written {
  readonly folder: string;
  readonly policy: Policy;
  readonly running: { readonly tools: Tools; readonly options: GivenOptions; readonly counting: Counting };
}

/**
 * Enters a release into a ledger and has it put into its place, while no other run may: it is entered first, so that nothing ever left that is
 * not in there, and withdrawn where it could not be put into its place after all.
 */
export async function enterRelease(
  { file, onConflict = 'refuse' }: LedgerChoice,
  written: Written,
  place: () => Promise<readonly Problem[]>,
): Promise<readonly Problem[]> {
  const { folder, policy, running } = written;
  if (!['csv', 'parquet'].some((format) => existsSync(join(folder, `internal/evidence.${format}`)))) return [noRowNumbers()];
  const bytes = readFileSync(join(folder, 'manifest.json'));
  const manifest = manifestSchema.parse(JSON.parse(bytes.toString()));
  const ledger = await openLedger(file, running.tools.workspace.signal);
  try {
    const standing = standingReleases(ledger.entries);
    const found = await membersOfRelease(written, manifest, ledger).catch((error) => {
      if (error instanceof Refusal && running.options.spark !== undefined) return undefined; // the cluster reads what this machine cannot
      throw error;
    });
    if (found === undefined) return [noRowNumbers()];
    const { members, period } = found;
    const { k } = manifest.promises;
    const { below, exact, with: parts } = layOver(members, standing.map(membersIn));
    const exposes = parts.map((part) => standing[part].number);
    if (below > 0) {
      const least = Math.min(k, ...parts.map((part) => standing[part].k));
      const conflict = crowdBelowK({ k: least, numbers: exposes, exact });
      if (onConflict === 'refuse') return [conflict];
      running.options.onNotice?.(`${conflict.what} ${conflict.why}`);
    }
    if (subjectColumn(policy) === undefined && standing.length > 0) running.options.onNotice?.(rowsAreSubjects);
    const entry = ledger.append({
      ...describeRelease(manifest, policy),
      ...(period === undefined ? {} : { period }),
      manifest: createHash('sha256').update(bytes).digest('hex'),
      ...(exposes.length > 0 ? { exposes } : {}),
      ...asText(members),
    });
    return await placeOrWithdraw(place, ledger, entry);
  } finally {
    ledger.close();
  }
}

const rowsAreSubjects =
  'Each row is a subject here, so the ledger knows people again only in the very same file. Name their column with --subject.';

async function membersOfRelease(
  { folder, policy, running }: Written,
  manifest: Manifest,
  ledger: Ledger,
): Promise<{ readonly members: Members; readonly period: Period | undefined }> {
  const { tools, options, counting } = running;
  const { input = '-' } = policy;
  const column = subjectColumn(policy);
  const original =
    column === undefined || namesSubjects(manifest)
      ? undefined
      : await openOriginal({ input, given: options.given }, folder, tools.workspace);
  const { inputSha256 } = JSON.parse(readFileSync(join(folder, 'internal/manifest.json'), 'utf8')).internal;
  const subject = column === undefined ? undefined : { column, original };
  const whole = { folder, manifest, subject, sha256: String(inputSha256) };
  const bytes = sumOfKnown([...dataFilesOf(manifest), ...(original === undefined ? [] : [original])].map((one) => one.bytes));
  return counting.withCounter(
    async (counter) => {
      if (!(await numbersRows(counter, folder, manifest))) throw new Refusal(noRowNumbers());
      return {
        members: await classMembers(counter, whole, ledger.digest),
        period: await publishedPeriod(counter, folder, manifest),
      };
    },
    { bytes },
  );
}

/** The column that names the subjects; none where each row is one. */
function subjectColumn(policy: Policy): string | undefined {
  const named = policy.family === 'series' && policy.long !== undefined ? policy.long.subject : policy.subject;
  return named === 'row' ? undefined : named;
}

/** Releases that were not withdrawn. */
function standingReleases(entries: readonly LedgerEntry[]): readonly ReleaseEntry[] {
  const gone = new Set(entries.flatMap((entry) => (entry.kind === 'withdrawal' ? [entry.of] : [])));
  return entries.flatMap((entry) => (entry.kind === 'release' && !gone.has(entry.number) ? [entry] : []));
}

const describeRelease = (manifest: Manifest, policy: Policy) => ({
  kind: 'release' as const,
  family: policy.family,
  method: manifest.method === 'kaca' ? manifest.clustering : manifest.method,
  model: policy.release,
  promises: manifest.promises,
  unit: subjectColumn(policy) ?? 'row',
  columns: manifest.columns.map(({ name, role }) => ({ name, role })),
});

const asText = ({
  k,
  digests,
  classes,
  links,
}: Members): Pick<ReleaseEntry, 'k' | 'subjects' | 'digests' | 'classes' | 'links'> => ({
  k,
  ...(links === undefined ? {} : { links }),
  subjects: digests.reduce((count, digest, i) => (i > 0 && digest === digests[i - 1] ? count : count + 1), 0),
  digests: Buffer.from(digests.buffer, digests.byteOffset, digests.byteLength).toString('base64'),
  classes: Buffer.from(classes.buffer, classes.byteOffset, classes.byteLength).toString('base64'),
});

function membersIn({ k, digests, classes, links }: ReleaseEntry): Members {
  const [one, other] = [digests, classes].map((text) => Uint8Array.from(Buffer.from(text, 'base64'))); // own memory, so it lies at a word
  return { k, digests: new BigUint64Array(one.buffer), classes: new Uint32Array(other.buffer), links };
}

async function placeOrWithdraw(
  place: () => Promise<readonly Problem[]>,
  ledger: Ledger,
  { number }: LedgerEntry,
): Promise<readonly Problem[]> {
  const withdrawal: NewEntry = { kind: 'withdrawal', of: number };
  try {
    const blocked = await place();
    if (blocked.length > 0) ledger.append(withdrawal);
    return blocked;
  } catch (error) {
    ledger.append(withdrawal);
    throw error;
  }
}
