import { makeAgain, type SentencesOf } from './sentences.ts';

export type Entry = 'file' | 'folder' | 'symbolic link' | 'special file';

export type FolderBreach =
  | { readonly kind: 'unsafe-file-name'; readonly file: string }
  | { readonly kind: 'repeated-file'; readonly file: string }
  | { readonly kind: 'undeclared-data-file'; readonly file: string }
  | { readonly kind: 'missing-file'; readonly file: string }
  | { readonly kind: 'not-a-plain-file'; readonly file: string; readonly entry: Entry }
  | { readonly kind: 'foreign-file'; readonly file: string; readonly own: readonly string[] }
  | { readonly kind: 'undeclared-file'; readonly file: string; readonly entry: Entry }
  | { readonly kind: 'wrong-size'; readonly file: string; readonly declared: number; readonly found: number }
  | { readonly kind: 'wrong-hash'; readonly file: string };

export const folderSentences: SentencesOf<FolderBreach> = {
  'unsafe-file-name': ({ file }) => ({
    what: `The manifest names a file ${JSON.stringify(file)}, which is not a plain name of a file in the folder.`,
    where: 'manifest.json, files',
    why: 'Such a name leads out of the release, or means its manifest or its internal part.',
    fix: makeAgain,
  }),
  'repeated-file': ({ file }) => ({
    what: `The manifest declares ${file} more than once.`,
    where: 'manifest.json, files',
    why: 'One file has one size and one hash.',
    fix: makeAgain,
  }),
  'undeclared-data-file': ({ file }) => ({
    what: `The data file ${file} is not among the declared files.`,
    where: 'manifest.json, files',
    why: 'Without its hash nobody can tell whether the data was changed.',
    fix: makeAgain,
  }),
  'missing-file': ({ file }) => ({
    what: `The declared file ${file} is not in the folder.`,
    where: file,
    why: 'A release is there whole or not at all.',
    fix: 'Copy the whole folder again, or make the release again.',
  }),
  'not-a-plain-file': ({ file, entry }) => ({
    what: `${file} is a ${entry}, not a plain file.`,
    where: file,
    why: 'The bytes that leave must be in the folder itself.',
    fix: makeAgain,
  }),
  'foreign-file': ({ file, own }) => ({
    what: `The manifest declares ${JSON.stringify(file)}, which a release of its method does not have.`,
    where: 'manifest.json, files',
    why: `Beside its manifest such a release has ${own.join(', ')}. Nothing is promised about any other file.`,
    fix: makeAgain,
  }),
  'undeclared-file': ({ file, entry }) => ({
    what: `The folder holds a ${entry} that the manifest does not declare: ${file}.`,
    where: file,
    why: 'Whatever lies in the folder leaves with it, and nothing is promised about this.',
    fix: 'Move it out of the folder. What must stay belongs in internal/.',
  }),
  'wrong-size': ({ file, declared, found }) => ({
    what: `${file} has ${found} bytes; the manifest declares ${declared}.`,
    where: file,
    why: 'The file was changed or cut short after it was verified.',
    fix: 'Copy the folder again, or make the release again.',
  }),
  'wrong-hash': ({ file }) => ({
    what: `The SHA-256 of ${file} is not the declared one.`,
    where: file,
    why: 'The file was changed after it was verified.',
    fix: 'Copy the folder again, or make the release again.',
  }),
};
