import { createHash } from 'node:crypto';
import type { Manifest } from './manifest.ts';

/** A file of a release by its name in the folder. */
export interface DataFile {
  readonly name: string;
  readonly sha256: string;
  readonly bytes: number;
}

/** The files that hold the rows of a release, in the order of the rows: one, or all parts of it. */
export function dataFilesOf({ data, files }: Pick<Manifest, 'data' | 'files'>): readonly DataFile[] {
  return data.parts ?? files.filter(({ name }) => name === data.file).slice(0, 1);
}

/** What the rows of a release are known by: the SHA-256 of its file; of parts, that of their hashes one below the other. */
export function hashOfData(manifest: Pick<Manifest, 'data' | 'files'>): string {
  const hashes = dataFilesOf(manifest).map(({ sha256 }) => sha256);
  if (manifest.data.parts === undefined) return hashes[0] ?? '';
  return createHash('sha256')
    .update(hashes.map((hash) => `${hash}\n`).join(''))
    .digest('hex');
}

/** Files that hold the same rows once more, in another form. */
export const besideData = ({ data }: Pick<Manifest, 'data'>): readonly string[] => [
  ...('xes' in data && data.xes !== undefined ? [data.xes] : []),
  ...(data.arrow === undefined ? [] : [data.arrow]),
];
