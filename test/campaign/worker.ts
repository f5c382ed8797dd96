import { keepFailure } from './kept.ts';
import { faultOf, reduced } from './part.ts';
import { partNamed } from './parts.ts';

/** Which cases of which part a process tries. */
export interface Batch {
  readonly part: string;
  readonly seed: number;
  readonly from: number;
  readonly to: number;
  /** How long each case lasts, where it lasts as long as it is given. */
  readonly seconds: number;
}

/** What it says while it does: the case it begins, how each went, that it lives, and the end of a batch. */
export type Said =
  | { readonly kind: 'begun'; readonly number: number }
  | { readonly kind: 'alive' }
  | { readonly kind: 'failed'; readonly number: number; readonly fault: string; readonly kept: string }
  | { readonly kind: 'tried'; readonly outcome: string }
  | { readonly kind: 'ended' };

/** Tries a batch; a failing case is made smaller and kept. */
export async function tryBatch({ part: name, seed, from, to, seconds }: Batch, say: (said: Said) => void): Promise<void> {
  const part = partNamed(name);
  for (let number = from; number < to; number++) {
    say({ kind: 'begun', number });
    const drawn = part.draw(seed, number);
    const one = part.lasting?.(drawn, seconds) ?? drawn;
    let outcome = 'failed';
    const fault = await faultOf({ ...part, attempt: async (each) => (outcome = await part.attempt(each)) }, one);
    if (fault !== undefined) {
      const least = part.lasting === undefined ? await reduced(part, one) : { case: one, fault }; // once more would take as long again
      say({ kind: 'failed', number, fault, kept: keepFailure({ part: name, seed, number, ...least }) });
    }
    say({ kind: 'tried', outcome });
  }
  say({ kind: 'ended' });
}

/** While a case waits for other processes, only this tells a busy machine from a case that hangs. */
setInterval(() => process.send?.({ kind: 'alive' } satisfies Said), 5000).unref();

process.on('message', (batch: Batch) => void tryBatch(batch, (said) => process.send?.(said)));
