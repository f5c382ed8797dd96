import type { Manifest, ManifestColumn } from '../manifest.ts';
import { besideFiles, type DescribedFile, delimiterOf, tableFiles } from './files.ts';
import { promiseSentences, sentenceAbout } from './promises.ts';
import type { PublisherWords } from './publisher-words.ts';

/** A Data Package (Frictionless, version 1): the files, their hashes, and what stands in each column. */
export function dataPackageOf(manifest: Manifest, { title, purpose, publisher, licence, date }: PublisherWords) {
  return {
    profile: 'data-package',
    name: nameOf(manifest),
    ...(title === undefined ? {} : { title }),
    description: purpose ?? sentenceAbout(manifest),
    ...(date === undefined ? {} : { created: `${date}T00:00:00Z` }),
    ...(licence === undefined ? {} : { licenses: [{ name: licenceName(licence), title: licence }] }),
    ...(publisher === undefined ? {} : { contributors: [{ title: publisher, role: 'publisher' }] }),
    resources: [tableResource(manifest), ...besideFiles(manifest).map(besideResource)],
    promises: promiseSentences(manifest),
  };
}

/** Letters that names of packages may have. */
export const nameOf = ({ method }: Manifest): string => `shoal-${method}-release`;

/** A licence is free text; the name that a package wants is made of its letters. */
const licenceName = (licence: string): string =>
  licence.replaceAll(/[^-a-zA-Z0-9._]+/g, '-').replaceAll(/^-+|-+$/g, '') || 'other';

function tableResource(manifest: Manifest) {
  const files = tableFiles(manifest);
  const [first] = files;
  const { format, rows } = manifest.data;
  return {
    profile: format === 'csv' ? 'tabular-data-resource' : 'data-resource',
    name: 'data',
    path: manifest.data.parts === undefined ? manifest.data.file : files.map(({ name }) => name),
    format,
    mediatype: first?.mediaType,
    ...(format === 'csv'
      ? { encoding: 'utf-8', dialect: { delimiter: delimiterOf(manifest), quoteChar: '"', doubleQuote: true, header: true } }
      : {}),
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    ...(files.length === 1 ? { hash: `sha256:${first?.sha256}` } : { hashes: files.map(({ sha256 }) => `sha256:${sha256}`) }),
    rows,
    schema: { fields: manifest.columns.map(fieldOf), missingValues: [''] },
  };
}

const besideResource = ({ name, sha256, bytes, mediaType }: DescribedFile) => ({
  profile: 'data-resource',
  ...(name.endsWith('.arrow') ? { name: 'data-arrow', format: 'arrow' } : { name: 'event-log', format: 'xes' }),
  path: name,
  mediatype: mediaType,
  bytes,
  hash: `sha256:${sha256}`,
});

const fieldOf = ({ name, role, kind, of }: ManifestColumn) => ({
  name,
  type: fieldTypes[kind] ?? 'string',
  role,
  kind,
  ...(of === undefined || of === name ? {} : { of }),
});

/** Kinds whose cells are plain numbers; a cell of any other kind is text, such as an interval or a label. */
export const fieldTypes: Readonly<Partial<Record<ManifestColumn['kind'], 'integer' | 'number'>>> = {
  integer: 'integer',
  number: 'number',
  lower: 'number',
  upper: 'number',
};
