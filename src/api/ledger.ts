import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from '../base/problem.ts';
import { ok, type Result, refused } from '../base/result.ts';
import { checkLedger } from '../release/ledger.ts';
import type { ReleaseEntry } from '../release/ledger-entry.ts';
import { noLedger, notInLedger } from '../release/ledger-problems.ts';

/** The memory of what was released that a run consults and extends. */
export interface LedgerChoice {
  /** Begun where it is not there; its key lies beside it. */
  readonly file: string;
  /** What is done where somebody would be left in a crowd below k: `refuse` unless told otherwise. */
  readonly onConflict?: 'refuse' | 'warn' | undefined;
}

/** What a ledger tells of one release; who is in it, it tells nobody. */
export interface LedgerLine extends Omit<ReleaseEntry, 'kind' | 'digests' | 'classes' | 'links' | 'seal' | 'previous'> {
  /** Entered, and then not put into its place. */
  readonly withdrawn: boolean;
}

export interface ReadLedger {
  readonly releases: readonly LedgerLine[];
  /** Whether the seals were compared too: that takes the key. */
  readonly sealed: boolean;
}

/** Reads a ledger whose chain holds; `release`, where it is given, must be entered in it. */
export function readLedger(file: string, release?: string): Result<ReadLedger> {
  if (!existsSync(file)) return refused(noLedger(file));
  try {
    const { entries, sealed } = checkLedger(file);
    const withdrawn = new Set(entries.flatMap((entry) => (entry.kind === 'withdrawal' ? [entry.of] : [])));
    const releases = entries.flatMap((entry) => {
      if (entry.kind !== 'release') return [];
      const { kind, digests, classes, links, seal, previous, ...told } = entry;
      return [{ ...told, withdrawn: withdrawn.has(entry.number) }];
    });
    if (release === undefined) return ok({ releases, sealed });
    const manifest = join(release, 'manifest.json');
    const sha256 = existsSync(manifest) ? createHash('sha256').update(readFileSync(manifest)).digest('hex') : undefined;
    const found = releases.filter((one) => one.manifest === sha256);
    return found.length === 0 ? refused(notInLedger(file, release)) : ok({ releases: found, sealed });
  } catch (error) {
    if (error instanceof Refusal) return refused(...error.problems);
    throw error;
  }
}
