import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Progress } from '../../src/base/progress.ts';
import { writeSample } from '../../src/engine/local/sample-file.ts';
import { type Sample, type SampleKind, sampleOf } from '../../src/samples/sample.ts';
import { rowsOf } from '../samples/rows.ts';

const kinds: readonly SampleKind[] = ['work', 'cbf', 'walks'];
const formats = ['csv', 'parquet'] as const;
let folder: string;
let duckdb: DuckDBConnection;

beforeAll(async () => {
  duckdb = await (await DuckDBInstance.create(':memory:')).connect();
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "shoal sample's ")); // a space and a quote, as people's folders have
  return () => rmSync(folder, { recursive: true });
});
afterAll(() => duckdb.closeSync());

describe.each(kinds)('a file of %s', (kind) => {
  const sample = sampleOf(kind, { rows: 2500, seed: 5, length: 8 });

  it.each(formats)('holds in %s the rows of the sample, in order', async (format) => {
    const path = join(folder, `sample.${format}`);
    await writeSample(sample, path);
    const found = await read(path);
    expect(found.names).toEqual(sample.columns.map(({ name }) => name));
    expect(found.rows.map(linesOf)).toEqual(rowsOf(sample).map(linesOf));
  });

  it.each(formats)('has in %s the same bytes each time', async (format) => {
    const paths = ['a', 'b'].map((name) => join(folder, `${name}.${format}`));
    for (const path of paths) await writeSample(sampleOf(kind, { rows: 2500, seed: 5, length: 8 }), path);
    expect(readFileSync(paths[0]).equals(readFileSync(paths[1]))).toBe(true);
  });

  it.each(formats)('may be empty in %s', async (format) => {
    const path = join(folder, `none.${format}`);
    await writeSample(sampleOf(kind, { rows: 0, seed: 5, length: 8 }), path);
    expect((await read(path)).rows).toEqual([]);
  });
});

it('never changes the bytes of a CSV file for a seed', async () => {
  const sums: string[] = [];
  for (const kind of kinds) {
    await writeSample(sampleOf(kind, { rows: 2500, seed: 1, length: 8 }), join(folder, kind));
    sums.push(
      createHash('sha256')
        .update(readFileSync(join(folder, kind)))
        .digest('hex')
        .slice(0, 16),
    );
  }
  expect(sums).toEqual(['e32ef6f231469756', '65e466be6ac34113', '462085879c4f8b21']);
});

it('holds in Parquet the rows of the CSV file, in order, over several row groups', async () => {
  const [csv, parquet] = formats.map((format) => join(folder, `sample.${format}`));
  for (const path of [csv, parquet]) await writeSample(sampleOf('walks', { rows: 130_000, seed: 2, length: 2 }), path);
  const [[rows, different, groups]] = await answer(`
    SELECT count(*)::INT, count(*) FILTER (c IS DISTINCT FROM p)::INT,
           (SELECT count(DISTINCT row_group_id)::INT FROM parquet_metadata('${sql(parquet)}'))
    FROM (SELECT c FROM '${sql(csv)}' c) POSITIONAL JOIN (SELECT p FROM '${sql(parquet)}' p)`);
  expect({ rows, different }).toEqual({ rows: 130_000, different: 0 });
  expect(groups).toBeGreaterThan(1);
});

it('types integers, decimals and text in Parquet, and compresses with zstd', async () => {
  const path = join(folder, 'cbf.PARQUET');
  await writeSample(sampleOf('cbf', { rows: 10, seed: 1, length: 2 }), path);
  const types = await answer(`SELECT column_type FROM (DESCRIBE FROM '${sql(path)}')`);
  expect(types.flat()).toEqual(['INTEGER', 'DOUBLE', 'DOUBLE', 'VARCHAR']);
  expect(await answer(`SELECT DISTINCT compression FROM parquet_metadata('${sql(path)}')`)).toEqual([['ZSTD']]);
});

it.each(formats)('keeps commas, quotes, line ends and letters of any script in %s', async (format) => {
  const texts = ['a,b', 'say "ciao"', 'two\nlines', 'cr\rlf', 'D’Àrco', '東京', 'x'.repeat(500)];
  const awkward: Sample = {
    columns: [
      { name: 'id', kind: 'integer' },
      { name: 'a "name", here', kind: 'text' },
    ],
    rows: texts.length,
    blockRows: 2048,
    block: () => [Int32Array.from(texts, (_, row) => -row), texts],
  };
  const path = join(folder, `awkward.${format}`);
  await writeSample(awkward, path);
  const found = await read(path);
  expect(found.names).toEqual(['id', 'a "name", here']);
  expect(found.rows).toEqual(rowsOf(awkward));
});

