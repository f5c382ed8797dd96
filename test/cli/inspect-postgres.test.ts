import { afterAll, beforeAll, expect, it } from 'vitest';
import { lendPostgres } from '../lent-postgres.ts';
import type { TestServer } from '../postgres.ts';
import { daysCsv } from './days.ts';
import { openPlace, type Place } from './shoal-process.ts';

let server: TestServer;
let place: Place;
beforeAll(async () => {
  server = await lendPostgres();
  place = openPlace();
  const [header, ...rows] = daysCsv(40).trim().split('\n');
  const columns = header.split(',').map((name) => `"${name}" ${/^H\d/.test(name) ? 'integer' : 'text'}`);
  await server.sql(`CREATE TABLE days (${columns.join(', ')})`);
  for (const row of rows)
    await server.sql(
      `INSERT INTO days VALUES (${row
        .split(',')
        .map((cell) => `'${cell}'`)
        .join(', ')})`,
    );
});
afterAll(async () => {
  place?.remove();
  await server?.stop();
});

it('finds in a table of PostgreSQL what it finds in the same rows of a file, and init writes a policy that runs', async () => {
  const env = { PGPASSWORD: server.password };
  const url = server.url('table=days');
  place.write('days.csv', daysCsv(40));
  const [ofTable, ofFile] = [
    await place.call(['inspect', url, '--json'], { env }),
    await place.call(['inspect', 'days.csv', '--json']),
  ];
  expect(ofTable.stderr).toBe('');
  const { input: _, format, ...found } = JSON.parse(ofTable.stdout);
  expect(format).toBe('postgres');
  expect(JSON.parse(ofFile.stdout)).toMatchObject(found);
  expect((await place.call(['init', url, '--yes'], { env })).code).toBe(0);
  expect(place.read('shoal.yaml')).not.toContain(server.password);
  const ran = await place.call(['run', '--json', '--progress', 'none'], { env });
  expect(ran.stderr).toBe('');
  expect(JSON.parse(ran.stdout).verdict.holds).toBe(true);
});
