import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { dataFilesOf } from '../../src/release/data-files.ts';
import { descriptionFiles, descriptionsOf } from '../../src/release/describe/describe.ts';
import type { Manifest } from '../../src/release/manifest.ts';
import { goodDraft, write } from '../verify/a-good-release.ts';
import { goodTable, writeTableRelease } from '../verify/a-table-release.ts';
import { goodEvents, withEvidence, writeEvents } from '../verify/an-event-release.ts';
import { verifyLent } from '../verify/lent-duckdb.ts';

let home = '';
const releases: Record<string, string> = {};
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'shoal-described-'));
  const makers = {
    series: (folder: string) => write(folder, goodDraft('csv')),
    columns: (folder: string) => write(folder, goodDraft('parquet columns')),
    events: (folder: string) => writeEvents(folder, withEvidence(goodEvents('random', 'csv'))),
    table: (folder: string) => writeTableRelease(folder, goodTable('records', { format: 'csv' })),
    counts: (folder: string) => writeTableRelease(folder, goodTable('groups', { format: 'parquet' })),
  };
  for (const [name, make] of Object.entries(makers)) {
    releases[name] = mkdtempSync(join(home, 'good-'));
    await make(releases[name]);
  }
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const manifestOf = (name: string): Manifest => JSON.parse(readFileSync(join(releases[name], 'manifest.json'), 'utf8'));
const names = ['series', 'columns', 'events', 'table', 'counts'];
const words = {
  title: 'Days at work',
  publisher: 'The office',
  purpose: 'For those who plan shifts',
  contact: 'office@example.org',
  licence: 'CC BY 4.0',
  date: '2031-11-05',
};

/** A copy of a good release with its descriptions. */
function described(name: string): string {
  const folder = mkdtempSync(join(home, 'described-'));
  cpSync(releases[name], folder, { recursive: true });
  for (const [file, text] of Object.entries(descriptionsOf(manifestOf(name)))) writeFileSync(join(folder, file), text);
  return folder;
}

async function breachesOf(folder: string): Promise<readonly unknown[]> {
  const verdict = await verifyLent(folder);
  if (!verdict.ok) throw new Error(verdict.problems[0].what);
  return verdict.value.breaches;
}

describe('descriptions of a release', () => {
  it.each(['series', 'events', 'counts'])('hold beside it, and each of them forged is refused (%s)', async (name) => {
    const folder = described(name);
    expect(await breachesOf(folder)).toEqual([]);
    const { k } = manifestOf(name).promises;
    for (const file of descriptionFiles) {
      const text = readFileSync(join(folder, file), 'utf8');
      writeFileSync(join(folder, file), file === 'dcat.jsonld' ? `${text} ` : text.replace(`at least ${k}`, `at least ${k + 1}`));
    }
    expect(await breachesOf(folder)).toEqual(descriptionFiles.map((file) => ({ kind: 'false-description', file })));
  });

  it('cannot lead out of the folder, and none has to be there', async () => {
    const folder = described('series');
    rmSync(join(folder, 'dcat.jsonld'));
    expect(await breachesOf(folder)).toEqual([]);
    rmSync(join(folder, 'datapackage.json'));
    symlinkSync(join(folder, 'manifest.json'), join(folder, 'datapackage.json'));
    expect(await breachesOf(folder)).toEqual([{ kind: 'not-a-plain-file', file: 'datapackage.json', entry: 'symbolic link' }]);
  });

  it('tell rows, hashes and columns of the data, and not which columns were dropped', () => {
    const manifest = manifestOf('series');
    const texts = descriptionsOf(manifest);
    expect(descriptionsOf({ ...manifest, dropped: ['Name'] })).toEqual(texts);
    for (const [file, text] of Object.entries(texts)) expect(text, file).toContain(dataFilesOf(manifest)[0].sha256);
    const [first] = manifest.columns;
    const renamed = descriptionsOf({
      ...manifest,
      columns: [{ ...first, name: 'Other' }, ...manifest.columns.slice(1)],
    } as Manifest);
    expect(descriptionFiles.filter((file) => renamed[file] !== texts[file])).toEqual(['datapackage.json', 'croissant.json']);
  });

  it.each([
    ['series', 'Behind every pattern of a group'],
    ['table', 'In every group'],
  ])('tell what is promised of sensitive values (%s)', (name, where) => {
    const manifest = manifestOf(name);
    const promises = { ...manifest.promises, models: [{ model: 'entropy', column: 'ill', l: 1.5 }] };
    for (const [file, text] of Object.entries(descriptionsOf({ ...manifest, promises } as Manifest)))
      expect(text, file).toContain(`${where} ill has the entropy of at least 1.5 values that are equally frequent.`);
  });

  it('carry the words of a publisher where there are some', () => {
    for (const [file, text] of Object.entries(descriptionsOf(manifestOf('table'), words)))
      for (const word of [words.title, words.purpose, words.publisher, words.licence, words.date])
        expect(text, file).toContain(word);
  });
});