describe.each(formats)('writing %s', (format) => {
  it('replaces a file of that name', async () => {
    const path = join(folder, `sample.${format}`);
    writeFileSync(path, 'old');
    await writeSample(sampleOf('walks', { rows: 10, seed: 1 }), path);
    expect((await read(path)).rows.length).toBe(10);
    expect(readdirSync(folder)).toEqual([`sample.${format}`]);
  });

  it('leaves the old file and nothing else after a fault, and passes the fault on', async () => {
    const path = join(folder, `sample.${format}`);
    writeFileSync(path, 'old');
    const sample = sampleOf('walks', { rows: 10_000, seed: 1 });
    const fault = new Error('out of ideas');
    const faulty: Sample = {
      ...sample,
      block(index) {
        if (index === 3) throw fault;
        return sample.block(index);
      },
    };
    await expect(writeSample(faulty, path)).rejects.toBe(fault);
    expect(readdirSync(folder)).toEqual([`sample.${format}`]);
    expect(readFileSync(path, 'utf8')).toBe('old');
  });

  it('is not stopped by what a dead process of the same number left', async () => {
    const path = join(folder, `sample.${format}`);
    writeFileSync(`${path}.part-${process.pid}`, 'half');
    await writeSample(sampleOf('walks', { rows: 10, seed: 1 }), path);
    expect(readdirSync(folder)).toEqual([`sample.${format}`]);
  });

  it('says ENOENT where the folder is missing', async () => {
    const path = join(folder, 'missing', `sample.${format}`);
    await expect(writeSample(sampleOf('walks', { rows: 10, seed: 1 }), path)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('tells how far it is, and that it is done', async () => {
    const told: Progress[] = [];
    await writeSample(sampleOf('walks', { rows: 5000, seed: 1 }), join(folder, `s.${format}`), (progress) => told.push(progress));
    expect(told.map(({ done }) => done)).toEqual([2048, 4096, 5000, 5000]);
    expect(told.every(({ phase, total, unit }) => phase === 'generate' && total === 5000 && unit === 'rows')).toBe(true);
    expect(told.map(({ finished }) => finished ?? false)).toEqual([false, false, false, true]);
  });

  it('holds a few blocks of 50,000 rows in memory, not the rows', async () => {
    const rows = 50_000;
    const sample = sampleOf('walks', { rows, seed: 1, length: 6 });
    const kept = bytesOfAllRows(sample);
    const held = [heldBytes()];
    await writeSample(sample, join(folder, `large.${format}`), ({ done }) => {
      if (done % (12 * sample.blockRows) === 0 || done === rows) held.push(heldBytes());
    });
    expect(held.length).toBeGreaterThan(3);
    expect(Math.min(...held.slice(-2)) - Math.min(...held)).toBeLessThan(0.5 * kept); // kept rows would stay; late garbage comes and goes
    expect(await answer(`SELECT count(*)::INT FROM '${sql(join(folder, `large.${format}`))}'`)).toEqual([[rows]]);
  });
});

/** Of a row: to compare cell by cell takes a second for each sample. */
const linesOf = (row: readonly unknown[]): string => JSON.stringify(row);

const sql = (path: string): string => path.replaceAll("'", "''");

const answer = async (query: string) => (await duckdb.runAndReadAll(query)).getRowsJS();

async function read(path: string): Promise<{ names: string[]; rows: unknown[][] }> {
  const source = path.endsWith('.parquet')
    ? `read_parquet('${sql(path)}')`
    : `read_csv('${sql(path)}', header = true, strict_mode = true)`;
  const reader = await duckdb.runAndReadAll(`FROM ${source}`);
  const rows = reader.getRowsJS().map((row) => row.map((value) => (typeof value === 'bigint' ? Number(value) : value)));
  return { names: reader.columnNames(), rows };
}

/** What all rows of a sample of numbers take when they are kept. */
const bytesOfAllRows = (sample: Sample): number =>
  Array.from({ length: Math.ceil(sample.rows / sample.blockRows) }, (_, index) => sample.block(index))
    .flat()
    .reduce((bytes, values) => bytes + (ArrayBuffer.isView(values) ? values.byteLength : 0), 0);

/** What the collector cannot free: the heap, and the memory of typed arrays beside it. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  for (let pass = 0; pass < 2; pass++) collect(); // the second ends what the first left to another thread
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
