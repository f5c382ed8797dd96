import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Counter, Unreadable } from '../../src/base/counting.ts';
import type { Manifest, ManifestColumn } from '../../src/release/manifest.ts';
import { text } from '../../src/verify/counter.ts';
import { countNumbers, numberingBreach } from '../../src/verify/numbering.ts';
import { checkParquetBytes } from '../../src/verify/parquet-bytes.ts';
import { checkRowCount } from '../../src/verify/row-count.ts';
import {
  csvSource,
  delimiterOf,
  distinctRows,
  type OneOrMore,
  parquetHeader,
  parquetMetadata,
  parquetSource,
  parquetTypes,
} from '../../src/verify/source.ts';
import { fastThenSure, longestRow } from '../../src/verify/two-readings.ts';
import { counted } from './source-of-rows.ts';

let home = '';
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'shoal-sources-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const fast = { parallel: true, longestRow: 2_000_000 };
const sure = { parallel: false, longestRow };
const columnsOf = (...names: readonly string[]) => names.map((name): ManifestColumn => ({ name, role: 'quasi', kind: 'label' }));
const put = (name: string, content: string): string => {
  const path = join(home, name);
  writeFileSync(path, content);
  return path;
};
const codeOf = (act: () => unknown): unknown => {
  try {
    return act();
  } catch (error) {
    return (error as { problems?: readonly { code: string }[] }).problems?.[0]?.code;
  }
};

describe('rows of CSV', () => {
  const read = (path: OneOrMore, delimiter: ',' | ';' = ',', reading = fast) =>
    counted((counter) => counter.ask(`SELECT c0, c1 FROM ${csvSource(path, columnsOf('a', 'b'), delimiter, reading).table}`));

  it('are the cells as they were published: texts, empty where there is nothing', async () => {
    const rows = put('rows.csv', 'a,b\n1,\n"x,""y""","z\nz"\n 007 ,NULL\n# no,comment\n');
    const cells = [['1', ''], ['x,"y"', 'z\nz'], [' 007 ', 'NULL'], ['# no', 'comment']]; // biome-ignore format: rows
    for (const reading of [fast, sure]) expect(await read(rows, ',', reading)).toEqual(cells);
    expect(await read(put('semicolon.csv', 'a;b\n1,2;3\n'), ';')).toEqual([['1,2', '3']]);
    const { columns, scan, table } = csvSource(rows, columnsOf('a', 'b'), ',', fast);
    expect(columns.map(({ sql, type, declared }) => [sql, type, declared.name])).toEqual([['c0', 'text', 'a'], ['c1', 'text', 'b']]); // biome-ignore format: pairs
    expect(scan('left_side')).toBe(`${table} AS left_side`);
    expect(delimiterOf({ data: { delimiter: ';' } } as unknown as Manifest)).toBe(';');
    expect(delimiterOf({ data: {} } as unknown as Manifest)).toBe(',');
  });

  it('follow each other where they lie in several files', async () => {
    const files = [put('one.csv', 'a,b\n1,2\n'), put('two.csv', 'a,b\n3,4\n')];
    expect(await read(files)).toEqual([['1', '2'], ['3', '4']]); // biome-ignore format: rows
    expect(await read(files.toReversed())).toEqual([['3', '4'], ['1', '2']]); // biome-ignore format: rows
    expect(await read(files.slice(0, 1))).toEqual([['1', '2']]);
  });

  it('lie in the very file that is named, whatever signs its path has', async () => {
    mkdirSync(join(home, 'c1=[0-60]'), { recursive: true });
    const odd = ["it's.csv", 'a[1].csv', 'b*.csv', 'c?.csv', 'd{1,2}.csv', 'c1=[0-60]/e.csv', 'f\\g.csv'];
    for (const decoy of ['a1.csv', 'bb.csv', 'cc.csv', 'd1.csv', 'f/g.csv']) {
      if (decoy.startsWith('f/')) mkdirSync(join(home, 'f'), { recursive: true });
      put(decoy, 'a,b\nwrong,file\n');
    }
    for (const name of odd) expect(await read(put(name, 'a,b\nright,file\n')), name).toEqual([['right', 'file']]);
    expect(codeOf(() => csvSource(join(home, 'a[1]\\b.csv'), [], ',', fast))).toBe('verify/ambiguous-path');
    expect(codeOf(() => csvSource(join(home, 'a*.csv'), [], ',', fast))).toHaveProperty('columns', []);
  });

  it('may be long in the sure reading, and not so long in the fast one', async () => {
    const length = (characters: number, reading: typeof fast) => {
      const long = put('long.csv', `a,b\n1,2\n${'x'.repeat(characters)},y\n`);
      return counted((counter) => counter.numbers(`SELECT max(length(c0)) FROM ${csvSource(long, columnsOf('a', 'b'), ',', reading).table}`)); // biome-ignore format: a line
    };
    expect(await length(9_000_000, sure)).toEqual([9_000_000]);
    expect(await length(1_900_000, fast)).toEqual([1_900_000]);
    await expect(length(2_100_000, fast)).rejects.toThrow(Unreadable);
  });

  it('are put together by their lines, cell by cell', () =>
    counted(async (counter) => {
      const rows = put('alike.csv', 'a;b;c\n1;2;3\n4;5,;6\n1;2;3\n');
      const found = await counter.ask(`SELECT c0, c1, c2, n FROM ${distinctRows(rows, 3, ';', fast)} ORDER BY c0`);
      expect(found).toEqual([['1', '2', '3', 2], ['4', '5,', '6', 1]]); // biome-ignore format: rows
      for (const columns of [2, 4])
        await expect(counter.ask(`SELECT * FROM ${distinctRows(rows, columns, ';', fast)}`)).rejects.toThrow(Unreadable);
    }));
});

