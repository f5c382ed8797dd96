import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { givenBytes } from '../../../src/api/given/bytes.ts';
import { refused } from '../../../src/base/result.ts';
import { noRows } from '../../../src/formats/input-problems.ts';
import { codesOf, type Trial } from './describe-engine.ts';

const columnsOf = (source: { readonly columns: readonly { readonly name: string; readonly numeric: boolean | undefined }[] }) =>
  source.columns.map(({ name, numeric }) => [name, numeric]);

export function describeOpening({ engine, path, write, table, open }: Trial): void {
  describe('opens', () => {
    it('delimited text by its header, and does not guess types', async () => {
      const source = await table('id,"a, b",x', 'one,"2, 3",4');
      expect(source.format).toBe('csv');
      expect(columnsOf(source)).toEqual([
        ['id', undefined],
        ['a, b', undefined],
        ['x', undefined],
      ]);
      expect(source.likelyRows).toBeGreaterThan(0);
      expect(source.counted).toBeUndefined();
    });

    it('other delimiters, as they are found or given', async () => {
      expect(columnsOf(await open(write('found.csv', 'a;b\n1;2\n'))).length).toBe(2);
      expect(columnsOf(await open(write('tab.tsv', 'a\tb\nx\ty\n'))).length).toBe(2);
      expect(columnsOf(await open(write('given.csv', 'a|b\n1|2\n'), { delimiter: '|' })).length).toBe(2);
    });

    it('compressed text, and a byte order mark that belongs to no name', async () => {
      expect(columnsOf(await open(write('packed.csv.gz', gzipSync('a,b\n1,2\n'))))[0]).toEqual(['a', undefined]);
      expect(columnsOf(await open(write('mark.csv', '\uFEFFa,b\n1,2\n')))[0]).toEqual(['a', undefined]);
    });

    it('Parquet, whose columns have types, and tells how many rows it has', async () => {
      const csv = write('typed.csv', 'n,t\n1.5,x\n2.5,y\n');
      const columns = [
        { name: 'n', role: 'mean', kind: 'number' },
        { name: 't', role: 'kept', kind: 'text' },
      ] as const;
      await engine().files.csvToParquet({ csv, parquet: path('typed.parquet'), columns });
      const source = await open(path('typed.parquet'));
      expect([source.format, source.likelyRows]).toEqual(['parquet', 2]);
      expect(columnsOf(source)).toEqual([
        ['n', true],
        ['t', false],
      ]);
    });

    it('a JSON object per line', async () => {
      const source = await open(write('rows.ndjson', '{"n":1,"t":"x"}\n{"n":2.5,"t":"2024-05-01"}\n'));
      expect(source.format).toBe('ndjson');
      expect(columnsOf(source)).toEqual([
        ['n', true],
        ['t', false],
      ]);
    });

    it('files of series, whose format gives columns their roles', async () => {
      const ts = '@problemName p\n@timeStamps false\n@univariate true\n@classLabel true a b\n@data\n1,2,3:a\n4,5,6:b\n';
      const source = await open(write('walks.ts', ts));
      expect(source.implied?.series).toEqual(['T1', 'T2', 'T3']);
      expect(source.implied?.sensitive.length).toBe(1);
      expect(source.path).toBe(path('walks.ts'));
    });

    it('standard input', async () => {
      const source = await open('-', { given: givenBytes('standard input', Readable.from([Buffer.from('a,b\n1,2\n')])) });
      expect(source.name).toBe('standard input');
      expect(columnsOf(source).length).toBe(2);
    });
  });

  describe('refuses to open', () => {
    const refusals: readonly (readonly [what: string, code: string, input: () => string])[] = [
      ['a file that is not there', 'input/missing-file', () => path('nowhere.csv')],
      ['standard input where there is none', 'policy/no-input', () => '-'],
      ['an empty file', 'input/empty', () => write('empty.csv', '')],
      ['two columns of one name', 'input/duplicate-column', () => write('twice.csv', 'a,a\n1,2\n')],
      ['text that is not UTF-8', 'input/not-utf8', () => write('latin.csv', Buffer.from('n\xe4me,b\n1,2\n', 'latin1'))],
      ['a folder', 'input/unreadable', () => path('.')],
      ['what is called Parquet and is not', 'input/unreadable', () => write('false.parquet', 'a,b\n1,2\n')],
      ['lines that are no JSON', 'input/unreadable', () => write('false.ndjson', '{"a":1}\n{"a":\n')],
    ];
    it.each(refusals)('%s: %s', async (_, code, input) => {
      expect(codesOf(await engine().open({ input: input() }))).toEqual([code]);
    });

    it('one column where another delimiter makes several', async () => {
      const input = write('comma.csv', 'a,b,c\n1,2,3\n');
      expect(codesOf(await engine().open({ input, delimiter: ';' }))).toEqual(['input/wrong-delimiter']);
    });
  });

  it('asks which columns are needed only where that spares any work, and a file is read by its own', async () => {
    const needed = () => refused(noRows('nothing'));
    expect(columnsOf(await open(write('all.csv', 'a,b\n1,2\n'), { needed })).length).toBe(2);
  });
}
