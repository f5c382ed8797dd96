import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { Exit } from '../../src/base/problem.ts';
import { randomFrom } from '../../src/base/random.ts';
import { csvOf, inPlace, make, refusal } from './attack.ts';

/** Whoever finds the seed undoes every shuffle. What is left must not depend on where a record stood in the input. */
const draw = randomFrom('guessed seed');
const days = Array.from({ length: 200 }, (_, i) => ({
  ID: `p${i}`,
  H1: draw.unit() * 40,
  H2: draw.unit() * 40,
  H3: draw.unit() * 40,
  H4: draw.unit() * 40,
  City: 'abc'[i % 3],
  Mark: `m${(i * 77) % 200}`,
}));
const log = Array.from({ length: 600 }, (_, i) => ({
  user_id: `h${(i * 7) % 50}`,
  timestamp: `2024-03-${String(1 + ((i * 13) % 28)).padStart(2, '0')} ${String((i * 5) % 24).padStart(2, '0')}:00:00`,
  event: 'ABCD'[(i * 11) % 4],
}));
const exits = Array.from({ length: 200 }, (_, i) => ({
  lorry: `t${i}`,
  section: `G${String(10 + ((i * 31) % 80))}`,
  toll: draw.unit() * 100,
  Mark: `m${(i * 77) % 200}`,
}));

const series = '--subject ID --series H1..H4 --quasi City --sensitive Mark -k 5 -p 2 --queries 0 --seed 7';
const events = '--method events --subject user_id --time timestamp --event event --unmapped other -k 2 --seed 7';
const kaca = '--method kaca --subject lorry --quasi section:prefix,toll:number -k 4 --seed 7';
type Case = readonly [says: string, records: readonly Readonly<Record<string, string | number>>[], run: string, file: string];
const cases: readonly Case[] = [
  ['naive', days, `${series} --method naive`, 'naive_anonymized.csv'],
  ['naive with two values in every class', days, `${series} --method naive --l 2`, 'naive_anonymized.csv'],
  ['naive, one row per instant', days, `${series} --method naive --shape long`, 'naive_anonymized.csv'],
  ['kapra', days, `${series} --method kapra`, 'kapra_anonymized.csv'],
  ['kapra as Parquet', days, `${series} --method kapra --format parquet`, 'kapra_anonymized.parquet'],
  ['kapra, one row per instant', days, `${series} --method kapra --shape long`, 'kapra_anonymized.csv'],
  ['prism', days, `${series} --method prism --effort fast`, 'prism_anonymized.csv'],
  ['events', log, events, 'anonymized_events.csv'],
  [
    'events whose ids and combinations have the same numbers',
    log,
    `${events} --quasi weekday --flatten none`,
    'anonymized_events.csv',
  ],
  ['events without ids', log, `${events} --pseudonym drop`, 'anonymized_events.csv'],
  ['events with other ids every week', log, `${events} --pseudonym rotate:week`, 'anonymized_events.csv'],
  ['transactions', exits, `${kaca} --clustering hierarchy --sensitive Mark`, 'kaca_anonymized.csv'],
  ['transactions, put together', exits, `${kaca} --clustering hierarchy --drop Mark --aggregate count`, 'kaca_anonymized.csv'],
];

const read = (path: string): Buffer => {
  expect(existsSync(path)).toBe(true);
  return readFileSync(path);
};

it.each(cases)(
  'does not give away the order of the input by the release of %s, to anyone who knows the seed',
  (_, records, run, file) =>
    inPlace(async (place) => {
      const orders = {
        first: records,
        last: records.toReversed(),
        odd: records.toSorted((a, b) => String(a.Mark ?? a.event).localeCompare(String(b.Mark ?? b.event))),
      };
      const made: Record<string, Buffer> = {};
      for (const [name, ordered] of Object.entries(orders)) {
        const outcome = await make(place, {
          files: { [`${name}.csv`]: csvOf(ordered) },
          run: `${name}.csv ${run} --out ${name}`,
        });
        expect(outcome.code, outcome.stderr).toBe(0);
        made[name] = read(place.path(name, file));
      }
      expect(made.last.equals(made.first)).toBe(true);
      expect(made.odd.equals(made.first)).toBe(true);
    }),
);

const given = { files: { 'days.csv': csvOf(days), 'log.csv': csvOf(log), 'exits.csv': csvOf(exits) } };
for (const release of ['partner', 'public'])
  for (const run of [`days.csv ${series}`, `log.csv ${events}`, `exits.csv ${kaca}`])
    refusal(`the order of rows to those who try seeds: ${run.split('.')[0]} for ${release}`, {
      ...given,
      run: `${run} --release ${release}`,
      code: 'policy/typed-seed',
      exit: Exit.usage,
    });

const unseeded = series.replace(' --seed 7', '');
const random = '8d1f03b7c25e4a6990ab71d3e6f8245c';
const files = {
  short: random.slice(1),
  long: `${random}${random}a`,
  repeated: random.slice(0, 16).repeat(2),
  zero: '0'.repeat(64),
  counted: '00112233445566778899aabbccddeeff',
  prose: 'my secret seed that nobody knows',
  empty: '',
};
for (const [name, text] of Object.entries(files))
  refusal(`the order of rows to those who try seeds, from a seed file that is ${name}`, {
    files: { 'days.csv': csvOf(days), seed: `${text}\n` },
    run: `days.csv ${unseeded} --seed-file seed`,
    code: 'policy/bad-seed-file',
    exit: Exit.usage,
  });
refusal('what a seed file that is not there would hide', {
  ...given,
  run: `days.csv ${unseeded} --seed-file seed`,
  code: 'policy/bad-seed-file',
  exit: Exit.usage,
});

it('makes the same bytes again for those who hold internal/, of a release that leaves', () =>
  inPlace(async (place) => {
    const run = `days.csv --method naive ${unseeded.replace('--sensitive Mark', '--drop Mark')} --release public`;
    const first = await make(place, { ...given, run: `${run} --out first` });
    expect(first.code, first.stderr).toBe(0);
    const { seed } = JSON.parse(place.read('first', 'internal', 'manifest.json')).internal;
    expect(seed).toMatch(/^[0-9a-f]{64}$/);
    place.write('seed.txt', `${seed.toUpperCase()}\n`);
    const again = await make(place, { run: `${run} --seed-file seed.txt --out again` });
    expect(again.code, again.stderr).toBe(0);
    expect(place.read('again', 'naive_anonymized.csv')).toBe(place.read('first', 'naive_anonymized.csv'));
    expect(place.read('again', 'manifest.json') + place.read('again', 'report.json')).not.toContain('seed.txt');
  }));
