import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { asWriteProblem } from '../../src/release/stage.ts';
import { dayCells, daysCsv, daysWith, header, naiveRoles, secret, secretNumber } from './days.ts';
import { type Outcome, openPlace, type Place, type StartOptions } from './shoal-process.ts';

let place: Place;
beforeEach(() => {
  place = openPlace();
});
afterEach(() => place.remove());

interface Refusal {
  readonly code: string;
  readonly exit: number;
  /** What the message must name. */
  readonly says: readonly (string | RegExp)[];
}

/** Runs words that must be refused: with this message, code and exit code, no value of a cell, no stack, and nothing written anywhere. */
async function refused(words: readonly string[], { code, exit, says }: Refusal, options?: StartOptions): Promise<Outcome> {
  const before = place.listing();
  const outcome = options === undefined ? await place.call(words) : await place.shoal(words, options);
  expect(place.listing()).toEqual(before);
  expect(outcome.stderr).toContain(`  code   ${code}\n`);
  expect(outcome.code).toBe(exit);
  for (const part of says) expect(outcome.stderr).toMatch(part instanceof RegExp ? part : new RegExp(escaped(part)));
  expect(outcome.stderr).not.toContain(secret);
  expect(outcome.stderr).not.toContain(String(secretNumber));
  expect(outcome.stderr).not.toMatch(/^ {4}at /m);
  expect(outcome.stdout).toBe('');
  return outcome;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const run = (...more: readonly string[]): readonly string[] => ['run', 'days.csv', ...naiveRoles, ...more];
const number = String(secretNumber);

describe('a file', () => {
  it('that is not there is refused by name, with a near match in its folder', async () => {
    mkdirSync(place.path('data'));
    place.write('data/days.csv', daysCsv(20));
    await refused(['run', 'data/dyas.csv', ...naiveRoles], {
      code: 'input/missing-file',
      exit: 3,
      says: ['There is no file data/dyas.csv', 'Did you mean "days.csv"?'],
    });
  });

  it('that begins with a record is refused, and no cell of it is told as the name of a column', async () => {
    place.write('days.csv', daysCsv(20).split('\n').slice(2).join('\n'));
    await refused(run(), { code: 'input/no-header', exit: 3, says: ['line 1', 'begin with data'] });
    await refused(['inspect', 'days.csv'], { code: 'input/no-header', exit: 3, says: [] });
  });

  it('that is a folder is refused', async () => {
    mkdirSync(place.path('days.csv'));
    await refused(run(), { code: 'input/unreadable', exit: 3, says: ['days.csv cannot be read', 'It is not a file'] });
  });

  it.skipIf(process.getuid?.() !== 0)('that may not be read is refused for that, not for its output', async () => {
    chmodSync(place.write('days.csv', daysCsv(20)), 0o600);
    chmodSync(place.home, 0o777);
    await refused(
      run(),
      { code: 'input/unreadable', exit: 3, says: ['days.csv cannot be read', 'You may not read it'] },
      { uid: 65534 },
    );
  });

  it('that is empty, or holds nothing but a line end or a byte order mark, is called empty', async () => {
    for (const bytes of ['', '\n', '\uFEFF']) {
      place.write('days.csv', bytes);
      await refused(run(), { code: 'input/empty', exit: 3, says: ['days.csv is empty'] });
    }
  });

  it('of column names alone is refused, with or without an end of line', async () => {
    for (const text of [`${header}\n`, header]) {
      place.write('days.csv', text);
      await refused(run(), { code: 'input/no-rows', exit: 3, says: ['days.csv has column names but no rows'] });
    }
  });

  it('in Latin-1 is refused with the line of the first letter that is not UTF-8', async () => {
    place.write('days.csv', Buffer.from(daysWith(30, 17, 'Tag', `${secret}é`), 'latin1'));
    await refused(run(), { code: 'input/not-utf8', exit: 3, says: ['not UTF-8', 'days.csv, line 19', '--encoding'] });
    place.write('days.csv', gzipSync(Buffer.from(daysWith(30, 17, 'ID', `${secret}é`), 'latin1')));
    await refused(run(), { code: 'input/not-utf8', exit: 3, says: ['days.csv, line 19'] });
  });

  it('whose column names are not UTF-8, or that is UTF-16 without a byte order mark, is refused too', async () => {
    place.write('days.csv', Buffer.from(daysCsv(20).replace('Tag', 'Tág'), 'latin1'));
    await refused(run(), { code: 'input/not-utf8', exit: 3, says: ['days.csv, line 1'] });
    place.write('days.csv', Buffer.from(daysCsv(20), 'utf16le'));
    await refused(run(), { code: 'input/not-utf8', exit: 3, says: ['not UTF-8 text'] });
  });

  it('with a quote that is never closed, or with text after the closing one, is refused with its line', async () => {
    for (const cell of [`"${secret}`, `"${secret}"x`]) {
      place.write('days.csv', daysWith(30, 10, 'Tag', cell));
      await refused(run(), { code: 'input/open-quote', exit: 3, says: ['days.csv, line 12', 'Close the quote'] });
    }
  });

  it('of Parquet that was cut short is refused', async () => {
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    await connection.run(`COPY (SELECT '${secret}' AS ID, ${number} AS H1 FROM range(3000)) TO '${place.path('whole.parquet')}'`);
    connection.closeSync();
    instance.closeSync();
    const bytes = readFileSync(place.path('whole.parquet'));
    for (const length of [4, 400, bytes.length - 20]) {
      place.write('days.parquet', bytes.subarray(0, length));
      await refused(['run', 'days.parquet', ...naiveRoles], {
        code: 'input/unreadable',
        exit: 3,
        says: ['days.parquet cannot be read', 'not a whole Parquet file', 'cut short'],
      });
    }
  });

  it('of gzip that was cut short or damaged is refused, even where a whole line ends', async () => {
    const bytes = gzipSync(daysCsv(3000));
    place.write('days.csv', bytes.subarray(0, bytes.length / 2));
    const refusal = { code: 'input/unreadable', exit: 3, says: ['compressed data is damaged or cut short'] };
    await refused(run(), refusal);
    place.write('days.csv', Buffer.concat([bytes.subarray(0, 40), Buffer.alloc(400, 7)]));
    await refused(run(), refusal);
    place.write('days.csv', bytes.subarray(0, bytes.length - 8)); // all of the data, but not its checksum
    await refused(run(), refusal);
  });

  it('of NDJSON with a broken line is refused with the line', async () => {
    const lines = Array.from({ length: 20 }, (_, row) => JSON.stringify({ ID: `${secret}${row}`, H1: secretNumber }));
    place.write('days.ndjson', `${lines.with(6, lines[6].slice(0, -4)).join('\n')}\n`);
    await refused(['run', 'days.ndjson', ...naiveRoles], {
      code: 'input/unreadable',
      exit: 3,
      says: ['Line 7 is not a whole JSON'],
    });
  });

  it('whose lines end in two ways is refused', async () => {
    place.write('days.csv', daysCsv(20).replace(/\n(?=Zz7Secretid1\d)/g, '\r\n'));
    await refused(run(), { code: 'input/unreadable', exit: 3, says: ['lines end in different ways'] });
  });
});

describe('columns', () => {
  it('that are named but not there are refused with the near match', async () => {
    place.write('days.csv', daysCsv(20));
    await refused(['run', 'days.csv', '--subject', 'ID', '--drop', 'Nmae', '--series', 'H1..H8', '--sensitive', 'tag'], {
      code: 'input/missing-column',
      exit: 3,
      says: ['no column "Nmae"', 'Did you mean "Name"?', 'where  --drop', 'no column "tag"', 'Did you mean "Tag"?'],
    });
    await refused(['run', 'days.csv', '--subject', 'ID', '--series', 'H1..H9'], {
      code: 'input/missing-column',
      exit: 3,
      says: ['no column "H9"', 'where  --series', /Did you mean "H\d"\?/],
    });
  });

  it('cut by another delimiter than given are refused with the likely one', async () => {
    place.write('days.csv', daysCsv(20));
    await refused(run('--delimiter', ';'), {
      code: 'input/wrong-delimiter',
      exit: 3,
      says: ['reads as 1 column with ";"', 'Line 1 holds "," 10 times', '--delimiter ","'],
    });
  });

  it('with one name are refused with their places', async () => {
    place.write('days.csv', daysCsv(20).replace('H3', 'H2'));
    await refused(run(), {
      code: 'input/duplicate-column',
      exit: 3,
      says: ['"H2" stands 2 times', 'columns 4, 5', 'line 1'],
    });
  });

  it('without a role are refused by name, and --drop is offered', async () => {
    place.write('days.csv', daysCsv(20));
    await refused(['run', 'days.csv', '--subject', 'ID', '--series', 'H1..H8'], {
      code: 'policy/column-without-role',
      exit: 2,
      says: ['2 columns have no role: Name, Tag', '--drop Name,Tag'],
    });
  });

  it('in two roles are refused with both', async () => {
    place.write('days.csv', daysCsv(20));
    await refused(run('--quasi', 'H3'), {
      code: 'policy/two-roles',
      exit: 2,
      says: ['"H3" is both --series and --quasi'],
    });
  });

  it('named like those Shoal writes are refused as they are spelt', async () => {
    place.write('days.csv', daysCsv(20).replace('Tag', 'Level'));
    await refused(['run', 'days.csv', '--subject', 'ID', '--drop', 'Name', '--series', 'H1..H8', '--sensitive', 'Level'], {
      code: 'policy/name-taken',
      exit: 2,
      says: ['two columns named "Level"'],
    });
  });

  it('that no pattern matches are refused', async () => {
    place.write('days.csv', daysCsv(20));
    for (const pattern of ['/^Q/', '/(/'])
      await refused(['run', 'days.csv', '--subject', 'ID', '--series', pattern], {
        code: 'policy/bad-pattern',
        exit: 2,
        says: [pattern],
      });
  });
});

describe('rows', () => {
  it('that are too long or too short are refused with the line and both widths', async () => {
    for (const [width, found] of [
      [12, '12 cells'],
      [10, '10 cells'],
      [1, '1 cell'],
    ] as const) {
      place.write(
        'days.csv',
        daysCsv(30, (cells, row) => (row === 20 ? [...cells, number].slice(0, width) : cells)),
      );
      await refused(run(), {
        code: 'input/ragged-row',
        exit: 3,
        says: [`A row has ${found} where the header has 11`, 'days.csv, line 22'],
      });
    }
  });

  it('of one subject are refused with how many there are, and what to do', async () => {
    place.write('days.csv', daysCsv(30) + daysCsv(2).split('\n').slice(1).join('\n'));
    await refused(run(), {
      code: 'input/repeated-subject',
      exit: 3,
      says: ['2 of the subjects in "ID"', '4 rows in all', 'first repeated in row 31', 'Aggregate', 'choose one row each'],
    });
    await refused(['plan', ...run().slice(1)], { code: 'input/repeated-subject', exit: 3, says: ['2 of the subjects in "ID"'] });
  });

  it('of no subject are refused with the first', async () => {
    place.write(
      'days.csv',
      daysCsv(30, (cells, row) => (row === 4 || row === 7 ? cells.with(0, '') : cells)),
    );
    await refused(run(), { code: 'input/empty-subject', exit: 3, says: ['2 rows have no subject in "ID"', 'first in row 5'] });
  });

  it('that are fewer than k are refused with the nearest k that works', async () => {
    place.write('days.csv', daysCsv(20));
    const refusal = { code: 'policy/k-too-large', exit: 4, says: ['k is 21', 'holds 20 subjects', 'Set k to 20 or less'] };
    await refused(run('-k', '21'), refusal);
    await refused(['plan', ...run('-k', '21').slice(1)], refusal);
  });

  it('that are fewer than k once those with gaps are left out are refused too', async () => {
    place.write(
      'days.csv',
      daysCsv(20, (cells, row) => (row < 3 ? cells.with(4, '') : cells)),
    );
    await refused(run('-k', '20', '--missing', 'drop'), {
      code: 'policy/k-too-large',
      exit: 4,
      says: ['k is 20', 'holds 17 subjects', 'Set k to 17 or less'],
    });
  });
});

describe('cells', () => {
  it('of text in a series column are refused with column, line and count', async () => {
    place.write(
      'days.csv',
      daysCsv(40, (cells, row) => (row === 8 || row === 30 ? cells.with(7, secret) : row === 35 ? cells.with(2, secret) : cells)),
    );
    await refused(run(), {
      code: 'input/not-a-number',
      exit: 3,
      says: ['Column "H6" holds text in 2 of 40 rows', 'days.csv, first at line 10', 'decimal point'],
    });
  });

  it('of text far down a file are refused just so, whatever the number of threads', async () => {
    place.write('days.csv', daysWith(40_000, 31_000, 'H8', secret));
    for (const threads of ['1', '2'])
      await refused(run('--threads', threads), {
        code: 'input/not-a-number',
        exit: 3,
        says: ['Column "H8" holds text in 1 of 40000 rows', 'days.csv, first at line 31002'],
      });
  });

  it('of text in a numeric quasi-identifier are refused', async () => {
    place.write('days.csv', daysCsv(40));
    await refused(['run', 'days.csv', '--subject', 'ID', '--drop', 'Name', '--series', 'H1..H8', '--quasi', 'Tag:number'], {
      code: 'input/not-a-number',
      exit: 3,
      says: ['Column "Tag" holds text in 40 of 40 rows'],
    });
  });

  it('of text in a column of NDJSON are refused, by column', async () => {
    const names = header.split(',');
    const object = (row: number) =>
      Object.fromEntries(dayCells(row).map((cell, c) => [names[c], /^\d+$/.test(cell) && row !== 5 ? Number(cell) : cell]));
    const lines = Array.from({ length: 20 }, (_, row) =>
      JSON.stringify({ ...object(row), ...(row === 9 ? { H4: secret } : {}) }),
    );
    place.write('days.ndjson', lines.join('\n'));
    await refused(['run', 'days.ndjson', ...naiveRoles], {
      code: 'input/not-a-number',
      exit: 3,
      says: ['Column "H4" holds text in 1 of 20 rows', 'where  days.ndjson'],
    });
  });

  it('that are empty are refused by default, with how many and where the first is', async () => {
    place.write(
      'days.csv',
      daysCsv(40, (cells, row) => (row % 10 === 3 ? cells.with(4, '').with(5, '') : cells)),
    );
    for (const more of [[], ['--missing', 'fail']])
      await refused(run(...more), {
        code: 'input/empty-cells',
        exit: 3,
        says: ['8 cells of the series are empty, in 4 rows', 'column "H3", row 4', '--missing drop', '--missing interpolate'],
      });
  });

  it('that are empty in a numeric quasi-identifier cannot be interpolated', async () => {
    place.write('days.csv', daysWith(40, 6, 'H8', ''));
    const words = ['run', 'days.csv', '--subject', 'ID', '--drop', 'Name', '--series', 'H1..H7', '--sensitive', 'Tag'];
    for (const missing of ['fail', 'interpolate'])
      await refused([...words, '--quasi', 'H8', '--missing', missing], {
        code: 'input/empty-quasi',
        exit: 3,
        says: ['1 cell of the quasi-identifier "H8" is empty', 'first in row 7', '--missing drop'],
      });
  });

  it('that are NaN or infinite are refused with column and row, whatever --missing says', async () => {
    for (const cell of ['NaN', 'nan', 'Infinity', '-inf']) {
      place.write('days.csv', daysWith(30, 12, 'H2', cell));
      await refused(run('--missing', 'drop'), {
        code: 'input/not-finite',
        exit: 3,
        says: ['1 cell of column "H2" is NaN or infinite', 'row 13'],
      });
    }
  });
});

describe('a setting', () => {
  beforeEach(() => void place.write('days.csv', daysCsv(20)));

  it.each([
    [['-p', '6'], 'policy/p-above-k', ['P is 6 and k is 5', 'Set P to 5 or less, or k to 6 or more']],
    [['-k', '1'], 'policy/k-too-small', ['k is 1', 'Set k to 2 or more']],
    [['-k', '0'], 'policy/k-too-small', ['k is 0']],
    [['-k', '-3'], 'policy/k-too-small', ['k is -3']],
    [['-k', '2.5'], 'policy/bad-value', ['"k"', 'int']],
    [['-k', 'five'], 'policy/bad-value', ['"k"', 'number']],
    [['--segments', '9'], 'policy/too-many-segments', ['Segments is 9', '8 instants', '--segments to 8 or less']],
    [['--segments', '0'], 'policy/bad-value', ['"segments"']],
    [['--max-level', '0'], 'policy/bad-level', ['max-level is 0', 'between 1 and 26']],
    [['--max-level', '27'], 'policy/bad-level', ['max-level is 27', 'between 1 and 26']],
    [['--missing', 'ignore'], 'policy/bad-value', ['"missing"', 'fail', 'drop', 'interpolate']],
    [['--method', 'magic'], 'policy/bad-value', ['"method"', 'naive']],
    [['--decimals', '99'], 'policy/bad-value', ['"decimals"']],
    [['--memory', 'plenty'], 'policy/bad-value', ['"memory"']],
    [['--trace', '../tree.json'], 'policy/bad-value', ['"trace"']],
    [['--trace', 'manifest.json'], 'policy/bad-value', ['"trace"']],
    [['--hierarchy', 'Tga=x.csv'], 'policy/bad-hierarchy', ['"Tga"', 'No quasi-identifier']],
  ] as const)('out of its range is refused by name: %j', async (more, code, says) => {
    await refused(run(...more), { code, exit: 2, says });
  });

  it('of whom to protect must be given, and the columns are listed', async () => {
    await refused(['run', 'days.csv', '--series', 'H1..H8', '--drop', 'ID,Name,Tag'], {
      code: 'policy/no-subject',
      exit: 2,
      says: ['No subject is named', 'ID, Name, H1', '--subject row'],
    });
  });

  it('of the series must be given', async () => {
    await refused(['run', 'days.csv', '--subject', 'ID'], { code: 'policy/no-series', exit: 2, says: ['--series FIRST..LAST'] });
  });

  it('of the input must be given', async () => {
    await refused(['run', ...naiveRoles], { code: 'policy/no-input', exit: 2, says: ['shoal run data.csv'] });
  });

  it('of too little memory is refused as such', async () => {
    await refused(run('--memory', '1KB'), { code: 'resource/memory', exit: 7, says: ['--memory'] });
  });
});

describe('a policy file', () => {
  beforeEach(() => void place.write('days.csv', daysCsv(20)));

  it('that is not there, broken, a list, a single value or full of riddles is refused with its name', async () => {
    await refused(run('--policy', 'none.yaml'), { code: 'policy/unreadable', exit: 2, says: ['none.yaml', 'no such file'] });
    for (const [text, where, why] of [
      ['k: 5\np: [2\n', 'policy.yaml, line', 'not well-formed'],
      ['{ "k": 5, ', 'policy.yaml, line', 'not well-formed'],
      ['k: 5\nk: 6\n', 'policy.yaml, line 2', 'not well-formed'],
      ['- k\n- p\n', 'policy.yaml', 'a list'],
      ['five\n', 'policy.yaml', 'a single value'],
      ['k: *five\n', 'policy.yaml', 'anchor'],
    ]) {
      place.write('policy.yaml', text);
      await refused(run('--policy', 'policy.yaml'), { code: 'policy/unreadable', exit: 2, says: [where, why] });
    }
  });

  it('with an unknown key is refused with the nearest one', async () => {
    place.write('shoal.yaml', 'max-level: 5\nsegmens: 3\n');
    await refused(run(), {
      code: 'policy/unknown-key',
      exit: 2,
      says: [
        '"max-level" is not a setting',
        'Did you mean "maxLevel"?',
        '"segmens" is not a setting',
        'Did you mean "segments"?',
      ],
    });
  });

  it('with a key of another method is refused', async () => {
    place.write('shoal.yaml', 'grouping: tree\n');
    await refused(run(), { code: 'policy/other-method', exit: 2, says: ['grouping', 'naive'] });
  });

  it('with a value of the wrong type is refused by key', async () => {
    place.write('shoal.yaml', 'drop: 5\nk: many\n');
    await refused(['run', 'days.csv', '--subject', 'ID', '--series', 'H1..H8'], {
      code: 'policy/bad-value',
      exit: 2,
      says: ['"drop" has a value that cannot be used: expected column names', '"k" has a value that cannot be used'],
    });
  });
});

describe('a hierarchy', () => {
  const words = ['run', 'days.csv', '--subject', 'ID', '--drop', 'Name', '--series', 'H1..H8'] as const;
  const towns = ['Koper', 'Piran', 'Celje'];
  const tree = (...lines: readonly string[]) => void place.write('towns.csv', `${lines.join('\n')}\n`);
  beforeEach(
    () =>
      void place.write(
        'days.csv',
        daysCsv(30, (cells, row) => cells.with(10, `${secret}${towns[row % 3]}`)),
      ),
  );

  it.each([
    ['is not there', undefined, 'cannot be read'],
    ['has lines of two lengths', ['Koper;coast;*', 'Piran;*', 'Celje;inland;*'], 'Line 2 has another number of ancestors'],
    ['names a value twice', ['Koper;*', 'Piran;*', 'Koper;*', 'Celje;*'], 'Line 3 names a value that an earlier line names'],
    [
      'gives a node two parents',
      ['Koper;sea;west;*', 'Piran;sea;east;*', 'Celje;hill;east;*'],
      'level 2 has two different parents',
    ],
    ['has two roots', ['Koper;coast', 'Piran;coast', 'Celje;inland'], 'more than one root'],
    ['has no ancestors', ['Koper', 'Piran', 'Celje'], 'no ancestors'],
    ['lacks a value of the data', ['Koper;*', 'Piran;*'], '1 of the 3 values in the data'],
  ])('that %s is refused, and no value is told', async (_, lines, says) => {
    if (lines !== undefined) tree(...lines.map((line) => `${secret}${line}`));
    await refused([...words, '--quasi', 'Tag', '--hierarchy', 'Tag=towns.csv'], {
      code: 'policy/bad-hierarchy',
      exit: 2,
      says: ['hierarchy of "Tag"', 'towns.csv', says],
    });
  });

  it('of a number is refused', async () => {
    tree('1;*');
    await refused(
      [...words.slice(0, 6), '--series', 'H1..H7', '--quasi', 'H8:number', '--sensitive', 'Tag', '--hierarchy', 'H8=towns.csv'],
      {
        code: 'policy/bad-hierarchy',
        exit: 2,
        says: ['"H8"', 'published as a range'],
      },
    );
  });
});

describe('words', () => {
  it('that are no command are refused with the nearest', async () => {
    await refused(['rnu', 'days.csv'], {
      code: 'usage/unknown-command',
      exit: 2,
      says: ['"rnu" is not a command', 'Did you mean "run"?', 'demo, generate, inspect, init, hierarchy, plan, run, verify'],
    });
  });

  it.each([
    [['run', 'days.csv', '--sujbect', 'ID'], 'usage/unknown-flag', ['no flag --sujbect', 'Did you mean "--subject"?']],
    [['run', 'days.csv', '-q'], 'usage/unknown-flag', ['no flag -q', '"shoal run --help"']],
    [['run', 'days.csv', '--out'], 'usage/flag-value', ['--out needs a value: DIR']],
    [['run', 'days.csv', '--out', '--force'], 'usage/flag-value', ['--out needs a value: DIR']],
    [['run', 'days.csv', '--json=yes'], 'usage/flag-value', ['--json takes no value']],
    [['run', 'days.csv', '--progress', 'loud'], 'usage/flag-value', ['--progress', 'auto|json|none']],
    [['run', 'days.csv', 'more.csv'], 'usage/surplus-argument', ['"more.csv" is one word too many']],
    [['verify'], 'usage/missing-argument', ['shoal verify RELEASE']],
    [['attack', 'release'], 'usage/missing-argument', ['shoal attack RELEASE --original INPUT']],
    [['explain', 'nonsense'], 'usage/unknown-word', ['no explanation of "nonsense"']],
  ] as const)('that make no sense are refused: %j', async (words, code, says) => {
    await refused(words, { code, exit: 2, says });
  });
});

describe('an output', () => {
  beforeEach(() => void place.write('days.csv', daysCsv(20)));

  it('that exists is refused unless --force is given, and kept as it was', async () => {
    expect((await place.shoal(run('--out', 'out'))).code).toBe(0);
    await refused(run('--out', 'out'), { code: 'output/exists', exit: 8, says: ['out exists already', '--force'] });
    place.write('file', secret);
    await refused(run('--out', 'file'), { code: 'output/exists', exit: 8, says: ['file exists already'] });
  });

  it('that is no release of ours is not replaced, even with --force', async () => {
    mkdirSync(place.path('thesis'));
    place.write('thesis/chapter.txt', secret);
    const refusal = {
      code: 'output/not-a-release',
      exit: 8,
      says: ['thesis exists and is not a release', 'remove the folder yourself'],
    };
    await refused(run('--out', 'thesis', '--force'), refusal);
    place.write('thesis/manifest.json', '{ "name": "an app", "version": 3 }');
    await refused(run('--out', 'thesis', '--force'), refusal);
    place.write('file', secret);
    await refused(run('--out', 'file', '--force'), { code: 'output/not-a-release', exit: 8, says: ['file exists'] });
  });

  it('below a file, or where folders cannot be made, is refused', async () => {
    for (const out of ['days.csv/out', 'days.csv/a/b', '/dev/null/out', '/proc/out', '/proc/a/b'])
      await refused(run('--out', out), { code: 'output/unwritable', exit: 8, says: [`${out} cannot be written`] });
  });

  it.skipIf(process.getuid?.() !== 0)('in a folder one may not write to is refused before any work', async () => {
    chmodSync(place.home, 0o755);
    chmodSync(place.path('days.csv'), 0o644);
    const { stderr } = await refused(
      run('--out', 'out'),
      { code: 'output/unwritable', exit: 8, says: ['out cannot be written', 'You may not write'] },
      { uid: 65534 },
    );
    expect(stderr).not.toMatch(/^read /m);
  });

  it('is refused where temporary files have no place', async () => {
    await refused(
      run(),
      { code: 'output/unwritable', exit: 8, says: ['/nowhere cannot be written', 'TMPDIR'] },
      { env: { TMPDIR: '/nowhere' } },
    );
  });

  it('leaves no folder it made on the way when the run fails', async () => {
    place.write('days.csv', daysCsv(20));
    await refused(run('--out', 'a/b/c', '-k', '21'), { code: 'policy/k-too-large', exit: 4, says: [] });
  });
});

describe('a full disk', () => {
  const disk = tinyDisk();

  it.skipIf(disk === undefined)(
    'is told as such, and nothing is published (skipped where no file system may be mounted)',
    async () => {
      place.write('days.csv', daysCsv(9000));
      mkdirSync(place.path('disk'));
      disk?.mount(place.path('disk'));
      try {
        for (const more of [[], ['--format', 'parquet'], ['--out', 'disk/a/out']])
          await refused(run('--out', 'disk/out', ...more), {
            code: 'resource/disk-full',
            exit: 7,
            says: ['The disk is full', 'nothing was published', 'Free some space'],
          });
        await refused(['generate', 'walks', '--rows', '9000', '--out', 'disk/walks.csv'], {
          code: 'resource/disk-full',
          exit: 7,
          says: ['disk/walks.csv'],
        });
      } finally {
        disk?.unmount(place.path('disk'));
      }
    },
  );

  it('is known by the code of the system and by the words of DuckDB', () => {
    const full = Object.assign(new Error('write'), { code: 'ENOSPC', syscall: 'write' });
    expect(asWriteProblem(full, 'out')).toMatchObject({ code: 'resource/disk-full', exit: 7, where: 'out' });
    const spilled = new Error('IO Error: Could not write file "out/data.parquet": No space left on device');
    expect(asWriteProblem(spilled, 'out')).toMatchObject({ code: 'resource/disk-full' });
  });
});

/** How a file system of 200 kB is put in place of a folder; undefined where that is not allowed. */
function tinyDisk(): { mount(folder: string): void; unmount(folder: string): void } | undefined {
  const disk = {
    mount: (folder: string) =>
      void execFileSync('/bin/mount', ['-t', 'tmpfs', '-o', 'size=200k', 'tmpfs', folder], { stdio: 'ignore' }),
    unmount: (folder: string) => void execFileSync('/bin/umount', [folder], { stdio: 'ignore' }),
  };
  const trial = openPlace();
  try {
    disk.mount(trial.home);
    disk.unmount(trial.home);
    return disk;
  } catch {
    return undefined;
  } finally {
    trial.remove();
  }
}
