import type { SeriesManifest } from '../../release/manifest.ts';
import type { Layout } from '../layout.ts';

/** The records of a release of series, with what they owe. */
export interface PublishedRecords {
  readonly layout: Layout;
  readonly manifest: SeriesManifest;
  /** SQL for the line of the evidence that belongs to a record. */
  readonly line: string;
}
