import { join } from 'node:path';
import { guardCells } from '../formats/guard-cells.ts';
import type { Policy } from '../policy/policy.ts';
import type { Manifest } from './manifest.ts';

/** With `spreadsheetSafe`, makes the written data safe to open in a spreadsheet, and says so in its manifest; its plan saw to the names of columns. */
export function guardRelease<Some extends Manifest>(folder: string, { spreadsheetSafe }: Policy, manifest: Some): Some {
  if (!spreadsheetSafe) return manifest;
  const { data, columns, files } = manifest;
  const written = guardCells(join(folder, data.file), columns, 'delimiter' in data ? data.delimiter : ',');
  return {
    ...manifest,
    spreadsheetSafe: true,
    files: files.map((file) => (file.name === data.file ? { ...file, ...written } : file)),
  };
}
