/**
 * What one event tells of another. Whoever knows an event of a subject finds the numbers that hold it; the others under these numbers are told
 * by it, each by its own text, or, where it is something else that happened, by what happened, whenever that was.
 */
export interface Tellings {
  /** How many more numbers may hold two sets together. */
  roomFor(a: Uint32Array, b: Uint32Array): number;
  /** So many numbers more that hold both. */
  join(a: Uint32Array, b: Uint32Array, numbers: number): void;
}

/** The share `confidence` of so many subjects, in whole ones (the C of TLKC: Rafiei and van der Aalst, 2021, by subjects). */
export const mostTold = (confidence: number, subjects: number): number =>
  Math.floor((Math.round(confidence * 1000) * subjects) / 1000);

/**
 * Numbers that hold an event and tell something may be at most so many of each. No merge changes how many subjects have it, while each merge only adds to what is told: what held
 * before a merge that there was room for holds after it.
 */
export function createTellings(happenings: ArrayLike<number>, most: ArrayLike<number>): Tellings {
  const span = Array.from(happenings).reduce((largest, one) => Math.max(largest, one), 0) + 1 + most.length;
  const told = new Map<number, number>();
  const tellingOf = (known: number, other: number): number =>
    known * span + (happenings[known] === happenings[other] ? other : most.length + happenings[other]);
  const eachNew = (own: Uint32Array, others: Uint32Array, use: (telling: number, known: number) => void): void => {
    for (const known of own) {
      const before = new Set<number>();
      for (const other of own) if (other !== known) before.add(tellingOf(known, other));
      for (const other of others) {
        const telling = tellingOf(known, other);
        if (before.has(telling)) continue;
        before.add(telling);
        use(telling, known);
      }
    }
  };
  return {
    roomFor(a, b) {
      let room = Number.POSITIVE_INFINITY;
      const measure = (telling: number, known: number): void => {
        room = Math.min(room, most[known] - (told.get(telling) ?? 0));
      };
      eachNew(a, b, measure);
      eachNew(b, a, measure);
      return room;
    },
    join(a, b, numbers) {
      const add = (telling: number): void => {
        told.set(telling, (told.get(telling) ?? 0) + numbers);
      };
      eachNew(a, b, add);
      eachNew(b, a, add);
    },
  };
}
