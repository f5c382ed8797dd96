import type { Readable } from 'node:stream';

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
  now(): number;
  /** Runs when the person interrupts, before the process ends; answers how to stop listening. */
  onInterrupt(stop: () => void | Promise<void>): () => void;
}
