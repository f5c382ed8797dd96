import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareLines, type TakeLine } from '../../src/verify/lines-beside.ts';

let home = '';
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'shoal-beside-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const compared = (released: string, evidence: string, numbers = 2, take?: TakeLine) => {
  const paths = ['released', 'evidence'].map((name) => join(home, `${name}.csv`));
  for (const [i, text] of [released, evidence].entries()) writeFileSync(paths[i], text);
  return compareLines(paths[0], paths[1], numbers, take);
};
const bodies = (released: string, evidence: string, numbers = 2, take?: TakeLine) =>
  compared(`id;event\n${released}`, `id;event;_subject;_row\n${evidence}`, numbers, take);

describe('lines of evidence', () => {
  it('have whole numbers behind them, each in one spelling and below a thousand millions', async () => {
    for (const one of ['1', '10', '90', '123456789', '999999999', '100000000'])
      expect(await bodies(`${one};a\n`, `${one};a;${one};${one}\n`), one).toEqual({ numbered: true });
    for (const none of ['', '0', '01', '1234567890', 'x', '-1', '+1', '1.0', ' 1', '1 ', '/', ':', '1/', '1:', '٣'])
      for (const beside of [`1;a;${none};2\n`, `1;a;2;${none}\n`]) expect(await bodies('1;a\n', beside), beside).toBeUndefined();
    for (const none of ['0', '01', '1234567890', 'x', '/', ':']) expect(await bodies(`${none};a\n`, `${none};a;1;2\n`), none).toEqual({ numbered: false }); // biome-ignore format: a line
  });

  it('have these numbers behind semicolons, and nothing behind the last', async () => {
    for (const beside of ['1;a,7;2\n', '1;a;7,2\n', '1;a7;2\n', '1;a;7;2x\n', '1;a;7;2x', '1;a;7;2;\n', '1;a;7;2;3\n', '1;a;7\n', '1;a\n', '1;a;7;2', '1;a;7;2\r\n', '1;a;7;2\n\n', '1;a;7;2\nx']) // biome-ignore format: a line
      expect(await bodies('1;a\n', beside), beside).toBeUndefined();
    expect(await bodies('1;a\n', '1;a;7\n', 1)).toEqual({ numbered: true });
    expect(await bodies('1;a\n', '1;a\n', 0)).toEqual({ numbered: true });
  });

  it('are shown one by one, with the first number behind each, until nobody wants more', async () => {
    const seen: unknown[] = [];
    const take: TakeLine = ({ bytes, view }, from, to, first) => {
      expect(view.buffer).toBe(bytes.buffer);
      seen.push([bytes.toString('utf8', from, to), first]);
      return first !== 40;
    };
    expect(await bodies('1;a\n2;bé\n', '1;a;7;2\n2;bé;1029384756\n')).toBeUndefined();
    expect(await bodies('1;a\n2;bé\n', '1;a;7;2\n2;bé;102938475;3\n', 2, take)).toEqual({ numbered: true });
    expect(seen.splice(0)).toEqual([['1;a', 7], ['2;bé', 102938475]]); // biome-ignore format: pairs
    expect(await bodies('1;a\n2;b\n3;c\n', '1;a;9;1\n2;b;40;2\n3;c;5;3\n', 2, take)).toBeUndefined();
    expect(seen).toEqual([['1;a', 9], ['2;b', 40]]); // biome-ignore format: pairs
  });

  it('are numbered where each of them is', async () => {
    expect(await bodies('1;a\nx;b\n', '1;a;1;1\nx;b;2;2\n')).toEqual({ numbered: false });
    expect(await bodies('x;a\n1;b\n', 'x;a;1;1\n1;b;2;2\n')).toEqual({ numbered: false });
    expect(await bodies('', '')).toEqual({ numbered: true });
    expect(await compared('id\n12\n', 'id;_subject;_row\n12;1;1\n')).toEqual({ numbered: false });
  });
});

describe('lines that a buffer of a million bytes cuts', () => {
  const buffer = 1 << 20;
  const [released, evidence] = ['10;ab\n2;c\n', '10;ab;9;70\n2;c;8;1\n'];
  /** A first line so long that the buffer ends with so many bytes of what follows. */
  const first = (name: string, bytes: number) => `${name}${'h'.repeat(buffer - name.length - 1 - bytes)}\n`;
  const places = Array.from({ length: evidence.length + 1 }, (_, bytes) => bytes);

  it('are alike wherever it ends', async () => {
    for (const bytes of places) {
      expect(await compared(`id\n${released}`, first('id', bytes) + evidence), `${bytes}`).toEqual({ numbered: true });
      if (bytes <= released.length) expect(await compared(first('id', bytes) + released, `id\n${evidence}`), `${bytes}`).toEqual({ numbered: true }); // biome-ignore format: a line
    }
  });

  it('are unlike wherever it ends', async () => {
    for (const bytes of places) {
      expect(await compared(`id\n${released}`, first('id', bytes) + evidence.replace('c', 'd'))).toBeUndefined();
      expect(await compared(`id\n${released}`, first('id', bytes) + evidence.slice(0, -1))).toBeUndefined();
    }
  });

  it('are read to the end of both files, whichever has more', async () => {
    const count = 100_000; // more than two buffers of evidence, and less than one of the release
    const some = Array.from({ length: count }, (_, i) => `${(i % 9) + 1};a`);
    const beside = some.map((line) => `${line};123456789;100000000\n`).join('');
    const lines = some.map((line) => `${line}\n`).join('');
    let seen = 0;
    const take = () => ++seen > 0;
    expect(await bodies(lines, beside, 2, take)).toEqual({ numbered: true });
    expect(seen).toBe(count);
    expect(await bodies(lines, `${beside}1;a;1;1\n`)).toBeUndefined();
    expect(await bodies(`${lines}1;a\n`, beside)).toBeUndefined();
    expect(await bodies(lines, beside.replace(/;100000000\n$/, 'x'))).toBeUndefined();
  });

  it('are not taken where one of them, or the first, is longer', async () => {
    const long = 'x'.repeat(buffer);
    expect(await bodies(`${long}\n`, `${long};7;2\n`)).toBeUndefined();
    expect(await bodies('1;a\n', `1;a;7;2\n${long}`)).toBeUndefined();
    expect(await compared(`${'h'.repeat(buffer)}1;a\n`, 'id\n1;a;7;2\n')).toBeUndefined();
    expect(await compared('id\n1;a\n', `${'h'.repeat(buffer)}1;a;7;2\n`)).toBeUndefined();
  });

  it('have a first line without quotes', async () => {
    expect(await compared('"id"\n1;a\n', 'id\n1;a;7;2\n')).toBeUndefined();
    expect(await compared('id\n1;a\n', 'i"d\n1;a;7;2\n')).toBeUndefined();
    expect(await compared('', '')).toBeUndefined();
    expect(await compared('id', 'id')).toBeUndefined();
    expect(await compared('id\n', 'id')).toBeUndefined();
    expect(await compared('id\n', 'id\n')).toEqual({ numbered: true });
  });
});
