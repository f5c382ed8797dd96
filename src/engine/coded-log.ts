import type { Pool } from '../base/pool.ts';

/** The columns of a log by their names. */
export interface CodedLogRequest {
  readonly subject: string;
  readonly time: string;
  readonly event: string;
}

/**
 * A log as numbers, whose lines can be read in one way alone: no cell is in quotes, none has anything beyond ASCII, no subject is missing, and each time is there, to the second and without an offset. What is published of an event hangs on its
 * code and its hour alone, so that events of one code and hour share a cell.
 */
export interface CodedLog {
  /** Of each row, by its place in the input less one: the number of its subject, and of its cell. */
  readonly subjects: Uint32Array;
  readonly cells: Uint32Array;
  /** Subjects as they are written, in the order they come in. */
  readonly subjectTexts: readonly string[];
  /** Event codes in the order of texts. */
  readonly eventTexts: readonly string[];
  /** Of each cell its hour, counted from `firstHour` on, and the place of its event code. */
  readonly hours: Uint32Array;
  readonly events: Uint32Array;
}

/** Answers nothing where a log is not of that form, or too large for memory. */
export type CodeLog = (request: CodedLogRequest, pool: Pool) => Promise<CodedLog | undefined>;
