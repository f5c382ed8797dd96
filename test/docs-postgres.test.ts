import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runScript } from './cli/shell.ts';
import { openPlace, type Place } from './cli/shoal-process.ts';
import { lendPostgres } from './lent-postgres.ts';
import type { TestServer } from './postgres.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const page = readFileSync(join(root, 'docs/postgres.md'), 'utf8');

let server: TestServer;
let place: Place;
beforeAll(async () => {
  place = openPlace();
  server = await lendPostgres();
  await server.sql("CREATE ROLE ana LOGIN SUPERUSER PASSWORD 'ana'");
  await server.sql('CREATE SCHEMA published');
  const hours = [1, 2, 3, 4, 5, 6, 7, 8].map((hour) => `(i * 7 + ${hour} * 3) % 51 AS "H${hour}"`).join(', ');
  await server.sql(
    `CREATE TABLE work AS SELECT i AS "ID", 'a' AS "Name", 'b' AS "Surname", ${hours}, 'High' AS "Performance_SD" FROM generate_series(1, 100) AS i`,
  );
});
afterAll(async () => {
  await server?.stop();
  place.remove();
});

/** The page as somebody with this server would write it. */
const here = (text: string): string =>
  text.replaceAll('ana@db.example/clinic', `ana@127.0.0.1:${server.port}/${server.database}`);

describe('docs/postgres.md', () => {
  it('has commands that run, in the order a reader would run them', async () => {
    const blocks = [...page.matchAll(/^```(\w+)(?: (\S+))?\n([\s\S]*?)^```$/gm)];
    const ran: string[] = [];
    for (const [, language, name = '', text] of blocks) {
      if (name !== '') writeFileSync(place.path(name), here(text));
      if (language !== 'sh') continue;
      const { code, stderr } = await runScript(here(text), place, { env: { PGPASSWORD: 'ana' } });
      expect(code, `${text}${stderr}`).toBe(0);
      ran.push(text);
    }
    expect(ran).toHaveLength(4);
    expect(place.read('release-in-table/prism_anonymized.csv')).toMatch(/^GroupID,H1/);
  });

  it('names every parameter of an address, and no other', () => {
    const named = [...page.matchAll(/^\| `(\w+)` \| /gm)].map(([, name]) => name);
    const source = readFileSync(join(root, 'src/policy/postgres-address.ts'), 'utf8');
    const [, connecting] = /const connecting = \[([^\]]*)\]/.exec(source) ?? [];
    const known = ['table', 'query', 'where', 'columns', ...[...(connecting ?? '').matchAll(/'(\w+)'/g)].map(([, name]) => name)];
    expect(named.filter((name) => !['timestamp', 'timestamptz', 'boolean'].includes(name)).toSorted()).toEqual(known.toSorted());
  });
});
