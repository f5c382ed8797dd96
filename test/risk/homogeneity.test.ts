import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localCounting } from '../../src/engine/local/local-counting.ts';
import { homogeneityOf } from '../../src/risk/table/homogeneity.ts';

let home = '';
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'shoal-homogeneity-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const homogeneity = (lines: readonly string[], classes: readonly string[]) => {
  const path = join(home, 'table.csv');
  writeFileSync(path, `place,age,ill\n${lines.map((line) => `${line}\n`).join('')}`);
  return homogeneityOf({ path, format: 'csv', classes, sensitive: 'ill' }, localCounting({ threads: 1 }));
};

describe('homogeneity of a table', () => {
  it('is the share of rows in classes of one sensitive value', async () => {
    const lines = ['G,1,flu', 'G,1,flu', 'G,1,flu', 'G,2,flu', 'G,2,cold', 'H,1,cold'];
    expect(await homogeneity(lines, ['place', 'age'])).toEqual({ classes: 2, rows: 4, share: 4 / 6 });
    expect(await homogeneity(lines, ['place'])).toEqual({ classes: 1, rows: 1, share: 1 / 6 });
  });

  it('takes spellings of one value for one, and an empty cell for none', async () => {
    expect(await homogeneity(['G,1,flu', 'G,1, FLU', 'G,1,'], ['place'])).toEqual({ classes: 1, rows: 3, share: 1 });
    expect(await homogeneity(['G,1,', 'G,1,'], ['place'])).toEqual({ classes: 1, rows: 2, share: 1 });
  });

  it('is none of no row', async () => {
    expect(await homogeneity([], ['place'])).toEqual({ classes: 0, rows: 0, share: 0 });
  });

  it('holds with more values than are named at once', async () => {
    const lines = Array.from({ length: 9000 }, (_, i) => `${Math.floor(i / 3)},1,value ${i % 3 === 2 ? i - 1 : i}`);
    expect(await homogeneity(lines, ['place'])).toEqual({ classes: 0, rows: 0, share: 0 });
    expect(await homogeneity(lines, ['place', 'ill'])).toMatchObject({ rows: 9000 });
  });
});
