import type { Family } from '../policy/family.ts';

/** Whom a flag is for: a family, or of series only the methods with one word a leaf, or prism. */
export type Audience = Family | 'word' | 'prism';

/** A flag as people write it; `key` is the policy setting it stands for, where there is one. */
export interface Flag {
  readonly name: string;
  readonly short?: string;
  readonly value?: string;
  readonly key?: string;
  /** Given again it adds to what was given before; any other flag replaces it. */
  readonly list?: true;
  /** The kinds of input it is for, or the one series method; left out where it is for all. `word`: naive and kapra. */
  readonly only?: Audience | readonly Audience[];
  readonly help: string;
}
