import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CodedLines, codeLinesKernel, firstHour, type Texts } from '../../src/formats/coded-lines.ts';
import { draws } from '../suite/draws.ts';

let home = '';
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'shoal-coded-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const columns = { count: 4, time: 0, subject: 2, event: 3, delimiter: ';'.charCodeAt(0) };

/** What the pieces of a text say of each line, cut at these bytes. */
function codePieces(body: string, cuts: readonly number[] = []): readonly (CodedLines | undefined)[] {
  const path = join(home, 'log.csv');
  const header = 'at;more;who;what\n';
  writeFileSync(path, header + body);
  const size = Buffer.byteLength(header + body);
  const ends = [...new Set(cuts.map((cut) => header.length + cut).filter((cut) => cut > header.length && cut < size)), size];
  ends.sort((a, b) => a - b);
  return ends.map((to, i) => codeLinesKernel.perform({ path, ...columns, from: ends[i - 1] ?? header.length, to }));
}

const linesOf = ({ subjects, cells, subjectTexts, eventTexts, hours, events }: CodedLines): readonly string[] =>
  Array.from(subjects, (subject, row) =>
    [hours[cells[row]] + firstHour, textAt(subjectTexts, subject), textAt(eventTexts, events[cells[row]])].join(' '),
  );

const textAt = ({ bytes, ends }: Texts, code: number): string =>
  Buffer.from(bytes.subarray(ends[code - 1] ?? 0, ends[code])).toString('latin1');

const anyLine = fc.record({
  at: fc.date({ min: new Date('1900-01-01T00:00:00Z'), max: new Date('2155-12-31T23:59:59Z'), noInvalidDate: true }),
  between: fc.constantFrom('T', ' '),
  more: fc.constantFrom('', 'x', 'a b, c'),
  who: fc.constantFrom('a', 'ab', 'abc', ' a', '6057b4e7-cace-45f9-af4c-8376c1a4f357', '6057b4e7-cace-45f9-af4c-8376c1a4f358'),
  what: fc.constantFrom('', 'FALL', 'DOOR.OPEN', "o'clock #1"),
});

describe('lines of a plain log', () => {
  it('say the same however the file is cut, and whether or not its last line has an end', () => {
    fc.assert(
      fc.property(
        fc.array(anyLine, { minLength: 1, maxLength: 40 }),
        fc.array(fc.nat(2000), { maxLength: 5 }),
        fc.boolean(),
        (log, cuts, isEnded) => {
          const lines = log.map(({ at, between, more, who, what }) =>
            [at.toISOString().slice(0, 19).replace('T', between), more, who, what].join(';'),
          );
          const owed = log.map(({ at, who, what }) => [Math.floor(at.getTime() / 3_600_000), who, what].join(' '));
          const pieces = codePieces(lines.join('\n') + (isEnded ? '\n' : ''), cuts);
          expect(pieces.flatMap((piece) => (piece === undefined ? ['odd'] : linesOf(piece)))).toEqual(owed);
        },
      ),
      { numRuns: draws(60) },
    );
  });

  const good = '2024-02-29T23:59:59;;ann;FALL';
  it.each([
    ['a cell is in quotes', '2024-02-29T23:59:59;;"ann";FALL'],
    ['a quote stands in a cell', '2024-02-29T23:59:59;;a"n;FALL'],
    ['a cell nobody asked for is in quotes', '2024-02-29T23:59:59;"x";ann;FALL'],
    ['a letter is beyond ASCII', '2024-02-29T23:59:59;;änn;FALL'],
    ['a character is not seen', '2024-02-29T23:59:59;;a\tn;FALL'],
    ['a line ends as on other machines', `${good}\r`],
    ['a subject is missing', '2024-02-29T23:59:59;;;FALL'],
    ['a cell is missing', '2024-02-29T23:59:59;ann;FALL'],
    ['a line has one cell more', `${good};`],
    ['a line is blank', ''],
    ['a day is not there', '2023-02-29T23:59:59;;ann;FALL'],
    ['a month is not there', '2024-13-01T23:59:59;;ann;FALL'],
    ['an hour is not there', '2024-02-29T24:00:00;;ann;FALL'],
    ['a minute is not there', '2024-02-29T23:60:00;;ann;FALL'],
    ['a second is not there', '2024-02-29T23:59:60;;ann;FALL'],
    ['a time has parts of a second', '2024-02-29T23:59:59.5;;ann;FALL'],
    ['a time has no seconds', '2024-02-29T23:59;;ann;FALL'],
    ['a time has an offset', '2024-02-29T23:59:59Z;;ann;FALL'],
    ['a time is a date', '2024-02-29;;ann;FALL'],
    ['a time is missing', ';;ann;FALL'],
    ['a digit is none', '2024-02-29T2x:59:59;;ann;FALL'],
    ['a year is before all that are counted', '1899-12-31T23:59:59;;ann;FALL'],
  ])('are not coded where %s', (_, line) => {
    expect(codePieces(`${good}\n${good}\n`)).not.toEqual([undefined]);
    expect(codePieces(`${good}\n${line}\n${good}\n`)).toEqual([undefined]);
    expect(codePieces(`${good}\n${line}`)).toEqual([line === '' ? expect.anything() : undefined]); // the end of the line before
  });

  it('are not coded where one is longer than what is read at a time', () => {
    expect(codePieces(`${good}\n2024-02-29T23:59:59;${'x'.repeat(70_000)};ann;FALL\n`, [10])).toEqual([
      expect.anything(),
      undefined,
    ]);
  });
});
