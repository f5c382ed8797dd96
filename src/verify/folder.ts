import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { besideData } from '../release/data-files.ts';
import { descriptionFiles } from '../release/describe/describe.ts';
import type { Manifest } from '../release/manifest.ts';
import { signatureFile } from '../release/side-files.ts';
import type { Entry, FolderBreach } from './folder-breaches.ts';

export interface Folder {
  readonly breaches: readonly FolderBreach[];
  /** Declared files that are there as plain files, each once. */
  readonly present: ReadonlySet<string>;
}

/** What lies in the folder against what the manifest declares and a release of its method has, before any byte is read. */
export async function checkFolder(folder: string, manifest: Manifest): Promise<Folder> {
  const { files, data } = manifest;
  const own = filesOf(manifest);
  const breaches: FolderBreach[] = [];
  const entries = new Map((await readdir(folder, { withFileTypes: true })).map((entry) => [entry.name, kindOf(entry)]));
  const declared = new Set<string>();
  const declare = ({ name }: { readonly name: string }) => {
    if (!safe(name)) breaches.push({ kind: 'unsafe-file-name', file: name });
    else if (declared.has(name)) breaches.push({ kind: 'repeated-file', file: name });
    else declared.add(name);
  };
  files.forEach(declare);
  for (const name of declared) if (!own.includes(name)) breaches.push({ kind: 'foreign-file', file: name, own });
  data.parts?.forEach(declare); // what they are called is judged with how rows are dealt out to them
  if (declared.has('report.html') && !declared.has('report.json'))
    breaches.push({ kind: 'foreign-file', file: 'report.html', own }); // it shows what the other one says
  if (!safe(data.file)) breaches.push({ kind: 'unsafe-file-name', file: data.file });
  else if (data.parts !== undefined) {
    if (data.file !== tableOf(manifest)) breaches.push({ kind: 'foreign-file', file: data.file, own: [tableOf(manifest)] });
  } else if (!declared.has(data.file)) breaches.push({ kind: 'undeclared-data-file', file: data.file });
  for (const name of besideData(manifest)) if (!declared.has(name)) breaches.push({ kind: 'undeclared-data-file', file: name });
  if (data.arrow !== undefined && data.arrow !== arrowBeside(manifest))
    breaches.push({ kind: 'foreign-file', file: data.arrow, own });

  const present = new Set<string>();
  for (const name of declared) {
    const entry = entries.get(name);
    if (entry === 'file') present.add(name);
    else if (entry === undefined) breaches.push({ kind: 'missing-file', file: name });
    else breaches.push({ kind: 'not-a-plain-file', file: name, entry });
  }
  for (const [name, entry] of [...entries].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (besideManifest.includes(name) && entry !== 'file') breaches.push({ kind: 'not-a-plain-file', file: name, entry });
    const expected = besideManifest.includes(name) || (name === 'internal' && entry === 'folder') || declared.has(name);
    if (!expected) breaches.push({ kind: 'undeclared-file', file: name, entry });
  }
  return { breaches, present };
}

/** What a manifest cannot declare, as it hangs on the manifest itself; each has a check of its own. */
const besideManifest: readonly string[] = ['manifest.json', signatureFile, ...descriptionFiles];

/** All that a release may declare. Whatever else is to leave one day gets its line here, and a check of what it says. */
const filesOf = (manifest: Manifest): readonly string[] => [
  ...(manifest.data.parts === undefined ? [tableOf(manifest)] : []),
  ...besideData(manifest).filter((name) => name !== manifest.data.arrow || name === arrowBeside(manifest)),
  'report.json',
  'report.html',
];

/** The data file; of a release in parts, what its parts are called after. */
const tableOf = ({ method, data }: Manifest): string =>
  method === 'events' ? `anonymized_events.${data.format}` : `${method}_anonymized.${data.format}`;

/** What the same rows are called as Arrow. */
const arrowBeside = (manifest: Manifest): string => tableOf(manifest).replace(/[^.]+$/, 'arrow');

function kindOf(entry: Dirent): Entry {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'folder';
  return entry.isSymbolicLink() ? 'symbolic link' : 'special file';
}

/** A name in the folder itself, on any system; neither the manifest and what hangs on it, as it cannot hold their hashes, nor what must stay. */
const safe = (name: string): boolean =>
  name !== '' && !/[/\\:\0]/.test(name) && !['.', '..', 'internal', ...besideManifest].includes(name.toLowerCase());
