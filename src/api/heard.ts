import type { OnProgress } from '../base/progress.ts';
import type { Tools } from '../families/family.ts';

export interface Listeners {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: OnProgress | undefined;
  readonly onNotice?: Tools['onNotice'];
}

/** Listeners that may be called in the middle of anything. */
export interface Heard {
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
  readonly onNotice: Tools['onNotice'];
  /** Throws what a listener threw. */
  rethrow(): void;
  leave(): void;
}

/** Calls a program's listeners. One that fails ends the work, which then ends with its error: no room on the way may take that for a fault of the data. */
export function hear({ signal, onProgress, onNotice }: Listeners): Heard {
  const stop = new AbortController();
  const pass = () => stop.abort();
  if (signal?.aborted) pass();
  signal?.addEventListener?.('abort', pass);
  let failure: { readonly error: unknown } | undefined;
  const guard =
    <Told extends readonly unknown[]>(listener: (...told: Told) => void) =>
    (...told: Told): void => {
      try {
        listener(...told);
      } catch (error) {
        failure ??= { error };
        stop.abort();
      }
    };
  return {
    signal: stop.signal,
    onProgress: guard(onProgress ?? (() => {})),
    onNotice: onNotice && guard(onNotice),
    rethrow() {
      if (failure !== undefined) throw failure.error;
    },
    leave: () => signal?.removeEventListener?.('abort', pass),
  };
}
