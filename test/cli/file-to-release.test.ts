import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { randomFrom } from '../../src/base/random.ts';
import { csvOfKind, publicKinds, withoutNames } from '../inspect/public-kinds.ts';
import { draws } from '../suite/draws.ts';
import { type MessyFile, messyEvents, messyMeters, messyTrips } from './messy-files.ts';
import { openPlace, type Place } from './shoal-process.ts';

let place: Place;
beforeEach(() => {
  place = openPlace();
});
afterEach(() => place.remove());

/** From a file to a release with three commands, and nothing said beside them. */
async function published({ name, bytes }: MessyFile) {
  place.write(name, bytes);
  const seen = await place.call(['inspect', name]);
  expect([seen.code, seen.stdout.split('\n').length <= 32]).toEqual([0, true]); // one screen
  const made = await place.call(['init', name, '--yes']);
  expect([made.code, made.stderr]).toEqual([0, expect.not.stringContaining('would be refused')]);
  const ran = await place.call(['run', '--json', '--progress', 'none']);
  expect([ran.code, ran.stderr]).toEqual([0, '']);
  const summary = JSON.parse(ran.stdout);
  expect(summary.verdict).toMatchObject({ holds: true, breaches: [] });
  const [file] = readdirSync(place.path('release')).filter((one) => one.endsWith('.csv'));
  return {
    seen: seen.stdout,
    told: made.stderr,
    policy: parse(place.read('shoal.yaml')),
    summary,
    data: place.read('release', file),
  };
}

describe('a file as offices have it becomes a good release with inspect, init and run', () => {
  it('of meters: curves by the hour, what changes inside a meter dropped, postal codes as a set', async () => {
    const { policy, summary, data, seen } = await published(messyMeters());
    expect(policy).toMatchObject({
      decimal: ',',
      timeFormat: 'dd.MM.yyyy HH:mm',
      long: { subject: 'Zählpunkt', time: 'Zeitstempel', value: 'Verbrauch kWh' },
      quasi: ['PLZ:category', 'Tarif:category'],
      drop: ['Status'],
      sensitive: [],
    });
    expect(seen).toContain('it changes inside a subject');
    expect(summary).toMatchObject({ k: 5, input: { subjects: 60 }, release: { retention: 1 } });
    expect(data.split('\n')[0]).toMatch(/^GroupID,2024-03-04T00:00,.*,PLZ,Tarif,Pattern,Level$/);
    expect(summary.measure.patternLoss).toBeLessThan(0.6);
  });

  it('of a log: subjects by their normal form, no id that singles out, no free text', async () => {
    const { policy, summary, data, told } = await published(messyEvents());
    expect(policy).toMatchObject({
      subject: 'patient_id',
      event: 'event_code',
      pseudonym: 'shared',
      timeZone: 'UTC',
      flatten: ['sweep'],
    });
    expect(told).toContain('offsets');
    expect(summary.input).toMatchObject({ rows: 1440, subjects: 120 });
    expect(summary.release.retention).toBeGreaterThan(0.95);
    expect(summary.measure.unicity.map(({ share }: { share: number }) => share)).toEqual([0, 0, 0, 0]);
    expect(data).not.toMatch(/PAT-|wife|;ER;/i);
  });

  it('of trips: plates as subjects, places by hour and weekday, the toll as a mean', async () => {
    const { policy, summary, data } = await published(messyTrips());
    expect(policy).toMatchObject({
      encoding: 'windows-1252',
      join: { Datum_Uhrzeit: ['Datum', 'Uhrzeit'] },
      subject: 'Kennzeichen',
      quasi: ['Mautstelle:category', 'Datum_Uhrzeit:hour', 'Datum_Uhrzeit:weekday', 'Fahrzeugklasse:category'],
      aggregate: ['count', 'avg:Betrag'],
    });
    expect(summary.release.retention).toBe(1);
    expect(data).toContain('A2-Wien-Süd');
    expect(data).not.toContain('W-10');
  });
});

