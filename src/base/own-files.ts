import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A file of this package, by its path from the package's folder. */
export const ownFile = (path: string): string => join(folder, path);

/** A program that this build holds, to be started as a thread or a process: a copy of the same code. */
export const ownProgram = (path: string): string => join(folder, relative(folder, here).split(sep)[0], path);

interface OwnPackage {
  readonly version: string;
}

/** What package.json says of this package. */
export const ownPackage = (): OwnPackage => JSON.parse(readFileSync(ownFile('package.json'), 'utf8'));

const here = fileURLToPath(import.meta.url);
const folder = folderOf(dirname(here)); // looked for, as a bundle puts this code wherever it likes

function folderOf(place: string): string {
  return existsSync(join(place, 'package.json')) || dirname(place) === place ? place : folderOf(dirname(place));
}
