import { useEffect, useRef, useState } from 'preact/hooks';

/** An answer that a screen waits for. While a new one is on its way, the former stays. */
export interface Answer<Value> {
  readonly value?: Value;
  readonly problem?: unknown;
  readonly isBusy: boolean;
  readonly again: () => void;
}

/** Asks when the key changes, and gives up what nobody waits for any more. Without a key it asks nothing. */
export function useAnswer<Value>(key: string | undefined, ask: (signal: AbortSignal) => Promise<Value>): Answer<Value> {
  const [state, setState] = useState<Omit<Answer<Value>, 'again'>>({ isBusy: key !== undefined });
  const [round, setRound] = useState(0);
  const asking = useRef(ask);
  asking.current = ask;
  useEffect(() => {
    if (key === undefined) return;
    const gone = new AbortController();
    setState(({ value }) => ({ ...(value === undefined ? {} : { value }), isBusy: true }));
    asking.current(gone.signal).then(
      (value) => gone.signal.aborted || setState({ value, isBusy: false }),
      (problem: unknown) => gone.signal.aborted || setState({ problem, isBusy: false }),
    );
    return () => gone.abort();
  }, [key, round]);
  return { ...state, again: () => setRound((before) => before + 1) };
}
