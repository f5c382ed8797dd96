import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ok, type Result, refused } from '../base/result.ts';
import type { EngineFiles } from '../engine/engine.ts';
import { cutText } from '../formats/cut-text.ts';
import type { Policy } from '../policy/policy.ts';
import { type Manifest, mostParts } from '../release/manifest.ts';
import { tooManyParts } from '../release/output-problems.ts';

/**
 * With `partRows`, cuts the written data into files of so many rows, each hashed as it is made, and says so in its manifest. It is done before the verifier
 * looks at anything: what it judges is what leaves. Rows keep their order, so the parts hang on nothing but the table.
 */
export async function partRelease(
  folder: string,
  { partRows }: Policy,
  manifest: Manifest,
  openFiles: () => Promise<EngineFiles>,
): Promise<Result<Manifest>> {
  const { data, files } = manifest;
  if (partRows === undefined || data.rows <= partRows) return ok(manifest);
  const count = Math.ceil(data.rows / partRows);
  if (count > mostParts) return refused(tooManyParts(count, mostParts));
  const file = join(folder, data.file);
  const plan = { rows: partRows, path: (part: number) => join(folder, partName(data.file, part)) };
  const written =
    data.format === 'parquet'
      ? await (await openFiles()).cutParquet({ ...plan, file, columns: manifest.columns })
      : cutText(file, plan);
  rmSync(file);
  const parts = written.map((part, at) => ({ name: partName(data.file, at + 1), ...part }));
  return ok({ ...manifest, data: { ...data, parts }, files: files.filter(({ name }) => name !== data.file) } as Manifest); // of the same method as before
}

/** Such as kapra_anonymized-00001.csv, so that names sort as parts follow each other. */
const partName = (file: string, part: number): string => file.replace(/(?=\.[^.]+$)/, `-${String(part).padStart(5, '0')}`);
