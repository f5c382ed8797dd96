import type { SeriesReader } from './series-reader.ts';
import type { TableReader } from './table-file.ts';

/** A file format is a value: what it is called, how a file of it is known, how it is read and written. A new one is a file and a line in formats.ts. */
export interface Format {
  readonly name: string;
  /** Endings of its files, without the dot. */
  readonly extensions: readonly string[];
  /** Whether a file of it may be compressed, which adds .gz to its name. */
  readonly gzip?: true;
  /** How a file begins that has no name to tell it by. */
  readonly begins?: string;
  /** Where formats share an ending: whether this is it, by the first line and the character between cells, if one was given. */
  readonly isLike?: (firstLine: string, delimiter: string | undefined) => boolean;
  readonly reads?: Reading;
  readonly writes?: Writing;
}

export type Reading =
  /** Lines with cells, the first with names; a format may know what stands between cells. */
  | { readonly as: 'text'; readonly delimiter?: string }
  /** Line by line into a text of ours. */
  | { readonly as: 'series'; readonly reader: (name: string) => SeriesReader }
  /** Whole into rows of text of ours. */
  | { readonly as: 'table'; readonly read: TableReader }
  /** An engine reads these itself. */
  | { readonly as: 'parquet' }
  | { readonly as: 'ndjson' };

/** A release is written as text; where that is not the format, an engine makes the file of it. */
export type Writing = { readonly as: 'text' } | { readonly as: 'parquet' };
