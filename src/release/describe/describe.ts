import type { Manifest } from '../manifest.ts';
import { croissantOf } from './croissant.ts';
import { dataPackageOf } from './data-package.ts';
import { dcatOf } from './dcat.ts';
import type { PublisherWords } from './publisher-words.ts';

type Describe = (manifest: Manifest, about: PublisherWords) => unknown;

/** A release in the words of catalogues: each file is a function of manifest and publisher's words, so it can tell nothing that they do not. */
const describers: Readonly<Record<string, Describe>> = {
  'datapackage.json': dataPackageOf,
  'dcat.jsonld': dcatOf,
  'croissant.json': croissantOf,
};

export const descriptionFiles: readonly string[] = Object.keys(describers);

/** The text of every description by its name. There is one way to write each, so that a reader can make it again and compare. */
export const descriptionsOf = (manifest: Manifest, about: PublisherWords = {}): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(describers).map(([name, describe]) => [name, `${JSON.stringify(describe(manifest, about), null, 2)}\n`]),
  );
