import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkspace, type Workspace } from '../../src/base/workspace.ts';
import { openLocalEngine } from '../../src/engine/local/local-engine.ts';
import type { Format } from '../../src/formats/format.ts';
import { type FileHead, formatOf, formats, releaseFormatNames, releaseFormats } from '../../src/formats/formats.ts';

const head = (path: string, firstLine = '', more: Partial<FileHead> = {}): FileHead => ({
  ...{ path, gzip: false, delimiter: undefined, firstLine: () => firstLine },
  ...more,
});
const nameOf = (...given: Parameters<typeof head>): string => formatOf(head(...given)).name;

describe('the format of a file', () => {
  it('is told by its ending, in any case', () => {
    for (const { name, extensions, isLike } of formats)
      for (const ending of extensions) if (isLike === undefined) expect(nameOf(`data.${ending.toUpperCase()}`)).toBe(name);
    expect(nameOf('data.log')).toBe('csv');
    expect(nameOf('data')).toBe('csv');
  });

  it('is told by the first line where formats share an ending', () => {
    expect(nameOf('data.tsv', '1\t0.5\t0.7')).toBe('ucr');
    expect(nameOf('data.tsv', 'id\th1\th2')).toBe('csv');
    expect(nameOf('data.tsv', '1\t0.5\t0.7', { delimiter: ';' })).toBe('csv');
  });

  it('may be compressed where its reader takes that, with or without the ending', () => {
    expect(nameOf('data.csv.gz', '', { gzip: true })).toBe('csv');
    expect(nameOf('data.ndjson.gz', '', { gzip: true })).toBe('ndjson');
    expect(nameOf('data.parquet.gz', '', { gzip: true })).toBe('csv');
    expect(nameOf('data.ts', '', { gzip: true })).toBe('csv');
  });

  it('is told by how it begins where it comes without a name', () => {
    expect(nameOf('-', 'PAR1…')).toBe('parquet');
    expect(nameOf('-', '{"a":1}')).toBe('ndjson');
    expect(nameOf('-', '1\t0.5\t0.7')).toBe('csv');
  });

  it('has one name, and what a release may be written as can be read', () => {
    expect(new Set(formats.map(({ name }) => name)).size).toBe(formats.length);
    for (const name of releaseFormatNames) {
      expect(releaseFormats[name].name).toBe(name);
      expect(formats).toContain(releaseFormats[name]);
    }
  });
});

describe('a format from outside the list', () => {
  let home: string;
  let workspace: Workspace;
  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), 'formats-'));
    workspace = openWorkspace();
  });
  afterAll(() => {
    workspace.dispose();
    rmSync(home, { recursive: true });
  });

  const columnsOf = async (file: string, own: Format): Promise<readonly string[]> => {
    const engine = await openLocalEngine({ workspace, threads: 1 });
    try {
      const source = await engine.open({ input: join(home, file), formats: [...formats, own] });
      if (!source.ok) throw new Error(source.problems[0].what);
      return source.value.columns.map(({ name }) => name);
    } finally {
      engine.close();
    }
  };

  it('is read: text with bars between cells, whatever else stands in them', async () => {
    const psv: Format = { name: 'psv', extensions: ['psv'], gzip: true, reads: { as: 'text', delimiter: '|' } };
    const text = 'last, first, middle|age\nDoe, Jo, A|40\nRoe, Al, B|50\n';
    writeFileSync(join(home, 'people.psv'), text);
    writeFileSync(join(home, 'people.psv.gz'), gzipSync(text));
    expect(await columnsOf('people.psv', psv)).toEqual(['last, first, middle', 'age']);
    expect(await columnsOf('people.psv.gz', psv)).toEqual(['last, first, middle', 'age']);
  });

  it('is read: series in a form of its own, line by line', async () => {
    const spaced: Format = {
      ...{ name: 'spaced', extensions: ['spc'] },
      reads: { as: 'series', reader: () => ({ take: (line) => (line === '' ? undefined : { values: line.split(' ') }) }) },
    };
    writeFileSync(join(home, 'curves.spc'), '1 2 3\n4 5 6\n');
    expect(await columnsOf('curves.spc', spaced)).toEqual(['T1', 'T2', 'T3']);
  });
});
