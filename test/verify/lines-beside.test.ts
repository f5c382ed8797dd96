import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareLines } from '../../src/verify/lines-beside.ts';
import { draws } from '../suite/draws.ts';

let home = '';
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'shoal-lines-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const header = ['id;event\n', 'id;event;_subject;_row\n'] as const;

function compared(released: string, evidence: string, numbers = 2) {
  const [one, other] = [join(home, 'released.csv'), join(home, 'evidence.csv')];
  writeFileSync(one, released);
  writeFileSync(other, evidence);
  return compareLines(one, other, numbers);
}

const compareBodies = (released: string, evidence: string) => compared(header[0] + released, header[1] + evidence);

describe('lines of evidence beside those of a release', () => {
  it('are the same, whatever stands in them', async () => {
    expect(await compareBodies('1;fall\n2;door\n', '1;fall;7;2\n2;door;7;1\n')).toEqual({ numbered: true });
    expect(await compareBodies('fall;1\n', 'fall;1;7;2\n')).toEqual({ numbered: false });
    expect(await compareBodies('01;fall\n', '01;fall;7;2\n')).toEqual({ numbered: false });
    expect(await compareBodies('1234567890;fall\n', '1234567890;fall;7;2\n')).toEqual({ numbered: false });
    expect(await compareBodies('1;été 秋;\n', '1;été 秋;;7;2\n')).toEqual({ numbered: true });
    expect(await compareBodies('', '')).toEqual({ numbered: true });
    expect(await compared('id\n1\n', 'id;_subject\n1;5\n', 1)).toEqual({ numbered: false }); // no cell after it
  });

  it.each([
    ['a cell is another', '1;fall\n', '1;door;7;2\n'],
    ['a cell goes on', '1;fall\n', '1;falls;7;2\n'],
    ['a cell is cut', '1;falls\n', '1;fall;7;2\n'],
    ['a line lacks its subject', '1;fall\n', '1;fall;;2\n'],
    ['a line lacks its row', '1;fall\n', '1;fall;7\n'],
    ['a line has one number more', '1;fall\n', '1;fall;7;2;3\n'],
    ['a subject is no number', '1;fall\n', '1;fall;x;2\n'],
    ['a subject has another spelling', '1;fall\n', '1;fall;07;2\n'],
    ['a subject is nobody', '1;fall\n', '1;fall; ;2\n'],
    ['a subject is too large to be counted with', '1;fall\n', '1;fall;1234567890;2\n'],
    ['there is one line more', '1;fall\n', '1;fall;7;2\n2;door;7;1\n'],
    ['there is one line less', '1;fall\n2;door\n', '1;fall;7;2\n'],
    ['the last line has no end', '1;fall', '1;fall;7;2'],
    ['the last line of one has no end', '1;fall\n', '1;fall;7;2'],
    ['a line is empty', '\n', ';7;2\n'],
    ['a cell is quoted', '1;"fall"\n', '1;"fall";7;2\n'],
    ['a quoted cell holds lines, which hide what stands behind them', '1;"a\nb";2\n', '1;"a;5;9\nb";2;6;9\n'],
    ['a line ends as on other machines', '1;fall\r\n', '1;fall\r;7;2\n'],
  ])('are not taken for the same where %s', async (_, released, evidence) => {
    expect(await compareBodies(released, evidence)).toBeUndefined();
  });

  it('are not taken for the same where there is no first line, or a quote in it', async () => {
    expect(await compared('', '')).toBeUndefined();
    expect(await compared('id;event', 'id;event;_subject;_row')).toBeUndefined();
    expect(await compared('"id";event\n1;fall\n', 'id;event;_subject;_row\n1;fall;7;2\n')).toBeUndefined();
  });

  it('are found alike and unlike wherever a buffer ends', async () => {
    const lines = Array.from({ length: 150_000 }, (_, i) => `${(i % 997) + 1};${'x'.repeat(i % 13)}`);
    const released = lines.map((line) => `${line}\n`).join('');
    const beside = (change: (line: string, i: number) => string) =>
      lines.map((line, i) => `${change(line, i)};${(i % 89) + 1};${i + 1}\n`).join('');
    expect(
      await compareBodies(
        released,
        beside((line) => line),
      ),
    ).toEqual({ numbered: true });
    for (const wrong of [0, 70_000, 74_898, 149_999])
      expect(
        await compareBodies(
          released,
          beside((line, i) => (i === wrong ? `${line}y` : line)),
        ),
      ).toBeUndefined();
    const long = `1;${'x'.repeat(1 << 20)}`;
    expect(await compareBodies(`${long}\n`, `${long};7;2\n`)).toBeUndefined(); // too long for this way
  });

  it('are the same just where cells are, with a number behind them', async () => {
    const cell = fc.string({ unit: fc.constantFrom('1', '0', '9', 'a', ' ', '"', ';'), maxLength: 3 });
    const line = fc.tuple(cell, cell).map((cells) => cells.join(';'));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(line, line, fc.boolean()), { maxLength: 4 }), async (drawn) => {
        const pairs = drawn.map(([own, other, same]) => [own, same ? own : other]);
        const found = await compareBodies(
          pairs.map(([own]) => `${own}\n`).join(''),
          pairs.map(([, other], i) => `${other};${i + 1};${i + 1}\n`).join(''),
        );
        const same = pairs.every(([own, other]) => own === other && !own.includes('"'));
        expect(found === undefined).toBe(!same);
        if (found !== undefined) expect(found.numbered).toBe(pairs.every(([own]) => /^[1-9][0-9]{0,8};/.test(own)));
      }),
      { numRuns: draws(100) },
    );
  });
});
