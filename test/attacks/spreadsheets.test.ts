import { readFileSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { guardCells } from '../../src/formats/guard-cells.ts';
import { quoteCell } from '../../src/formats/packed-cells.ts';
import { attack, csvOf, forgery, inPlace, refusal } from './attack.ts';
import { recordsOf } from './records-of.ts';

const texts = ['=cmd()', '+1-2', '-x', '@sum', "'quoted", '"\t=tab"', '-3', '+4.5e1', 'plain', '＝wide', '"=a,b"', '"=""q"""'];
const people = Array.from({ length: 24 }, (_, i) => ({
  id: `@home-${i}`,
  at: `2024-03-01T0${i % 8}:00:00`,
  H1: i - 12,
  H2: 2 * i,
  note: texts[i % texts.length],
  kind: ['=a', '=a', 'b'][i % 3],
}));
const files = { 'people.csv': csvOf(people) };

const families = [
  ['curves', '--method naive --subject id --series H1,H2 --sensitive note --quasi kind:category --drop at -k 4 --segments 2'],
  [
    'curves in a long table',
    '--method prism --effort fast --subject id --series H1,H2 --sensitive note --quasi kind:category --drop at -k 4 --segments 2 --shape long',
  ],
  ['transactions', '--method kaca --subject id --quasi kind:category --sensitive note --drop at,H1,H2 -k 4'],
  [
    'events',
    '--method events --subject id --time at --event kind --quasi event,week_number -k 2 --pseudonym keep --unmapped other --flatten none',
  ],
] as const;

/** A cell that a spreadsheet would take for something to work out. */
const runs = (cell: string): boolean => /^[=+\-@\t\r\n＝＋－＠]/.test(cell) && !/^[+-]?[0-9.]+(e[+-]?[0-9]+)?$/i.test(cell);

for (const [family, words] of families) {
  attack(`a command in ${family} to whoever opens them in a spreadsheet`, {
    files,
    run: `people.csv ${words} --spreadsheet-safe`,
    attacker: ({ rows }) => rows.flatMap((row) => Object.values(row)).filter(runs),
    learns: [],
  });

  forgery(`${family} with a command where the manifest says that there is none`, {
    files,
    run: `people.csv ${words} --spreadsheet-safe`,
    forge: (folder, change) =>
      change(({ data: { file } }) => {
        const text = readFileSync(`${folder}/${file}`, 'utf8');
        const bold = text.replace(/'([=@])/g, '$1');
        expect(bold).not.toBe(text);
        writeFileSync(`${folder}/${file}`, bold);
      }),
    breach: 'running-cell',
  });
}

forgery('a row that a needless apostrophe marks', {
  files,
  run: `people.csv ${families[0][1]} --spreadsheet-safe`,
  forge: (folder) => {
    const file = `${folder}/naive_anonymized.csv`;
    writeFileSync(file, readFileSync(file, 'utf8').replace('plain', "'plain"));
  },
  breach: 'running-cell',
});

refusal('a command in the name of a column', {
  files: { 'people.csv': files['people.csv'].replace('note', '=note') },
  run: `people.csv ${families[0][1].replace('note', '=note')} --spreadsheet-safe`,
  code: 'policy/running-name',
  exit: 2,
});

refusal('safety that Parquet does not have', {
  files,
  run: `people.csv ${families[0][1]} --spreadsheet-safe --format parquet`,
  code: 'policy/bad-value',
  exit: 2,
});

it('changes no text for those who compare it with the original, and no number at all', () =>
  inPlace(async (place) => {
    place.write('people.csv', files['people.csv']);
    for (const [, words] of families.slice(0, 3)) {
      const made = await place.call(['run', 'people.csv', ...words.split(' '), '--spreadsheet-safe', '--seed', '1', '--force']);
      expect(made.code, made.stderr).toBe(0);
      const verified = await place.call(['verify', 'release', '--original', 'people.csv']);
      expect(verified.code, verified.stderr).toBe(0);
    }
    const rows = recordsOf(place.read('release', 'kaca_anonymized.csv'));
    const notes = new Set(rows.map(({ note }) => note));
    expect(notes).toEqual(
      new Set(["'=cmd()", "'+1-2", "'-x", "'@sum", "''quoted", "'\t=tab", '-3', '+4.5e1', 'plain', "'＝wide", "'=a,b", '\'="q"']),
    );
  }));

it('guards every cell once and no other, wherever pieces of the file end', () =>
  inPlace(async (place) => {
    const path = place.path('cells.csv');
    const cell = fc.string({
      unit: fc.constantFrom('=', '+', '-', '@', "'", '"', ',', '1', '.', 'a', '\n', '\t', 'é', '＝'),
      maxLength: 6,
    });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 1, max: 40 }),
        (rows, pieceBytes) => {
          const lines = (cells: readonly (readonly string[])[]) =>
            cells.map((row) => `${row.map(quoteCell).join(',')}\n`).join('');
          writeFileSync(path, lines([['=a', 'b'], ...rows]));
          const columns = [
            { name: '=a', role: 'sensitive', kind: 'text' },
            { name: 'b', role: 'series', kind: 'interval' },
          ] as const;
          const { bytes } = guardCells(path, columns, ',', pieceBytes);
          const guarded = rows.map(([a, b]) => [/^[=+\-@\t\n＝']/.test(a) && !isNumber(a) ? `'${a}` : a, b]);
          expect(readFileSync(path, 'utf8')).toBe(lines([['=a', 'b'], ...guarded]));
          expect(bytes).toBe(Buffer.byteLength(lines([['=a', 'b'], ...guarded])));
        },
      ),
    );
  }));

const isNumber = (text: string): boolean => text.trim() === text && text !== '' && Number.isFinite(Number(text));
