import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TableRead } from '../../../src/engine/tables.ts';
import { draws } from '../../suite/draws.ts';
import { answerOf, codesOf, ignore, type Trial } from './describe-engine.ts';

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
const numbersOf = ({ matrix, rowCount }: TableRead, column: number): number[] =>
  Array.from({ length: rowCount }, (_, row) => matrix.values[row * matrix.rowStep + column * matrix.columnStep]);

/** The order of their bytes in UTF-8, by another way than the engine's. */
const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

const anyText = fc.string({ unit: fc.constantFrom('a', 'B', 'ž', ' ', '"', ',', '\n', '漢', '\uFFFD', '😀', '0'), maxLength: 4 });

export function describeColumns({ engine, path, table, write, open }: Trial): void {
  describe('reads columns', () => {
    it('as numbers and texts in the order they are wanted, rows in the order of the file', async () => {
      const source = await table('id,x,y,t', 'a,1,-2.5,m', 'b,3e2,0.1,k', 'c,.5,7,m');
      const wanted = { numbers: ['y', 'x'], texts: ['t'], spare: 1 };
      const read = answerOf(await engine().readColumns(source, wanted, ignore));
      expect(read.rowCount).toBe(3);
      expect(numbersOf(read, 0)).toEqual([-2.5, 0.1, 7]);
      expect(numbersOf(read, 1)).toEqual([1, 300, 0.5]);
      expect(numbersOf(read, 2)).toEqual([0, 0, 0]); // a spare one
      expect(read.texts).toEqual([{ name: 't', codes: Uint32Array.of(1, 0, 1), labels: ['k', 'm'] }]);
      expect([read.empty, read.subjects]).toEqual([[undefined, undefined], undefined]);
    });

    it('with empty cells: of numbers listed and held as 0, of texts the empty text', async () => {
      const source = await table('x,y,t', ',1,', '2,,b', ',3,');
      const read = answerOf(await engine().readColumns(source, { numbers: ['x', 'y'], texts: ['t'], spare: 0 }, ignore));
      expect(read.empty).toEqual([Uint32Array.of(0, 2), Uint32Array.of(1)]);
      expect([numbersOf(read, 0), numbersOf(read, 1)]).toEqual([
        [0, 2, 0],
        [1, 0, 3],
      ]);
      expect([read.texts[0].labels, [...read.texts[0].codes]]).toEqual([
        ['', 'b'],
        [0, 1, 0],
      ]);
    });

    it('with numbers as the nearest double to what is written', async () => {
      const any = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 1, maxLength: 50 });
      await fc.assert(
        fc.asyncProperty(any, async (values) => {
          const source = await table('x,y', ...values.map((value) => `${value},`));
          const read = answerOf(await engine().readColumns(source, { numbers: ['x'], texts: [], spare: 0 }, ignore));
          expect(numbersOf(read, 0).map((value) => value + 0)).toEqual(values.map((value) => value + 0)); // -0 is 0
        }),
        { numRuns: draws(20) },
      );
    });

    it('with the texts of a column numbered by the order of their bytes in UTF-8, whatever the order of rows', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(anyText, { minLength: 1, maxLength: 40 }), async (texts) => {
          const source = await table('t,x', ...texts.map((text) => `${quoted(text)},1`));
          const read = answerOf(await engine().readColumns(source, { numbers: ['x'], texts: ['t'], spare: 0 }, ignore));
          const [{ codes, labels }] = read.texts;
          expect(labels).toEqual([...new Set(texts)].sort(byBytes));
          expect([...codes].map((code) => labels[code])).toEqual(texts);
        }),
        { numRuns: draws(20) },
      );
    });

    it('of many rows in many pieces', async () => {
      const rows = 70_000;
      const source = await table('x,t', ...Array.from({ length: rows }, (_, row) => `${row},t${row % 7}`));
      const seen: number[] = [];
      const wanted = { numbers: ['x'], texts: ['t'], spare: 0 };
      const read = answerOf(await engine().readColumns(source, wanted, ({ done }) => void seen.push(done)));
      expect(numbersOf(read, 0).every((value, row) => value === row)).toBe(true);
      expect([...read.texts[0].codes].every((code, row) => code === row % 7)).toBe(true);
      expect(seen.at(-1)).toBe(rows);
    });

    it('alike from any format that holds the same rows', async () => {
      const csv = await table('x,t', '1.5,b', ',a', '3,b');
      const copy = write('same.csv', 'x,t\n1.5,b\n,a\n3,b\n');
      const columns = [
        { name: 'x', role: 'mean', kind: 'number' },
        { name: 't', role: 'kept', kind: 'text' },
      ] as const;
      await engine().files.csvToParquet({ csv: copy, parquet: path('same.parquet'), columns });
      const ndjson = write('same.ndjson', '{"x":1.5,"t":"b"}\n{"x":null,"t":"a"}\n{"x":3,"t":"b"}\n');
      const wanted = { numbers: ['x'], texts: ['t'], spare: 0 };
      const first = answerOf(await engine().readColumns(csv, wanted, ignore));
      for (const input of [path('same.parquet'), ndjson]) {
        const other = answerOf(await engine().readColumns(await open(input), wanted, ignore));
        expect([numbersOf(other, 0), other.empty, other.texts]).toEqual([numbersOf(first, 0), first.empty, first.texts]);
      }
    });

    const faults: readonly (readonly [what: string, code: string, lines: readonly string[]])[] = [
      ['no rows', 'input/no-rows', ['x,t']],
      ['text in a column of numbers', 'input/not-a-number', ['x,t', '1,a', 'one,b']],
      ['a row of too many cells', 'input/ragged-row', ['x,t', '1,a', '2,b,c']],
    ];
    it.each(faults)('and refuses %s: %s', async (_, code, lines) => {
      const source = await table(...lines);
      expect(codesOf(await engine().readColumns(source, { numbers: ['x'], texts: ['t'], spare: 0 }, ignore))).toEqual([code]);
    });
  });

  it('refuses the character NUL in a text', async () => {
    const source = await open(write('nul.ndjson', '{"x":1,"t":"a\\u0000b"}\n'));
    const read = await engine().readColumns(source, { numbers: ['x'], texts: ['t'], spare: 0 }, ignore);
    expect(codesOf(read)).toEqual(['input/nul-character']);
  });

  it('tells what columns hold by their first values', async () => {
    const source = await table(
      'n,t,c,w,e',
      '1,2024-05-01T10:00:00,G5615530120,low,',
      '-2.5,2024-05-02 11:30:00,G5615530121,high,',
      '3e4,2024-05-03T12:00:00Z,G5615530300,low,',
    );
    expect(await engine().kindsOf(source, ['n', 't', 'c', 'w', 'e'])).toEqual([
      'number',
      'time',
      'prefix',
      'category',
      'category',
    ]);
    expect(await engine().kindsOf(source, [])).toEqual([]);
  });
}
