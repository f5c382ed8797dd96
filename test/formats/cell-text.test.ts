import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BadCell, cellText } from '../../src/formats/cell-text.ts';

it.each([
  [0, '0'],
  [-0, '0'],
  [0.1, '0.1'],
  [1e21, '1e+21'],
  [2n ** 80n, '1208925819614629174706176'],
  [true, 'true'],
  [null, ''],
  [undefined, ''],
  ['', ''],
  [' a ', ' a '],
  ['a,b', '"a,b"'],
  ['say "x"', '"say ""x"""'],
  ['😀', '😀'],
  [new Date('2024-03-01T10:00:00+02:00'), '2024-03-01T08:00:00.000Z'],
  [runInNewContext('new Date(0)'), '1970-01-01T00:00:00.000Z'],
])('tells %o as a file would', (value, text) => {
  expect(cellText(value)).toBe(text);
});

it.each([
  [Number.NaN, 'not-finite'],
  [Number.NEGATIVE_INFINITY, 'not-finite'],
  [new Date(Number.NaN), 'bad-date'],
  ['a\0b', 'nul'],
  ['half \ud83d', 'broken-text'],
  ['\ude00 half', 'broken-text'],
  [{}, 'nested'],
  [[1], 'nested'],
  [new String('a'), 'nested'],
  [Buffer.from('a'), 'nested'],
  [Symbol('a'), 'nested'],
  [() => 1, 'nested'],
  [Object.create(Date.prototype), 'nested'],
])('refuses %o', (value, fault) => {
  expect(() => cellText(value)).toThrow(new BadCell(fault as BadCell['fault']));
});

it('tells a date by its instant, whatever its own methods say', () => {
  const date = Object.assign(new Date(0), { toISOString: () => 'Anna', getTime: () => 7 });
  expect(cellText(date)).toBe('1970-01-01T00:00:00.000Z');
});

it('tells every finite number so that it is read as the same', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
      expect(Number(cellText(number))).toBe(number + 0);
    }),
  );
});
