import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readHierarchy } from '../../src/formats/hierarchy.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'shoal-hierarchy-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function read(text: string, ...labels: readonly string[]) {
  const path = join(folder, 'tree.csv');
  writeFileSync(path, text);
  return readHierarchy(path, 'town', labels);
}

function why(text: string, ...labels: readonly string[]): string {
  const result = read(text, ...labels);
  if (result.ok) throw new Error('It was taken.');
  expect(result.problems).toMatchObject([{ code: 'policy/bad-hierarchy', exit: 2, facts: { column: 'town' } }]);
  return result.problems[0].why;
}

describe('a hierarchy', () => {
  it('gives each value its ancestors from near to far', () => {
    const tree = read('Koper;coast;*\nPiran;coast;*\nCelje;inland;*\n', 'Koper', 'Celje');
    expect(tree.ok && [...tree.value]).toEqual([
      ['Koper', ['coast', '*']],
      ['Piran', ['coast', '*']],
      ['Celje', ['inland', '*']],
    ]);
  });

  it('may start with a byte order mark, have CR LF, blanks, empty lines and values that are not in the data', () => {
    expect(read('\uFEFFKoper ; * \r\n\r\nPiran;*\r\nnever seen;*', 'Koper', 'Piran')).toMatchObject({ ok: true });
  });

  it('may have an ancestor that is called like what lies below it', () => {
    expect(read('other;other;*\nmisc;other;*\nKoper;coast;*\n*;*;*\n', 'other', 'Koper')).toMatchObject({ ok: true });
  });

  it('may name the empty value', () => {
    const tree = read(';*\nKoper;*\n', '', 'Koper');
    expect(tree.ok && tree.value.get('')).toEqual(['*']);
  });

  it.each([
    ['a;x;*\nb;*\n', /Line 2 has another number of ancestors/],
    ['a;*\nb;*\na;*\n', /Line 3 names a value that an earlier line names/],
    ['a;x;*\nb;y;+\n', /more than one root/],
    ['a;x;*\nb;;*\n', /Line 2 has an ancestor without a name/],
    ['a;x;p;*\nb;x;q;*\n', /level 2 has two different parents/],
    ['a;b;*\nb;a;*\n', /name of a value, or of an ancestor, that is not below it/],
    ['a;x;*\nb;y;*\nx;y;*\n', /name of a value/],
    ['a;x;y;*\nb;y;z;*\n', /of an ancestor, that is not below it/],
    ['a\nb\n', /no ancestors/],
    ['', /no ancestors/],
  ])('that is no tree is refused: %j', (text, said) => {
    expect(why(text, 'a', 'b')).toMatch(said);
  });

  it('must hold every value of the data, and counts those it does not, naming none', () => {
    const said = why('Koper;*\n', 'Koper', 'Piran', 'Celje');
    expect(said).toMatch(/2 of the 3 values/);
    expect(said).not.toMatch(/Piran|Celje/);
  });

  it('must be there', () => {
    expect(readHierarchy(join(folder, 'none.csv'), 'town', [])).toMatchObject({
      ok: false,
      problems: [{ why: 'The file cannot be read.' }],
    });
  });
});
