/**
 * Work that several settings of one table have in common: done by whoever asks first, and handed to those who ask again. Only the two
 * newest pieces are kept: settings that share come one after another, and a piece takes 100 bytes a row.
 */
export interface CommonWork {
  /** `name` must tell apart whatever the work depends on, but for the table. */
  once<Value>(name: string, work: () => Promise<Value>): Promise<Value>;
}

export function commonWork(): CommonWork {
  const begun = new Map<string, Promise<unknown>>();
  return {
    once<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
      const known = begun.get(name) as Promise<Value> | undefined; // a name always stands for the same work
      if (known !== undefined) return known;
      const doing = work();
      begun.set(name, doing);
      for (const oldest of begun.keys()) if (begun.size > kept) begun.delete(oldest);
      return doing;
    },
  };
}

const kept = 2;
