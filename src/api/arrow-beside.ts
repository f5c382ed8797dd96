import { statSync } from 'node:fs';
import { join } from 'node:path';
import { hashKernel } from '../formats/hash-kernel.ts';
import { writeArrow } from '../formats/write-arrow.ts';
import { cellsOf } from '../release/cell-types.ts';
import type { Manifest } from '../release/manifest.ts';

/** Writes the rows once more as Arrow, beside their CSV, and says so in the manifest; before the verifier looks at anything. */
export async function arrowBeside(folder: string, manifest: Manifest): Promise<Manifest> {
  const { data, columns, files } = manifest;
  const arrow = data.file.replace(/[^.]+$/, 'arrow');
  const path = join(folder, arrow);
  await writeArrow(join(folder, data.file), path, {
    delimiter: 'delimiter' in data ? data.delimiter : ',',
    columns: columns.map(({ name, kind }) => ({ name, cells: cellsOf(kind) })),
  });
  const file = { name: arrow, sha256: hashKernel.perform({ path }), bytes: statSync(path).size };
  return { ...manifest, data: { ...data, arrow }, files: [...files, file] } as Manifest; // of the same method as before
}
