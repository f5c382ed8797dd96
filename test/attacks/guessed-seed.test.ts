import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { randomFrom } from '../../src/base/random.ts';
import { csvOf, inPlace, make } from './attack.ts';

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
