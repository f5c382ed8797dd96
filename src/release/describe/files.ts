import { besideData, dataFilesOf } from '../data-files.ts';
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

/** The same rows once more, in other forms. */
export const besideFiles = (manifest: Manifest): readonly DescribedFile[] =>
  besideData(manifest).flatMap((beside) =>
    manifest.files
      .filter(({ name }) => name === beside)
      .map(({ name, sha256, bytes }) => ({ name, sha256, bytes, mediaType: mediaOf(name) })),
  );

const mediaOf = (name: string): string => (name.endsWith('.arrow') ? 'application/vnd.apache.arrow.file' : 'application/xml');

const mediaTypes: Readonly<Record<Manifest['data']['format'], string>> = {
  csv: 'text/csv',
  parquet: 'application/vnd.apache.parquet',
};

export const delimiterOf = ({ data }: Manifest): string => ('delimiter' in data ? data.delimiter : ',');
