import type { Manifest } from '../manifest.ts';
import { nameOf } from './data-package.ts';
import { besideFiles, tableFiles } from './files.ts';
import { measuresOf, sentenceAbout } from './promises.ts';
import type { PublisherWords } from './publisher-words.ts';

/** A dataset in the Data Catalog Vocabulary (DCAT 3) as JSON-LD, with its promises as measures of DPV. */
export const dcatOf = (manifest: Manifest, { title, purpose, publisher, contact, licence, date }: PublisherWords) => ({
  '@context': {
    dcat: 'http://www.w3.org/ns/dcat#',
    dct: 'http://purl.org/dc/terms/',
    dpv: 'https://w3id.org/dpv#',
    foaf: 'http://xmlns.com/foaf/0.1/',
    spdx: 'http://spdx.org/rdf/terms#',
    vcard: 'http://www.w3.org/2006/vcard/ns#',
    xsd: 'http://www.w3.org/2001/XMLSchema#',
  },
  '@type': 'dcat:Dataset',
  'dct:identifier': nameOf(manifest),
  'dct:title': title ?? nameOf(manifest),
  'dct:description': purpose ?? sentenceAbout(manifest),
  ...(date === undefined ? {} : { 'dct:issued': { '@type': 'xsd:date', '@value': date } }),
  ...(publisher === undefined ? {} : { 'dct:publisher': { '@type': 'foaf:Agent', 'foaf:name': publisher } }),
  ...(contact === undefined ? {} : { 'dcat:contactPoint': { '@type': 'vcard:Kind', 'vcard:fn': contact } }),
  ...(licence === undefined ? {} : { 'dct:rights': { '@type': 'dct:RightsStatement', 'dct:description': licence } }),
  'dpv:hasTechnicalMeasure': measuresOf(manifest),
  'dcat:distribution': [...tableFiles(manifest), ...besideFiles(manifest)].map(({ name, sha256, bytes, mediaType }) => ({
    '@type': 'dcat:Distribution',
    'dct:title': name,
    'dcat:downloadURL': { '@id': encodeURI(name) },
    'dcat:mediaType': { '@id': `https://www.iana.org/assignments/media-types/${mediaType}` },
    'dcat:byteSize': { '@type': 'xsd:nonNegativeInteger', '@value': String(bytes) },
    'spdx:checksum': {
      '@type': 'spdx:Checksum',
      'spdx:algorithm': { '@id': 'spdx:checksumAlgorithm_sha256' },
      'spdx:checksumValue': sha256,
    },
  })),
});
