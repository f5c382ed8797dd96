import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localCounting } from '../../src/engine/local/local-counting.ts';
import type { Manifest } from '../../src/release/manifest.ts';
import { publishedPeriod } from '../../src/risk/overlap/published-period.ts';

let home = '';
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'shoal-period-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const periodOf = (given: object, lines: readonly string[] = []) => {
  writeFileSync(join(home, 'data.csv'), lines.map((line) => `${line}\n`).join(''));
  const manifest = { data: { file: 'data.csv', format: 'csv', delimiter: ';' }, files: [{ name: 'data.csv' }], ...given };
  return localCounting({ threads: 1 }).withCounter(async (counter) => {
    const { file, format } = manifest.data;
    if (format === 'parquet')
      await counter.ask(`COPY (FROM '${join(home, 'data.csv')}') TO '${join(home, file)}' (FORMAT parquet)`);
    return publishedPeriod(counter, home, manifest as unknown as Manifest);
  });
};
const named = (...names: readonly string[]) => names.map((name) => ({ name, kind: 'label' }));

describe('the period of a release', () => {
  it('of series is from its first instant to its last, where it tells instants', async () => {
    expect(await periodOf({ method: 'prism', instants: ['2024-01', '2024-02', '2024-03'] })).toEqual({
      from: '2024-01',
      to: '2024-03',
    });
    expect(await periodOf({ method: 'naive' })).toBe(undefined);
  });

  it('of a log is told by its finest calendar, whatever the order of rows, and never by the flat value', async () => {
    const flat = { columns: ['iso_year_week'], value: '9999-W01' };
    const log = { method: 'events', flat, columns: named('iso_year_week', 'year') };
    const rows = ['iso_year_week;year', '2024-W10;2024', '9999-W01;2024', '2023-W52;2023', '2024-W02;2031'];
    expect(await periodOf(log, rows)).toEqual({ from: '2023-W52', to: '2024-W10' });
    expect(await periodOf({ ...log, columns: named('year', 'weekday') }, rows)).toEqual({ from: '2023', to: '2031' });
    expect(await periodOf({ ...log, columns: named('weekday') }, rows)).toBe(undefined);
  });

  it('of a table is told by both ends of its days, weeks or months', async () => {
    const columns = [
      { name: 'place', kind: 'prefix' },
      { name: 'at', kind: 'date' },
    ];
    const table = { method: 'kaca', data: { file: 'data.csv', format: 'csv' }, columns };
    expect(await periodOf(table, ['place,at', 'G*,2024-03-05 to 2024-03-09', 'H*,2024-02-11'])).toEqual({
      from: '2024-02-11',
      to: '2024-03-09',
    });
    expect(await periodOf(table, ['place,at', 'G*,any'])).toBe(undefined);
    const parquet = { data: { file: 'data.parquet', format: 'parquet' }, files: [{ name: 'data.parquet' }] };
    expect(await periodOf({ ...table, ...parquet }, ['place,at', 'G*,2024-02 to 2024-03', 'H*,2024-02'])).toEqual({
      from: '2024-02',
      to: '2024-03',
    });
    expect(await periodOf({ ...table, columns: [columns[0]] }, ['place', '2024-01-01'])).toBe(undefined);
  });
});