/** What the specification of Data Packages asks for, in our words: https://specs.frictionlessdata.io */
const name = z.string().regex(/^[-a-z0-9._/]+$/);
const dataPackage = z.looseObject({
  profile: z.literal('data-package'),
  name,
  title: z.string().optional(),
  created: z.iso.datetime().optional(),
  licenses: z
    .array(z.looseObject({ name: z.string().regex(/^[-a-zA-Z0-9._]+$/) }))
    .min(1)
    .optional(),
  contributors: z
    .array(z.looseObject({ title: z.string() }))
    .min(1)
    .optional(),
  resources: z
    .array(
      z.looseObject({
        name,
        path: z.union([z.string(), z.array(z.string()).min(1)]),
        hash: z
          .string()
          .regex(/^sha256:[0-9a-f]{64}$/)
          .optional(),
        bytes: z.int(),
        schema: z
          .looseObject({
            fields: z.array(z.looseObject({ name: z.string(), type: z.enum(['string', 'number', 'integer']) })).min(1),
          })
          .optional(),
      }),
    )
    .min(1),
});

describe('datapackage.json', () => {
  it.each(names)('is a data package, with the columns of the data in their order (%s)', (of) => {
    for (const about of [{}, words]) {
      const read = dataPackage.parse(JSON.parse(descriptionsOf(manifestOf(of), about)['datapackage.json']));
      expect(read.resources[0].schema?.fields.map((field) => field.name)).toEqual(
        manifestOf(of).columns.map((column) => column.name),
      );
    }
  });

  it('names every part of a release in parts', () => {
    const manifest = manifestOf('series');
    const [{ sha256 }] = manifest.files;
    const parts = ['a-1.csv', 'a-2.csv'].map((part) => ({ name: part, rows: 2, sha256, bytes: 7 }));
    const cut = { ...manifest, data: { ...manifest.data, parts } } as Manifest;
    const { resources } = dataPackage.parse(JSON.parse(descriptionsOf(cut)['datapackage.json']));
    expect(resources[0]).toMatchObject({
      path: ['a-1.csv', 'a-2.csv'],
      bytes: 14,
      hashes: [`sha256:${sha256}`, `sha256:${sha256}`],
    });
    const croissant = JSON.parse(descriptionsOf(cut)['croissant.json']);
    expect(croissant.distribution.map((one: Record<string, string>) => one['@id'])).toEqual(['a-1.csv', 'a-2.csv', 'parts']);
    expect(croissant.recordSet[0].field[0].source.fileSet).toEqual({ '@id': 'parts' });
  });
});

describe('dcat.jsonld and croissant.json', () => {
  it.each(names)('know every prefix they use, and tell the promises as measures of DPV (%s)', (of) => {
    const texts = descriptionsOf(manifestOf(of), words);
    for (const file of ['dcat.jsonld', 'croissant.json']) {
      const { '@context': context, ...rest } = JSON.parse(texts[file]);
      const prefixes = [...JSON.stringify(rest).matchAll(/"([a-z]+):[A-Za-z]/g)]
        .map(([, prefix]) => prefix)
        .filter((prefix) => !['http', 'https'].includes(prefix));
      for (const prefix of prefixes) expect(context, file).toHaveProperty(prefix);
      const measures = rest['dpv:hasTechnicalMeasure'];
      expect(measures[0]).toMatchObject({
        '@type': 'dpv:Deidentification',
        'dct:description': expect.stringContaining(`at least ${manifestOf(of).promises.k}`),
      });
    }
  });

  it('name Parquet as readers of each know it', () => {
    const { 'dcat.jsonld': dcat, 'croissant.json': croissant } = descriptionsOf(manifestOf('counts'));
    expect(dcat).toContain('media-types/application/vnd.apache.parquet');
    expect(JSON.parse(croissant).distribution[0].encodingFormat).toBe('application/x-parquet');
  });
});