describe('rows of Parquet', () => {
  const write = async (counter: Counter, name: string, query: string, options = ', COMPRESSION zstd') => {
    const path = join(home, name);
    await counter.ask(`COPY (${query}) TO ${text(path)} (FORMAT parquet${options})`);
    return path;
  };
  const manifestOf = (columns: readonly ManifestColumn[]) => ({ columns, data: { file: 'x.parquet' } }) as unknown as Manifest;

  it('are texts as they were published; doubles stay such', () =>
    counted(async (counter) => {
      const query = "SELECT 1.5::DOUBLE AS x, 'a' AS y, 7::INTEGER AS z UNION ALL SELECT NULL, NULL, NULL";
      const path = await write(counter, 'typed.parquet', query);
      const columns = [{ name: 'x', role: 'series', kind: 'lower' }, { name: 'y', role: 'quasi', kind: 'label' }, { name: 'z', role: 'group', kind: 'id' }] as const; // biome-ignore format: a line
      const source = await parquetSource(counter, path, manifestOf(columns));
      if ('kind' in source) throw new Error('its types fit');
      expect(source.columns.map(({ sql, type, declared }) => [sql, type, declared])).toEqual([['c0', 'double', columns[0]], ['c1', 'text', columns[1]], ['c2', 'text', columns[2]]]); // biome-ignore format: a line
      expect(await counter.ask(`SELECT * FROM ${source.table}`)).toEqual([[1.5, 'a', '7'], [null, '', '']]); // biome-ignore format: rows
      expect(await counter.ask(`SELECT s.c0, s.c1, s.c2 FROM ${source.scan('s')}`)).toEqual([[1.5, 'a', 7], [null, null, null]]); // biome-ignore format: rows
      expect(await parquetTypes(counter, path)).toEqual(['DOUBLE', 'VARCHAR', 'INTEGER']);
      expect(await parquetMetadata(counter, path)).toBe(0);
      expect(await parquetMetadata(counter, await write(counter, 'told.parquet', query, ", KV_METADATA {told: 'x', more: 'y'}"))).toBe(2); // biome-ignore format: a line
    }));

  it('have the types that their kinds allow', () =>
    counted(async (counter) => {
      const fits = async (type: string, kind: string, role = 'quasi', decimals?: number) => {
        const path = await write(counter, 'type.parquet', `SELECT CAST(NULL AS ${type}) AS x`);
        const source = await parquetSource(counter, path, manifestOf([{ name: 'x', role, kind, ...(decimals === undefined ? {} : { decimals }) } as ManifestColumn])); // biome-ignore format: a line
        if ('kind' in source) expect(source).toEqual({ kind: 'wrong-type', file: 'x.parquet', columns: ['x'] });
        return !('kind' in source);
      };
      const types = [
        'VARCHAR',
        'DOUBLE',
        'INTEGER',
        'UBIGINT',
        'TINYINT',
        'UUID',
        'DECIMAL(9,2)',
        'DECIMAL(9,0)',
        'DATE',
        'BOOLEAN',
        'FLOAT',
      ];
      const fitting = async (kind: string, role?: string, decimals?: number) => {
        const found: string[] = [];
        for (const type of types) if (await fits(type, kind, role, decimals)) found.push(type);
        return found;
      };
      const whole = ['INTEGER', 'UBIGINT', 'TINYINT'];
      expect(await fitting('text', 'sensitive')).toEqual(['VARCHAR']);
      expect(await fitting('label', 'kept')).toEqual(['VARCHAR']);
      expect(await fitting('id', 'group')).toEqual(['VARCHAR', ...whole]);
      expect(await fitting('number', 'mean', 2)).toEqual(['VARCHAR', 'DOUBLE', 'DECIMAL(9,2)']);
      expect(await fitting('lower', 'series', 0)).toEqual(['VARCHAR', 'DOUBLE', ...whole, 'DECIMAL(9,0)']);
      expect(await fitting('upper', 'series')).toEqual(['VARCHAR', 'DOUBLE']);
      expect(await fitting('label')).toEqual(['VARCHAR', ...whole, 'UUID']);
      expect(await fitting('text', 'subject')).toEqual(['VARCHAR', ...whole, 'UUID']);
      expect(await fitting('interval')).toEqual(['VARCHAR']);
    }));

  it('have the same types in every file, and follow each other', () =>
    counted(async (counter) => {
      const columns = manifestOf(columnsOf('x', 'y'));
      const one = await write(counter, 'one.parquet', "SELECT 'a' AS x, 1::INTEGER AS y");
      const other = await write(counter, 'other.parquet', "SELECT 'b' AS x, 2::BIGINT AS y");
      const sourceOf = (...paths: readonly string[]) => parquetSource(counter, paths, columns);
      const both = await sourceOf(one, one);
      expect('kind' in both ? both : await counter.ask(`SELECT * FROM ${both.table}`)).toEqual([['a', '1'], ['a', '1']]); // biome-ignore format: rows
      const wrong = { kind: 'wrong-type', file: 'x.parquet', columns: ['y'] };
      for (const paths of [[one, other], [other, one], [one, other, one], [one, one, other]]) expect(await sourceOf(...paths)).toEqual(wrong); // biome-ignore format: a line
      const unfit = await write(counter, 'unfit.parquet', "SELECT DATE '2020-01-01' AS x, 1::INTEGER AS y");
      expect(await sourceOf(unfit, one)).toEqual({ ...wrong, columns: ['x'] });
    }));

  it('have the names that are in the file, and no parts of what is put together', () =>
    counted(async (counter) => {
      const nested = "{'p': 1, 'q': {'r': 2, 's': [3]}}";
      const path = await write(counter, 'names.parquet', `SELECT 1 AS a, ${nested} AS b, 2 AS "c""d", [1] AS e, 5 AS f`);
      expect(await parquetHeader(counter, path)).toEqual(['a', 'b', 'c"d', 'e', 'f']);
    }));

  it('are written anew to the same bytes, where nothing else is in the file', () =>
    counted(async (counter) => {
      const query = 'SELECT i AS "a""b", \'x\' || i AS y FROM range(50) AS all_(i)';
      const [plain, other] = [await write(counter, 'plain.parquet', query), await write(counter, 'more.parquet', query, ', COMPRESSION snappy')]; // biome-ignore format: a line
      const source = async (path: string) => {
        const found = await parquetSource(counter, path, manifestOf([{ name: 'a"b', role: 'group', kind: 'id' }, { name: 'y', role: 'quasi', kind: 'label' }])); // biome-ignore format: a line
        if ('kind' in found) throw new Error('its types fit');
        return found;
      };
      expect(await checkParquetBytes(counter, plain, await source(plain), 'x.parquet')).toEqual([]);
      expect(await checkParquetBytes(counter, other, await source(other), 'x.parquet')).toEqual([{ kind: 'other-bytes', file: 'x.parquet' }]); // biome-ignore format: a line
    }));
});

