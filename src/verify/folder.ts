import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import type { Manifest } from '../release/manifest.ts';
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
  for (const { name } of files) {
    if (!safe(name)) breaches.push({ kind: 'unsafe-file-name', file: name });
    else if (declared.has(name)) breaches.push({ kind: 'repeated-file', file: name });
    else declared.add(name);
  }
  for (const name of declared) if (!own.includes(name)) breaches.push({ kind: 'foreign-file', file: name, own });
  if (declared.has('report.html') && !declared.has('report.json'))
    breaches.push({ kind: 'foreign-file', file: 'report.html', own }); // it shows what the other one says
  if (!safe(data.file)) breaches.push({ kind: 'unsafe-file-name', file: data.file });
  else if (!declared.has(data.file)) breaches.push({ kind: 'undeclared-data-file', file: data.file });
  if ('xes' in data && data.xes !== undefined && !declared.has(data.xes))
    breaches.push({ kind: 'undeclared-data-file', file: data.xes });

  const present = new Set<string>();
  for (const name of declared) {
    const entry = entries.get(name);
    if (entry === 'file') present.add(name);
    else if (entry === undefined) breaches.push({ kind: 'missing-file', file: name });
    else breaches.push({ kind: 'not-a-plain-file', file: name, entry });
  }
  for (const [name, entry] of [...entries].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const expected = name === 'manifest.json' || (name === 'internal' && entry === 'folder') || declared.has(name);
    if (!expected) breaches.push({ kind: 'undeclared-file', file: name, entry });
  }
  return { breaches, present };
}

/** All that a release may declare. Whatever else is to leave one day gets its line here, and a check of what it says. */
const filesOf = ({ method, data }: Manifest): readonly string[] => [
  method === 'events' ? `anonymized_events.${data.format}` : `${method}_anonymized.${data.format}`,
  ...('xes' in data && data.xes !== undefined ? [data.xes] : []),
  'report.json',
  'report.html',
];

function kindOf(entry: Dirent): Entry {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'folder';
  return entry.isSymbolicLink() ? 'symbolic link' : 'special file';
}

/** A name in the folder itself, on any system; neither the manifest, which cannot hold its own hash, nor what must stay. */
const safe = (name: string): boolean =>
  name !== '' && !/[/\\:\0]/.test(name) && !['.', '..', 'manifest.json', 'internal'].includes(name.toLowerCase());