describe('what init writes', () => {
  const cell = {
    person: (row: number, random: number) => `p${Math.floor(random * 12)}${row % 2}`,
    unique: (row: number) => `n${1000 + row}`,
    whole: (_: number, random: number) => String(Math.floor(90 * random)),
    number: (_: number, random: number) => (10 * random).toFixed(2),
    word: (_: number, random: number) => ['red', 'blue', 'green'][Math.floor(3 * random)],
    phrase: (row: number, random: number) => `says ${row} ${random.toFixed(3)}`,
    time: (row: number, random: number) => `2024-03-${10 + (row % 18)}T${10 + Math.floor(13 * random)}:00:00`,
    date: (row: number) => `2024-03-${10 + (row % 18)}`,
    gap: (_: number, random: number) => (random < 0.2 ? '' : String(Math.floor(9 * random))),
    same: () => 'x',
    none: () => '',
  };
  const names = [
    'id',
    'user',
    'when',
    'what',
    'amount',
    'city',
    'age',
    'code',
    'value',
    'note',
    'x',
    'station',
    'diagnosis',
    'article',
  ];
  const column = fc.record({
    kind: fc.constantFrom(...(Object.keys(cell) as (keyof typeof cell)[])),
    name: fc.constantFrom(...names),
  });
  const anyTable = fc.record({
    columns: fc.uniqueArray(column, { minLength: 1, maxLength: 7, selector: ({ name }) => name }),
    rows: fc.integer({ min: 3, max: 120 }),
    seed: fc.nat({ max: 1e6 }),
  });
  const kinds = publicKinds(1);
  const anyKind = fc.record({
    kind: fc.nat({ max: kinds.length - 1 }),
    rows: fc.integer({ min: 150, max: 500 }),
    nameless: fc.boolean(),
  });

  /** Only what it was drawn as is shown of a table that fails. */
  function textOf(drawn: typeof anyTable extends fc.Arbitrary<infer Table> ? Table : never): string {
    const random = randomFrom(drawn.seed);
    const lines = Array.from({ length: drawn.rows }, (_, row) => drawn.columns.map(({ kind }) => cell[kind](row, random.unit())));
    return csvOfKind({ columns: drawn.columns.map(({ name }) => name), rows: lines });
  }

  function rowsOf({ kind, rows, nameless }: typeof anyKind extends fc.Arbitrary<infer Kind> ? Kind : never): string {
    const whole = nameless ? withoutNames(kinds[kind]) : kinds[kind];
    return csvOfKind({ ...whole, rows: whole.rows.slice(0, rows) });
  }

  it('names a subject only where no other is as likely; else it is refused with the choices, and a person says which', async () => {
    const patients = kinds.findIndex(({ name }) => name === 'a table of patients');
    place.write('data.csv', rowsOf({ kind: patients, rows: 400, nameless: true }));
    const seen = await place.call(['inspect', 'data.csv']);
    expect(seen.stdout).toMatch(/^unsure {3}as much speaks for each/m);
    expect(seen.stdout).toMatch(/^or {7}"c\d": it repeats/m);
    const refused = await place.call(['init', 'data.csv', '--yes']);
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('"c1" as for "c') });
    expect(refused.stderr).toContain('code   usage/which-subject');
    expect(Object.keys(place.listing())).toEqual([place.path('data.csv')]);
    expect((await place.call(['init', 'data.csv', '--yes', '--subject', 'c1'])).code).toBe(0);
    expect(parse(place.read('shoal.yaml'))).toMatchObject({ subject: 'c1', method: 'local' });
    const json = JSON.parse((await place.call(['inspect', 'data.csv', '--json'])).stdout);
    expect(json.subjects[0]).toMatchObject({ name: 'c1', for: expect.arrayContaining(['no two rows share it']) });
    expect(json.shapes[0].for.length).toBeGreaterThan(0);
  });

  it('runs, or init has said why not', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(anyTable, anyKind), async (drawn) => {
        place.write('data.csv', 'kind' in drawn ? rowsOf(drawn) : textOf(drawn));
        const made = await place.call(['init', 'data.csv', '--yes', '--force']);
        if (made.code === 2) {
          expect(made.stderr).toContain('usage/which-subject');
          return;
        }
        if (made.code !== 0) {
          expect((await place.call(['inspect', 'data.csv'])).code).toBe(made.code); // what cannot be read cannot be drafted
          return;
        }
        const ran = await place.call(['run', '--force', '--json', '--progress', 'none']);
        if (ran.code === 0) expect(JSON.parse(ran.stdout).verdict.holds).toBe(true);
        else
          expect(made.stderr, ran.stderr).toMatch(
            /Who is protected\?|would be refused|complete them|must be one curve|give it another role/,
          );
      }),
      { numRuns: draws(12) },
    );
  });
});
