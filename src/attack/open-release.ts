import { join } from 'node:path';
import { type Counter, Unreadable } from '../base/counting.ts';
import { isPlainFile } from '../base/plain-file.ts';
import { Refusal } from '../base/problem.ts';
import { dataFilesOf } from '../release/data-files.ts';
import type { Manifest } from '../release/manifest.ts';
import { readGuarded } from '../verify/guarded-cells.ts';
import { csvHeader } from '../verify/header.ts';
import { readManifest } from '../verify/read-manifest.ts';
import { csvSource, delimiterOf, parquetHeader, parquetSource, type Source } from '../verify/source.ts';
import { fastThenSure } from '../verify/two-readings.ts';
import { unsoundRelease } from './problems.ts';

/** A release as anyone reads it who has its files. */
export interface OpenedRelease<Of extends Manifest = Manifest> {
  readonly counter: Counter;
  readonly folder: string;
  readonly manifest: Of;
  readonly source: Source;
}

export async function manifestIn(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  if ('length' in manifest) throw new Refusal(unsoundRelease('its manifest cannot be understood'));
  return manifest;
}

/** Lends the released rows to `use`; those of a text file are read once fast and, where that fails, once more and surely. */
export async function withRelease<Value>(
  counter: Counter,
  folder: string,
  manifest: Manifest,
  use: (release: OpenedRelease) => Promise<Value>,
): Promise<Value> {
  const paths = dataFilesOf(manifest).map(({ name }) => join(folder, name));
  if (!paths.every(isPlainFile)) throw new Refusal(unsoundRelease('its data is not there as plain files'));
  try {
    if (manifest.data.format === 'parquet') {
      for (const path of paths) mustHave(await parquetHeader(counter, path), manifest);
      const source = await parquetSource(counter, paths, manifest);
      if ('kind' in source) throw new Refusal(unsoundRelease('a column is of another type than declared'));
      return await use({ counter, folder, manifest, source });
    }
    for (const path of paths) mustHave(await csvHeader(path, delimiterOf(manifest)), manifest);
    return await fastThenSure(false, async (reading) => {
      const raw = csvSource(paths, manifest.columns, delimiterOf(manifest), reading);
      const source = manifest.spreadsheetSafe === true ? (await readGuarded(counter, raw, manifest)).source : raw;
      return use({ counter, folder, manifest, source });
    });
  } catch (error) {
    if (error instanceof Unreadable) throw new Refusal(unsoundRelease('its data cannot be read to the end'));
    throw error;
  }
}

function mustHave(names: readonly string[] | undefined, { columns }: Manifest): void {
  if (names?.length !== columns.length || columns.some(({ name }, at) => names[at] !== name))
    throw new Refusal(unsoundRelease('its columns are others than declared'));
}