describe('two readings of a file', () => {
  const readings = async (multiline: boolean, faults: readonly Error[]) => {
    const asked: unknown[] = [];
    const value = await fastThenSure(multiline, async (reading) => {
      asked.push(reading);
      const fault = faults[asked.length - 1];
      if (fault !== undefined) throw fault;
      return 'read';
    }).catch((error: Error) => error.message);
    return [value, ...asked];
  };

  it('are one where the first tells all, on all threads unless a cell may hold lines', async () => {
    expect(await readings(false, [])).toEqual(['read', fast]);
    expect(await readings(true, [])).toEqual(['read', { ...fast, parallel: false }]);
  });

  it('are two where the first cannot be read, and only then', async () => {
    expect(await readings(false, [new Unreadable('odd')])).toEqual(['read', fast, sure]);
    expect(await readings(false, [new Unreadable('odd'), new Unreadable('odd again')])).toEqual(['odd again', fast, sure]);
    expect(await readings(false, [new Error('ours')])).toEqual(['ours', fast]);
    expect(longestRow).toBe(64_000_000);
  });
});

describe('counts of rows and numbers', () => {
  it('of rows are those declared, and not none', () => {
    const check = (found: number, declared: number) => checkRowCount(found, { file: 'x', rows: declared } as unknown as Manifest['data']); // biome-ignore format: a line
    expect(check(3, 3)).toEqual([]);
    expect(check(3, 4)).toEqual([{ kind: 'wrong-row-count', file: 'x', declared: 4, found: 3 }]);
    expect(check(1, 1)).toEqual([]);
    expect(check(0, 0)).toEqual([{ kind: 'no-rows', file: 'x' }]);
    expect(check(0, 1)).toEqual([{ kind: 'no-rows', file: 'x' }, { kind: 'wrong-row-count', file: 'x', declared: 1, found: 0 }]); // biome-ignore format: two
  });

  it('of numbers reach as far as there are different ones', () =>
    counted(async (counter) => {
      const numbers = (cells: readonly string[]) => countNumbers(counter, `(VALUES ${cells.map((cell) => `(${text(cell)})`).join(', ')}) AS all_(c)`, 'c'); // biome-ignore format: a line
      const at = { file: 'x', column: 'id' };
      expect(await numbers(['2', '1', '2', '3'])).toEqual({ count: 3, largest: 3 });
      expect(await numbers(['x'])).toEqual({ count: 1, largest: 0 });
      expect(numberingBreach(await numbers(['2', '1', '1']), at)).toEqual([]);
      expect(numberingBreach(await numbers(['3', '1', '1']), at)).toEqual([{ kind: 'gap-in-numbers', file: 'x', columns: ['id'], cells: 2, row: 1 }]); // biome-ignore format: a line
    }));
});
