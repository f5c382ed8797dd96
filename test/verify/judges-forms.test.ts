import { isUtf8 } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import type { ManifestColumn, SeriesManifest } from '../../src/release/manifest.ts';
import { isCanonicalJson } from '../../src/verify/canonical-json.ts';
import {
  bandRows,
  type CellCheck,
  envelopeChecks,
  groupCheck,
  levelCheck,
  numberCheck,
  patternCheck,
  subjectCheck,
} from '../../src/verify/cell-checks.ts';
import { text } from '../../src/verify/counter.ts';
import { createCsvShape } from '../../src/verify/csv-shape.ts';
import type { SourceColumn } from '../../src/verify/source.ts';
import { counted } from './source-of-rows.ts';

const column = (sql: string, declared: Partial<ManifestColumn>, type: SourceColumn['type'] = 'text'): SourceColumn => ({
  sql,
  type,
  declared: { name: sql, role: 'quasi', kind: 'label', ...declared },
});

/** What a check finds in each row of cells by these names; doubles are read as SQL. */
const faultsIn = (check: CellCheck, names: readonly string[], rows: readonly (readonly (string | number | null)[])[]) =>
  counted(async (counter) => {
    const literal = (cell: string | number | null) => (cell === null ? 'CAST(NULL AS DOUBLE)' : typeof cell === 'number' ? `CAST('${cell}' AS DOUBLE)` : text(cell)); // biome-ignore format: a line
    const values = rows.map((row, i) => `(${i}, ${row.map(literal).join(', ')})`).join(', ');
    const cells = `(SELECT ${['*', ...check.derived].join(', ')} FROM (VALUES ${values}) AS t(i, ${names.join(', ')}))`;
    return (await counter.ask(`SELECT ${check.fault} FROM ${cells} ORDER BY i`)).map(([fault]) => fault);
  });

/** Cells and what is wrong with each. */
type Told = readonly (readonly [cell: string | number | null, fault: string | null])[];

