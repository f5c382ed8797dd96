import type { Readable } from 'node:stream';
import type { OnProgress } from '../base/progress.ts';
import type { Workspace } from '../engine/local/workspace.ts';

export interface RunOptions {
  readonly onProgress?: OnProgress;
  /** Told, in a sentence, what a person should hear before anything is written. */
  readonly onNotice?: (notice: string) => void;
  /** Replace an existing release at `out`. */
  readonly force?: boolean;
  /** Read when the input is `-`. */
  readonly stdin?: Readable;
  /** Random hexadecimal digits, 128 bits of them at least, from a program that keeps them secret; in place of the policy's seed. */
  readonly secretSeed?: string;
  /** Where half-done work lies; give one to clean up on an interrupt. */
  readonly workspace?: Workspace;
}
