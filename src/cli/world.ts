import type { Readable } from 'node:stream';
import type { Exit } from '../base/problem.ts';

export type Stop = () => Promise<Exit>;

/** All a command can touch, so that a test is a call. */
export interface World {
  /** Data and summaries: standard output. */
  print(text: string): void;
  /** Talk: standard error. */
  tell(text: string): void;
  readonly stdin: Readable;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether talk goes to a terminal. */
  readonly terminal: boolean;
  /** Whether data and summaries do. */
  readonly printsToTerminal: boolean;
  /** Whether a person is there to answer: both ends are a terminal. */
  readonly asks: boolean;
  readonly columns: number;
  /** What calls the program where its words are read: `shoal`, or `npx shoal`. */
  readonly command: string;
  now(): number;
  /** Aborted when the person interrupts: whatever a command is at ends, and leaves no trace. */
  readonly signal: AbortSignal;
  /** For what has an end of its own: runs when the person interrupts, and the process ends when it is done, with the exit code it answers. */
  onInterrupt(stop: Stop): void;
}
