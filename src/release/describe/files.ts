import { dataFilesOf } from '../data-files.ts';
import type { Manifest } from '../manifest.ts';

/** A file of a release that holds its rows. */
export interface DescribedFile {
  readonly name: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly mediaType: string;
}

/** The data, in one file or in parts. */
export const tableFiles = (manifest: Manifest): readonly DescribedFile[] =>
  dataFilesOf(manifest).map(({ name, sha256, bytes }) => ({ name, sha256, bytes, mediaType: mediaTypes[manifest.data.format] }));

/** The same rows once more, as an event log. */
export function logFiles({ data, files }: Manifest): readonly DescribedFile[] {
  const log = 'xes' in data ? files.find(({ name }) => name === data.xes) : undefined;
  return log === undefined ? [] : [{ name: log.name, sha256: log.sha256, bytes: log.bytes, mediaType: 'application/xml' }];
}

const mediaTypes: Readonly<Record<Manifest['data']['format'], string>> = {
  csv: 'text/csv',
  parquet: 'application/vnd.apache.parquet',
};

export const delimiterOf = ({ data }: Manifest): string => ('delimiter' in data ? data.delimiter : ',');
