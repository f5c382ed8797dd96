import { keepFailure } from './kept.ts';
import { faultOf, reduced } from './part.ts';
import { partNamed } from './parts.ts';

/** Which cases of which part a process tries. */
export interface Batch {
  readonly part: string;
  readonly seed: number;
  readonly from: number;
  readonly to: number;
}

/** What it says while it does: the case it begins, and at the end how all of them went. */
export type Said =
  | { readonly kind: 'begun'; readonly number: number }
  | { readonly kind: 'failed'; readonly number: number; readonly fault: string; readonly kept: string }
  | { readonly kind: 'ended'; readonly from: number; readonly outcomes: Readonly<Record<string, number>> };

/** Tries a batch; a failing case is made smaller and kept. */
export async function tryBatch({ part: name, seed, from, to }: Batch, say: (said: Said) => void): Promise<void> {
  const part = partNamed(name);
  const outcomes: Record<string, number> = {};
  for (let number = from; number < to; number++) {
    say({ kind: 'begun', number });
    const one = part.draw(seed, number);
    let outcome = 'failed';
    const fault = await faultOf({ ...part, attempt: async (each) => (outcome = await part.attempt(each)) }, one);
    if (fault !== undefined) {
      const least = await reduced(part, one);
      say({ kind: 'failed', number, fault, kept: keepFailure({ part: name, seed, number, ...least }) });
    }
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  }
  say({ kind: 'ended', from, outcomes });
}

process.on('message', (batch: Batch) => void tryBatch(batch, (said) => process.send?.(said)));