describe('the form of a cell', () => {
  const own = async (check: CellCheck, told: Told) =>
    expect(
      await faultsIn(
        check,
        ['c'],
        told.map(([cell]) => [cell]),
      ),
    ).toEqual(told.map(([, fault]) => fault));
  const interval = (more: Partial<ManifestColumn>) => column('c', { kind: 'interval', ...more });

  it('of an interval is two numbers on the grid, the lower one first', async () => {
    const [check] = envelopeChecks([interval({ decimals: 1 })]);
    const huge = '9'.repeat(400);
    await own(check, [
      ['[1.0-2.0]', null],
      ['[-2.0--1.0]', null],
      ['[-1.0-1.0]', null],
      ['[0.0-0.0]', null],
      ['[-0.5-0.5]', null],
      ['', 'empty-cell'],
      ['[2.0-1.0]', 'inverted-interval'],
      ['[-1.0--2.0]', 'inverted-interval'],
      ['[1-2]', 'wrong-decimals'],
      ['[1.0-2.00]', 'wrong-decimals'],
      ['[01.0-2.0]', 'wrong-decimals'],
      ['[-0.0-1.0]', 'malformed-interval'],
      ['[-1.0--0.0]', 'malformed-interval'],
      ['[-0.0-0.0]', 'malformed-interval'],
      ['[1.0-]', 'malformed-interval'],
      ['1.0-2.0', 'malformed-interval'],
      ['[1.0-2.0] ', 'malformed-interval'],
      ['*', 'malformed-interval'],
      ['[NaN-1.0]', 'not-finite'],
      ['[1.0-inf]', 'not-finite'],
      [`[0.0-${huge}.0]`, 'not-finite'],
      [`[-${huge}.0-0.0]`, 'not-finite'],
    ]);
    const [whole] = envelopeChecks([interval({})]);
    await own(whole, [['[1-2]', null], ['[1.0-2.0]', 'wrong-decimals'], ['[-0-2]', 'malformed-interval']]); // biome-ignore format: rows
    const [stepped] = envelopeChecks([interval({ decimals: 1, snap: 2.5 })]);
    await own(stepped, [['[2.5-10.0]', null], ['[-5.0-0.0]', null], ['[2.5-4.0]', 'off-step'], ['[0.5-5.0]', 'off-step']]); // biome-ignore format: rows
    const alike = check.of?.('c');
    expect(alike).toEqual({ derived: check.derived, fault: check.fault });
  });

  it('of a number in a cell of its own is on the grid of its column', async () => {
    const number = (more: Partial<ManifestColumn>) => numberCheck(column('c', { kind: 'number', ...more }));
    await own(number({ decimals: 2 }), [
      ['1.25', null],
      ['-1.25', null],
      ['0.00', null],
      ['', 'empty-cell'],
      ['-0.00', 'malformed-number'],
      ['1.2', 'wrong-decimals'],
      ['1', 'wrong-decimals'],
      ['+1.25', 'malformed-number'],
      ['1e2', 'malformed-number'],
      ['infinity', 'not-finite'],
      [`${'9'.repeat(400)}.00`, 'not-finite'],
    ]);
    await own(number({ decimals: 2, snap: 0.25 }), [['1.25', null], ['-0.50', null], ['1.30', 'off-step']]); // biome-ignore format: rows
    await own(number({}), [['7', null], ['7.0', 'wrong-decimals']]); // biome-ignore format: rows
  });

  it('of a double is the same by its value, as far as it has digits', async () => {
    const double = (more: Partial<ManifestColumn>) => numberCheck(column('c', { kind: 'number', ...more }, 'double'));
    await own(double({ decimals: 2 }), [
      [1.25, null],
      [-0.1, null],
      [1e20, null],
      [null, 'empty-cell'],
      [1.255, 'wrong-decimals'],
      [Number.POSITIVE_INFINITY, 'not-finite'],
      [Number.NaN, 'not-finite'],
    ]);
    await own(double({}), [[7, null], [7.5, 'wrong-decimals']]); // biome-ignore format: rows
    await own(double({ decimals: 2, snap: 0.25 }), [[0.25, null], [-1.5, null], [0.3, 'off-step'], [1.26, 'off-step']]); // biome-ignore format: rows
    await own(double({ snap: 2 }), [[4, null], [5, 'off-step'], [2 ** 53 - 2, null], [2 ** 53, 'off-step'], [-(2 ** 53), 'off-step']]); // biome-ignore format: rows
  });

  it('of a bound is a number, and the upper one is not below the lower one before it', async () => {
    const pair = [column('low', { kind: 'lower', decimals: 0 }), column('high', { kind: 'upper', decimals: 0 })];
    const town = column('town', { kind: 'label' });
    const mixed = [town, ...pair, interval({ decimals: 0 })];
    const checks = envelopeChecks(mixed);
    expect(checks.map(({ with: beside }) => beside.map(({ sql }) => sql))).toEqual([[], [], ['low'], []]);
    const names = ['town', 'low', 'high', 'c'];
    const rows = [
      ['A', '1', '2', '[1-2]'],
      ['', '3', '2', '[3-2]'],
      ['[3-2]', '2.5', '', ''],
      ['x', 'x', '2', 'x'],
    ];
    const found = [];
    for (const check of checks) found.push(await faultsIn(check, names, rows));
    expect(found).toEqual([
      [null, 'empty-cell', null, null],
      [null, null, 'wrong-decimals', 'malformed-number'],
      [null, 'inverted-interval', 'empty-cell', null],
      [null, 'inverted-interval', 'empty-cell', 'malformed-interval'],
    ]);
    const doubles = envelopeChecks(pair.map((bound) => ({ ...bound, type: 'double' as const })));
    expect(await faultsIn(doubles[1], ['low', 'high'], [[1, 1], [2, 1]])).toEqual([null, 'inverted-interval']); // biome-ignore format: rows
  });

  it('of a number that means nothing is a whole one from 1 up, of a name any text', async () => {
    const odd: Told = [['1', null], ['123456789012345', null], ['', 'empty-cell'], ['0', 'malformed'], ['01', 'malformed'], ['-1', 'malformed'], ['1.0', 'malformed'], ['1234567890123456', 'malformed'], ['Ana', 'malformed']]; // biome-ignore format: rows
    const saying = (kind: string): Told => odd.map(([cell, fault]) => [cell, fault === 'malformed' ? kind : fault]);
    await own(groupCheck(column('c', { role: 'group', kind: 'id' })), saying('malformed-group-id'));
    await own(subjectCheck(column('c', { role: 'subject', kind: 'id' })), saying('malformed-subject-id'));
    await own(subjectCheck(column('c', { role: 'subject', kind: 'text' })), [['Ana', null], ['', 'empty-cell']]); // biome-ignore format: rows
  });

  const pattern = (form: 'word' | 'interval', segments = 3, maxLevel = 20) => ({ form, segments, maxLevel }) as SeriesManifest['pattern']; // biome-ignore format: a line

  it('of a level is a whole number up to the largest', async () => {
    await own(levelCheck(column('c', { kind: 'integer' }), pattern('word')), [
      ['1', null],
      ['20', null],
      ['', 'empty-cell'],
      ['21', 'level-out-of-range'],
      ['0', 'level-out-of-range'],
      ['-3', 'level-out-of-range'],
      ['99999999999', 'level-out-of-range'],
      ['01', 'malformed-level'],
      ['1.0', 'malformed-level'],
      ['x', 'malformed-level'],
    ]);
  });

  it('of a pattern is a word, or ranges that rise, in symbols of its level', async () => {
    const [word, level] = [column('word', { kind: 'word' }), column('depth', { kind: 'integer' })];
    const found = (
      form: 'word' | 'interval',
      told: readonly (readonly [word: string, level: string, fault: string | null])[],
    ) => {
      const check = patternCheck(word, level, pattern(form));
      expect(check.with).toEqual([level]);
      return faultsIn(
        check,
        ['word', 'depth'],
        told.map(([cell, depth]) => [cell, depth]),
      ).then((faults) => expect(faults).toEqual(told.map(([, , fault]) => fault)));
    };
    await found('word', [
      ['abc', '3', null],
      ['aaa', '1', null],
      ['xyz', '26', null],
      ['', '3', 'empty-cell'],
      ['aBc', '3', 'malformed-pattern'],
      ['a-b', '3', 'malformed-pattern'],
      ['a|b', '3', 'malformed-pattern'],
      ['ab', '3', 'wrong-pattern-length'],
      ['abca', '3', 'wrong-pattern-length'],
      ['abd', '3', 'symbol-outside-level'],
      ['aba', '1', 'symbol-outside-level'],
      ['xyz', '25', 'symbol-outside-level'],
      ['xyz', '27', null], // its level is what is wrong
      ['xyz', 'x', null],
      ['xyz', '012', null],
    ]);
    await found('interval', [
      ['a|b|c', '3', null],
      ['a-c|b|b-c', '3', null],
      ['a-c|b|b-c', '2', 'symbol-outside-level'],
      ['', '3', 'empty-cell'],
      ['abc', '3', 'malformed-pattern'],
      ['a|b|', '3', 'malformed-pattern'],
      ['a-b-c|b|c', '3', 'malformed-pattern'],
      ['a|b', '3', 'wrong-pattern-length'],
      ['a-b|b|c|c', '3', 'wrong-pattern-length'],
      ['b-a|b|c', '3', 'inverted-symbols'],
      ['a|b|b-b', '3', 'inverted-symbols'],
      ['a-c|b|z-y', '26', 'inverted-symbols'],
      ['a|b|a-z', '26', null],
      ['a|b|a-z', '25', 'symbol-outside-level'],
    ]);
  });
});

