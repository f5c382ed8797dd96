import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openWorkspace } from '../base/workspace.ts';
import type { FileRow } from '../engine/engine.ts';
import { localFiles } from '../engine/local/files.ts';
import { type ManifestColumn, manifestSchema } from '../release/manifest.ts';

/** A published row: numbers where the manifest says so, null where a number is not told. */
export type ReleasedRow = FileRow;

/** The rows of a release as it lies in a folder, in the order of its file; for releases small enough to hold, such as counts and means. */
export async function releasedRows(folder: string): Promise<readonly ReleasedRow[]> {
  const { data, columns } = manifestSchema.parse(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')));
  const workspace = openWorkspace();
  try {
    return await localFiles(workspace).readRows({
      path: join(folder, data.file),
      format: data.format,
      delimiter: 'delimiter' in data ? data.delimiter : ',',
      columns: columns.map(({ name, kind }) => ({ name, numeric: numeric.includes(kind) })),
    });
  } finally {
    workspace.dispose();
  }
}

const numeric: readonly ManifestColumn['kind'][] = ['id', 'integer', 'number', 'lower', 'upper'];
