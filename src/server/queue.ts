/** Work that waits its turn: at most `slots` at once, so that what they take together is bounded, and of these at most `share` of one owner. */
export interface Queue {
  readonly waiting: number;
  waitingOf(owner: string): number;
  /** Begins at once or later; answers how to give up the place while it waits. */
  enter(begin: () => Promise<void>, owner?: string): () => void;
  /** Begins nothing more. */
  close(): void;
}

interface Waiting {
  readonly begin: () => Promise<void>;
  readonly owner: string;
}

export function createQueue(slots: number, share = slots): Queue {
  const waiting = new Set<Waiting>();
  const running = new Map<string, number>();
  let busy = 0;
  const runningOf = (owner: string) => running.get(owner) ?? 0;
  const move = (owner: string, by: 1 | -1) => {
    busy += by;
    running.set(owner, runningOf(owner) + by);
  };
  /** Of those who run least the one who came first, so that nobody waits behind all jobs of another. */
  const first = (): Waiting | undefined => {
    let found: Waiting | undefined;
    for (const one of waiting)
      if (runningOf(one.owner) < share && (found === undefined || runningOf(one.owner) < runningOf(found.owner))) found = one;
    return found;
  };
  const next = (): void => {
    for (let one = first(); one !== undefined && busy < slots; one = first()) {
      const { begin, owner } = one;
      waiting.delete(one);
      move(owner, 1);
      const leaveQueue = () => {
        move(owner, -1);
        next();
      };
      void begin().then(leaveQueue, leaveQueue);
    }
  };
  return {
    get waiting() {
      return waiting.size;
    },
    waitingOf: (owner) => [...waiting].filter((one) => one.owner === owner).length,
    enter(begin, owner = '') {
      const one = { begin, owner };
      waiting.add(one);
      next();
      return () => void waiting.delete(one);
    },
    close: () => waiting.clear(),
  };
}
