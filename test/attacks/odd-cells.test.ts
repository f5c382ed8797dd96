import { DuckDBInstance } from '@duckdb/node-api';
import { expect, it } from 'vitest';
import { csvOf, inPlace, refusal } from './attack.ts';

const people = Array.from({ length: 12 }, (_, i) => ({
  id: `p${i}`,
  at: `2024-03-01T0${i % 8}:00:00`,
  H1: i,
  H2: 2 * i,
  code: 'alarm',
}));

/** One odd cell among good ones. */
const withCell = (name: string, cell: string) => people.map((person, i) => ({ ...person, ...(i === 7 ? { [name]: cell } : {}) }));
const ndjsonOf = (records: readonly object[]): string => records.map((record) => `${JSON.stringify(record)}\n`).join('');

const events = '--method events --subject id --time at --event code --quasi week_number,event -k 2 --unmapped other';
const series = '--method naive --subject id --series H1,H2 --sensitive code --drop at -k 2 --segments 2';
const table = '--method kaca --subject id --quasi at:time,H1:number --sensitive code --drop H2 -k 2';
const means = '--method kaca --subject id --quasi at:time --aggregate count,avg:H1 -k 2 --drop H2,code';
const long = '--method naive --long id,at,H1 --sensitive code --drop H2 -k 2 --segments 1';

for (const [family, run] of [
  ['events', events],
  ['series', series],
  ['transactions', table],
  ['long tables', long],
] as const) {
  refusal(`a code of ${family} in the message about a bug, for the NUL in it`, {
    files: { 'odd.ndjson': ndjsonOf(withCell('code', 'al\0arm')) },
    run: `odd.ndjson ${run}`,
    code: 'input/nul-character',
    exit: 3,
  });
}

for (const spelling of ['normal', 'exact'])
  refusal(`a kept subject, spelled ${spelling}, whose id two readers would not read the same, for the NUL in it`, {
    files: { 'odd.ndjson': ndjsonOf(withCell('id', 'p\x007')) },
    run: `odd.ndjson ${events} --pseudonym keep --subject-spelling ${spelling}`,
    code: 'input/nul-character',
    exit: 3,
  });

refusal('a setting in the message about a bug, for the NUL in it', {
  files: { 'log.csv': csvOf(people), 'policy.json': JSON.stringify({ method: 'events', flatValue: 'a\0b' }) },
  run: `log.csv ${events} --policy policy.json`,
  code: 'policy/bad-value',
  exit: 2,
});

const large = '9007199254740993'; // read as a double it is one less
for (const [family, run] of [
  ['series', series],
  ['transactions', table],
  ['means', means],
] as const)
  for (const cell of [large, `-${large}`, '1e300'])
    refusal(`a range of ${family} that does not hold ${cell}`, {
      files: { 'odd.csv': csvOf(withCell('H1', cell)) },
      run: `odd.csv ${run}`,
      code: 'input/too-large',
      exit: 3,
    });

refusal('a range that does not hold a number of NDJSON', {
  files: { 'odd.ndjson': ndjsonOf(people).replace('"H1":7', `"H1":${large}`) },
  run: `odd.ndjson ${series}`,
  code: 'input/too-large',
  exit: 3,
});

refusal('a range that does not hold a number of a long table', {
  files: { 'odd.csv': csvOf(people.map((person) => ({ ...person, at: 1, H1: person.id === 'p3' ? large : person.H1 }))) },
  run: `odd.csv ${long}`,
  code: 'input/too-large',
  exit: 3,
});

it('refuses to give away a range that does not hold a number of a Parquet file, whatever its type', () =>
  inPlace(async (place) => {
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    for (const type of ['BIGINT', 'HUGEINT', 'DECIMAL(38, 2)', 'DOUBLE']) {
      const rows = `SELECT 'p' || i AS id, CAST(CASE WHEN i = 7 THEN ${large} ELSE i END AS ${type}) AS H1, i AS H2, 'x' AS code, 'y' AS at FROM range(12) r(i)`;
      await connection.run(`COPY (${rows}) TO '${place.path('odd.parquet')}' (FORMAT parquet)`);
      const made = await place.call(['run', 'odd.parquet', ...series.split(' ')]);
      expect([made.code, made.stderr]).toEqual([3, expect.stringContaining('input/too-large')]);
      expect(made.stderr).not.toContain('90071992547409');
    }
    connection.closeSync();
    instance.closeSync();
  }));

it('publishes a range that holds the largest number that is still told from its neighbours', () =>
  inPlace(async (place) => {
    place.write('days.csv', csvOf(withCell('H1', '9007199254740991')));
    const made = await place.call(['run', 'days.csv', ...series.split(' ')]);
    expect(made.code, made.stderr).toBe(0);
    expect(place.read('release', 'naive_anonymized.csv')).toMatch(/-9007199254740991\]/);
  }));

it('prints example data for --out -, and writes no file of that name', () =>
  inPlace(async (place) => {
    const words = ['generate', 'work', '--rows', '50', '--seed', '1', '--out'];
    await place.call([...words, 'work.csv']);
    const before = place.listing();
    const { code, stdout } = await place.call([...words, '-']);
    expect([code, stdout]).toEqual([0, place.read('work.csv')]);
    expect(place.listing()).toEqual(before);
  }));