describe('the bands of several columns', () => {
  it('are one below the other, whether a band is in one cell or in two', () =>
    counted(async (counter) => {
      const intervals = ['a', 'b'].map((sql) => column(sql, { role: 'series', kind: 'interval' }));
      const bounds = ['low', 'high'].map((sql, i) => column(sql, { role: 'series', kind: i === 0 ? 'lower' : 'upper' }));
      const envelope = [intervals[0], ...bounds, intervals[1]];
      const rows = "(VALUES ('[-2-3]', '5', '9', '[0.5-1]')) AS t(a, low, high, b)";
      const read = (columns: readonly SourceColumn[]) => {
        const { unnested, lower, upper } = bandRows(columns, envelope);
        return counter.ask(`SELECT place, ${lower}, ${upper} FROM (SELECT ${unnested} FROM ${rows}) ORDER BY place`);
      };
      expect(await read(intervals)).toEqual([[0, -2, 3], [1, 0.5, 1]]); // biome-ignore format: rows
      expect(await read([bounds[0]])).toEqual([[0, 5, 9]]);
      expect(await read([intervals[1], bounds[0], intervals[0]])).toEqual([[0, 0.5, 1], [1, 5, 9], [2, -2, 3]]); // biome-ignore format: rows
    }));
});

describe('how a text is cut into rows', () => {
  const shapeOf = (bytes: Buffer, cuts: readonly number[] = [], lastMayBeEmpty = false) => {
    const shape = createCsvShape('data.csv', lastMayBeEmpty);
    const ends = [...cuts, bytes.length];
    for (const [i, end] of ends.entries()) shape.take(bytes.subarray(ends[i - 1] ?? 0, end));
    return { shape, found: shape.end() };
  };
  const faults = (told: string, cuts?: readonly number[], lastMayBeEmpty?: boolean) =>
    shapeOf(Buffer.from(told), cuts, lastMayBeEmpty).found.breaches.map((breach) => [breach.kind, 'row' in breach ? breach.row : undefined]); // biome-ignore format: a line

  it('is told while it goes on, the header left out', () => {
    const shape = createCsvShape('data.csv', false);
    expect(shape.rows()).toBe(0);
    shape.take(Buffer.from('a,b\n1,2\n'));
    expect(shape.rows()).toBe(1);
    shape.take(Buffer.from('3,4\n5,'));
    expect(shape.rows()).toBe(2);
    shape.take(Buffer.from('6\n'));
    expect(shape.end()).toEqual({ rows: 3, multiline: false, quoted: false, breaches: [] });
  });

  it('has no mark before it, and signs of UTF-8 alone', () => {
    expect(faults('\uFEFFa,b\n1,2\n')).toEqual([['byte-order-mark', undefined]]);
    expect(faults('a,b\n\uFEFF1,2\n')).toEqual([]);
    expect(faults('a,b\n\uFEFF1,2\n', [4])).toEqual([]); // a piece may begin so
    const bytes = Buffer.from([0x61, 0x0a, 0xff, 0x0a]);
    expect(isUtf8(bytes)).toBe(false);
    expect(shapeOf(bytes).found.breaches).toEqual([{ kind: 'not-utf8', file: 'data.csv' }]);
  });

  it('has quotes around whole cells, of which each ends', () => {
    expect(faults('a,b\nx"a,b"\n')).toEqual([['stray-quote', 1]]);
    expect(faults('a,b\n1,"2,"x\n')).toEqual([['stray-quote', 1]]);
    expect(faults('a,b\n1,"2,"x\n', [9])).toEqual([['stray-quote', 1]]);
    expect(faults('a,b\n1,"2,\n')).toEqual([['stray-quote', 1]]);
    expect(faults('a,b\n1,"2')).toEqual([['stray-quote', 1]]);
    expect(faults('a,b\n1,"2\n3,4\n')).toEqual([['stray-quote', 1]]);
    expect(faults('a,b\n1,"2,"')).toEqual([['foreign-line-end', 1]]);
    expect(faults('a,b\n1,"2"')).toEqual([['needless-quotes', 1], ['foreign-line-end', 1]]); // biome-ignore format: rows
    expect(faults('a,b\n"1,",2\n"3,",4\n', [10, 11])).toEqual([]);
  });

  it('has line feeds alone behind its rows', () => {
    expect(faults('a,b\n1,2\r\n3,4\r\n')).toEqual([['foreign-line-end', 1]]);
    expect(faults('a,b\r\n1,2\n')).toEqual([['foreign-line-end', 0]]);
    expect(faults('a,b\n1,2\r')).toEqual([['foreign-line-end', 1]]);
    expect(faults('a,b\n1\r,2\n')).toEqual([['bare-cell', 1]]);
    expect(faults('a,b\n1\r,2\n', [6])).toEqual([['bare-cell', 1]]);
    expect(faults('a,b\n1,2\r\n', [8])).toEqual([['foreign-line-end', 1]]);
    expect(faults('a,b\n1,\n', [], true)).toEqual([]);
    expect(faults('a,b\n1,\n')).toEqual([['dangling-comma', 1]]);
  });
});

describe('JSON', () => {
  it('is written in one way, or is none', () => {
    expect([isCanonicalJson('{\n  "a": 1\n}\n'), isCanonicalJson('{ "a": 1 }\n'), isCanonicalJson('{'), isCanonicalJson('')]).toEqual([true, false, false, false]); // biome-ignore format: a line
  });
});
