import type { Readable } from 'node:stream';
import type { Exit } from '../base/problem.ts';

export type Stop = () => void | Promise<void> | Promise<Exit>;

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
  /** Runs when the person interrupts, before the process ends, with the exit code it answers if any; answers how to stop listening. */
  onInterrupt(stop: Stop): () => void;
}
