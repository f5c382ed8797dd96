import type { Exit } from '../base/problem.ts';
import type { Flag } from './flag.ts';
import type { World } from './world.ts';

export interface Parsed {
  readonly positionals: readonly string[];
  /** Values by flag name without dashes. */
  readonly flags: Readonly<Record<string, string | true>>;
}

/** One command of the program: words in, exit code out. */
export interface Command {
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  readonly flags: readonly Flag[];
  /** What words after it stand for, for the shell's completion: a file when left out. */
  readonly takes?: 'file' | 'folder' | readonly string[];
  readonly examples: readonly string[];
  run(words: Parsed, world: World): Promise<Exit>;
}
