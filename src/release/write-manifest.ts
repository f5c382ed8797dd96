import { join } from 'node:path';
import { json, writeSynced } from '../formats/text-file.ts';
import { type Manifest, manifestSchema } from './manifest.ts';

export function writeManifest(folder: string, manifest: Manifest): void {
  writeSynced(join(folder, 'manifest.json'), json(manifestSchema.parse(manifest))); // keys in the order of the schema: there is one way to write it
}
