/** Work that waits its turn: at most `slots` at once, so that what they take together is bounded. */
export interface Queue {
  readonly waiting: number;
  /** Begins at once or later; answers how to give up the place while it waits. */
  enter(begin: () => Promise<void>): () => void;
  /** Begins nothing more. */
  close(): void;
}

export function createQueue(slots: number): Queue {
  const waiting = new Set<() => Promise<void>>();
  let busy = 0;
  const left = (): void => {
    busy--;
    next();
  };
  const next = (): void => {
    for (const begin of waiting) {
      if (busy >= slots) return;
      waiting.delete(begin);
      busy++;
      void begin().then(left, left);
    }
  };
  return {
    get waiting() {
      return waiting.size;
    },
    enter(begin) {
      waiting.add(begin);
      next();
      return () => void waiting.delete(begin);
    },
    close: () => waiting.clear(),
  };
}
