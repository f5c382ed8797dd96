import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PolicyInput, run, verify } from 'shoal';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lendPostgres } from '../lent-postgres.ts';
import type { TestServer } from '../postgres.ts';

let server: TestServer;
let home = '';
beforeAll(async () => {
  server = await lendPostgres();
  home = mkdtempSync(join(tmpdir(), 'shoal-postgres-written-'));
  process.env.PGPASSWORD = server.password;
  await server.sql('CREATE TABLE fahrten (kennzeichen text, ort text, datum text, uhr text, betrag text, notiz text)');
  await server.sql(
    `INSERT INTO fahrten VALUES ${trips.map((cells) => `(${cells.map((cell) => `'${cell}'`).join(', ')})`).join(', ')}`,
  );
  writeFileSync(join(home, 'fahrten.csv'), `${[names, ...trips].map((cells) => cells.join(';')).join('\n')}\n`);
});
afterAll(async () => {
  delete process.env.PGPASSWORD;
  rmSync(home, { recursive: true, force: true });
  await server.stop();
});

const names = ['kennzeichen', 'ort', 'datum', 'uhr', 'betrag', 'notiz'];
const trips = Array.from({ length: 120 }, (_, i) => [
  ...[`K${i % 15}`, ['Nord', 'Süd'][i % 2], `${1 + (i % 28)}. März 24`, `${6 + (i % 4)}:0${i % 6}`],
  ...[`1.${100 + i},50${i % 5 === 0 ? '-' : ''} EUR`, 'egal'],
]);

const written = {
  ...{ join: { zeit: ['datum', 'uhr'] }, timeFormat: 'd. MMM yy(1970) H:mm' },
  ...{ decimal: ',', thousands: '.', unit: 'EUR' },
};

it.each<[string, Readonly<Record<string, unknown>>, string]>([
  [
    'transactions',
    {
      ...{ family: 'table', method: 'hierarchy', subject: 'kennzeichen', quasi: ['ort:category', 'zeit:hour'] },
      ...{ aggregate: ['count', 'avg:betrag'], drop: ['notiz'], ...written },
    },
    'kaca_anonymized.csv',
  ],
  [
    'events',
    {
      ...{ family: 'events', subject: 'kennzeichen', time: 'zeit', event: 'ort', pseudonym: 'drop', flatten: 'sweep' },
      ...{ join: written.join, timeFormat: written.timeFormat },
    },
    'anonymized_events.csv',
  ],
])('a date and a clock in two columns of a database are one time, as in a file: %s', async (name, settings, file) => {
  const release = async (input: string) => {
    const out = join(home, `${name}-${input === 'fahrten.csv' ? 'file' : 'database'}`);
    const place = input === 'fahrten.csv' ? join(home, input) : input;
    const made = await run({ ...settings, k: 3, seed: 1, threads: 1, input: place, out } as PolicyInput & { input: string });
    expect(made.ok ? [] : made.problems).toEqual([]);
    if (place !== input) {
      const proved = await verify(out, { original: { file: place }, threads: 1 });
      expect(proved.ok ? proved.value.breaches : proved.problems).toEqual([]);
    }
    return readFileSync(join(out, file), 'utf8');
  };
  expect(await release(server.url('table=fahrten'))).toBe(await release('fahrten.csv'));
});
