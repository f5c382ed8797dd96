/** Work that several settings of one table have in common: done by whoever asks first, and handed to those who ask again. */
export interface CommonWork {
  /** `name` must tell apart whatever the work depends on, but for the table. */
  once<Value>(name: string, work: () => Promise<Value>): Promise<Value>;
}

export function commonWork(): CommonWork {
  const begun = new Map<string, Promise<unknown>>();
  return {
    once<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
      const known = begun.get(name) as Promise<Value> | undefined; // a name always stands for the same work
      const doing = known ?? work();
      begun.set(name, doing);
      return doing;
    },
  };
}
