import type { Manifest } from '../manifest.ts';
import { fieldTypes, nameOf } from './data-package.ts';
import { besideFiles, type DescribedFile, delimiterOf, tableFiles } from './files.ts';
import { measuresOf, promiseSentences, sentenceAbout } from './promises.ts';
import type { PublisherWords } from './publisher-words.ts';

/** A dataset for programs that learn from data (Croissant 1.0, MLCommons): files with their hashes, and the columns as fields of one record set. */
export function croissantOf(manifest: Manifest, { title, purpose, publisher, licence, date }: PublisherWords) {
  const files = tableFiles(manifest);
  return {
    '@context': context,
    '@type': 'sc:Dataset',
    conformsTo: 'http://mlcommons.org/croissant/1.0',
    name: title ?? nameOf(manifest),
    description: purpose ?? sentenceAbout(manifest),
    ...(licence === undefined ? {} : { license: licence }),
    ...(publisher === undefined ? {} : { creator: { '@type': 'sc:Organization', name: publisher } }),
    ...(date === undefined ? {} : { datePublished: date }),
    'rai:personalSensitiveInformation': promiseSentences(manifest).join(' '),
    'dpv:hasTechnicalMeasure': measuresOf(manifest),
    distribution: [...[...files, ...besideFiles(manifest)].map(fileObject), ...(files.length > 1 ? [fileSet(files)] : [])],
    ...(hasPlainRows(manifest) ? { recordSet: [recordSetOf(manifest, files)] } : {}),
  };
}

/** Croissant has no word for what stands between cells, and its readers take a comma. */
const hasPlainRows = (manifest: Manifest): boolean => manifest.data.format !== 'csv' || delimiterOf(manifest) === ',';

const recordSetOf = ({ columns, data }: Manifest, files: readonly DescribedFile[]) => ({
  '@type': 'cr:RecordSet',
  '@id': 'rows',
  name: 'rows',
  field: columns.map(({ name, kind }) => ({
    '@type': 'cr:Field',
    '@id': `rows/${name}`,
    name,
    dataType: dataTypes[fieldTypes[kind] ?? 'string'],
    source: {
      ...(files.length > 1 ? { fileSet: { '@id': 'parts' } } : { fileObject: { '@id': data.file } }),
      extract: { column: name },
    },
  })),
});

const dataTypes = { integer: 'sc:Integer', number: 'sc:Float', string: 'sc:Text' } as const;

const fileObject = ({ name, sha256, bytes, mediaType }: DescribedFile) => ({
  '@type': 'cr:FileObject',
  '@id': name,
  name,
  contentUrl: encodeURI(name),
  contentSize: `${bytes} B`,
  encodingFormat: encodingOf(mediaType),
  sha256,
});

/** Croissant's own program reads Parquet under its older name alone. */
const encodingOf = (mediaType: string): string =>
  mediaType === 'application/vnd.apache.parquet' ? 'application/x-parquet' : mediaType;

/** All parts of a table together. */
const fileSet = (files: readonly DescribedFile[]) => ({
  '@type': 'cr:FileSet',
  '@id': 'parts',
  name: 'parts',
  encodingFormat: encodingOf(files[0].mediaType),
  includes: files.map(({ name }) => name),
});

/** The terms that the specification wants to be given, and those of DPV. */
const context = {
  '@language': 'en',
  '@vocab': 'https://schema.org/',
  sc: 'https://schema.org/',
  cr: 'http://mlcommons.org/croissant/',
  rai: 'http://mlcommons.org/croissant/RAI/',
  dct: 'http://purl.org/dc/terms/',
  dpv: 'https://w3id.org/dpv#',
  citeAs: 'cr:citeAs',
  column: 'cr:column',
  conformsTo: 'dct:conformsTo',
  data: { '@id': 'cr:data', '@type': '@json' },
  dataType: { '@id': 'cr:dataType', '@type': '@vocab' },
  examples: { '@id': 'cr:examples', '@type': '@json' },
  extract: 'cr:extract',
  field: 'cr:field',
  fileObject: 'cr:fileObject',
  fileProperty: 'cr:fileProperty',
  fileSet: 'cr:fileSet',
  format: 'cr:format',
  includes: 'cr:includes',
  isLiveDataset: 'cr:isLiveDataset',
  jsonPath: 'cr:jsonPath',
  key: 'cr:key',
  md5: 'cr:md5',
  parentField: 'cr:parentField',
  path: 'cr:path',
  recordSet: 'cr:recordSet',
  references: 'cr:references',
  regex: 'cr:regex',
  repeated: 'cr:repeated',
  replace: 'cr:replace',
  separator: 'cr:separator',
  source: 'cr:source',
  subField: 'cr:subField',
  transform: 'cr:transform',
} as const;
