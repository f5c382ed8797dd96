import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { json } from '../formats/text-file.ts';
import { type Manifest, manifestSchema } from './manifest.ts';

/** Keys in the order of the schema: there is one way to write a manifest. */
export const manifestText = (manifest: Manifest): string => json(manifestSchema.parse(manifest, { jitless: true }));

/** For the verifier of a release that is not sealed yet; what is published is written anew, and synced. */
export const writeDraft = (folder: string, manifest: Manifest): void =>
  writeFileSync(join(folder, 'manifest.json'), manifestText(manifest));
