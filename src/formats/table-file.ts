import type { RowsWriter } from './rows-file.ts';

/** A file that holds a table in a form of its own. */
export interface TableFile {
  /** As messages call it. */
  readonly name: string;
  readonly path: string;
  readonly gzip: boolean;
  /** Of a workbook: the sheet that was asked for. */
  readonly sheet?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads a file into rows of text, and answers what a person should hear of what it left out. Whatever is wrong with the file travels out as a
 * refusal.
 */
export type TableReader = (file: TableFile, rows: RowsWriter) => Promise<readonly string[]>;
