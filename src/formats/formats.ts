import { extname } from 'node:path';
import { arff } from './arff.ts';
import { arrow } from './arrow.ts';
import { csv } from './csv.ts';
import type { Format } from './format.ts';
import { ndjson } from './ndjson.ts';
import { parquet } from './parquet.ts';
import { ts } from './ts.ts';
import { ucr } from './ucr.ts';
import { xes } from './xes.ts';
import { otherSpreadsheets, xlsx } from './xlsx.ts';

/** Every format there is. Where two share an ending, the first that a file is like; a file of no known ending is text. */
export const formats: readonly Format[] = [parquet, ndjson, ucr, ts, arff, xlsx, xes, arrow, otherSpreadsheets, csv];

/** What a release may be written as. */
export const releaseFormats = { csv, parquet } as const satisfies Readonly<Record<string, Format>>;
export type ReleaseFormat = keyof typeof releaseFormats;
export const releaseFormatNames = Object.keys(releaseFormats) as [ReleaseFormat, ...ReleaseFormat[]]; // the record vouches

/** Whether a release of this format is text as it was written; else an engine makes it of the text. */
export const isText = (format: ReleaseFormat): boolean => releaseFormats[format].writes.as === 'text';

/** Endings of what can be read, for people. */
export const readEndings: readonly string[] = [
  ...new Set(
    formats
      .filter((format) => format !== otherSpreadsheets)
      .flatMap(({ extensions }) => extensions)
      .map((ending) => `.${ending}`),
  ),
];

/** What is known of a file before it is read. */
export interface FileHead {
  /** Its path, or `-` where it has none. */
  readonly path: string;
  readonly gzip: boolean;
  readonly delimiter: string | undefined;
  /** Asked only where the name does not decide. */
  firstLine(delimiter?: string): string;
}

/** The format of a file: by its ending, where several share it by its first line, and by that alone where it has no name. */
export function formatOf(head: FileHead, known: readonly Format[] = formats): Format {
  const readable = known.filter(({ reads }) => reads !== undefined);
  if (head.path === '-') {
    const line = head.firstLine();
    return readable.find(({ begins }) => begins !== undefined && line.startsWith(begins)) ?? csv;
  }
  const bare = head.path.replace(/\.gz$/i, '');
  const ending = extname(bare).slice(1).toLowerCase();
  const fits = ({ extensions, gzip, reads, isLike }: Format) =>
    extensions.includes(ending) &&
    (gzip === true || bare === head.path) &&
    !(head.gzip && reads?.as === 'series') && // its lines are read one by one
    (isLike === undefined || isLike(head.firstLine('\t'), head.delimiter));
  return readable.find(fits) ?? csv;
}
