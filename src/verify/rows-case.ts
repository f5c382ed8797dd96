import type { EventLines } from './events/event-lines.ts';
import type { Original } from './original.ts';
import type { Population } from './table/population.ts';

/** What the rows of a release are judged by, beside themselves and their manifest. */
export interface RowsCase<CensusAsked = boolean> {
  readonly folder: string;
  readonly stage: 'written' | 'published';
  readonly original: Original | undefined;
  /** The table of all among whom the subjects are, where it is at hand. */
  readonly population: Population | undefined;
  /** The secret that noise on counts was made with, where it is at hand. */
  readonly noiseKey: string | undefined;
  /** The rows of an event log, put together by their lines while the file was hashed. */
  readonly lines?: EventLines | undefined;
  /** What is to be told of the sizes of classes. */
  readonly census: CensusAsked;
}
