import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ManifestColumn } from '../../../src/release/manifest.ts';
import type { Trial } from './describe-engine.ts';

const columns: readonly ManifestColumn[] = [
  { name: 'GroupID', role: 'group', kind: 'id' },
  { name: 'age', role: 'quasi', kind: 'text' },
  { name: 'mean "x"', role: 'mean', kind: 'number' },
];
const text = 'GroupID,age,"mean ""x"""\n1,[30-40],1.5\n2,,\n2,"a,b",-3\n';

export function describeFiles({ engine, path, write }: Trial): void {
  const parquet = async (name: string) => {
    const csv = write(`${name}.csv`, text);
    const written = await engine().files.csvToParquet({ csv, parquet: path(`${name}.parquet`), columns });
    return { csv, path: path(`${name}.parquet`), written };
  };

  describe('writes rows', () => {
    it('as Parquet in place of a CSV, and tells what it wrote', async () => {
      const made = await parquet('made');
      const bytes = readFileSync(made.path);
      expect(existsSync(made.csv)).toBe(false);
      expect(made.written).toEqual({ bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') });
    });

    it('as the same bytes each time', async () => {
      const [one, other] = [await parquet('one'), await parquet('other')];
      expect(readFileSync(one.path).equals(readFileSync(other.path))).toBe(true);
    });

    it('as CSV again, in their order', async () => {
      const csv = readFileSync(await engine().files.parquetToCsv((await parquet('back')).path), 'utf8');
      expect(csv.split('\n').length).toBe(text.split('\n').length);
      expect(csv).toMatch(/^GroupID,age,"mean ""x"""\n1,\[30-40\],1\.5\n2,/);
    });
  });

  it.each(['csv', 'parquet'] as const)('reads the rows of a small file back: %s', async (format) => {
    const file = format === 'csv' ? write('small.csv', text) : (await parquet('small')).path;
    const rows = await engine().files.readRows({
      path: file,
      format,
      delimiter: ',',
      columns: columns.map(({ name, kind }) => ({ name, numeric: kind !== 'text' })),
    });
    expect(rows).toEqual([
      { GroupID: 1, age: '[30-40]', 'mean "x"': 1.5 },
      { GroupID: 2, age: '', 'mean "x"': null },
      { GroupID: 2, age: 'a,b', 'mean "x"': -3 },
    ]);
  });
}
