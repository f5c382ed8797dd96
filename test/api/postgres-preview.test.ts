import { preview } from 'shoal';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lendPostgres } from '../lent-postgres.ts';
import type { TestServer } from '../postgres.ts';

let server: TestServer;
beforeAll(async () => {
  server = await lendPostgres();
  process.env.PGPASSWORD = server.password;
  await server.sql(
    `CREATE TABLE people AS SELECT 'p' || i AS person, 20 + i % 50 AS age, 'd' || i % 4 AS diagnosis FROM generate_series(1, 200) i`,
  );
});
afterAll(async () => {
  delete process.env.PGPASSWORD;
  await server.stop();
});

it('a preview of a table of a database is tried on some of its subjects', async () => {
  const policy = {
    method: 'local',
    subject: 'person',
    quasi: ['age:number'],
    sensitive: ['diagnosis'],
    k: 4,
    threads: 1,
  } as const;
  const shown = await preview({ ...policy, input: server.url('table=people') }, { subjects: 40, rows: 5 });
  if (!shown.ok) throw new Error(shown.problems[0].what);
  const { before, after, group } = shown.value;
  expect(before.columns).toEqual(['person', 'age', 'diagnosis']);
  expect([before.rows.length, after.rows.length, group.rows.length > 0]).toEqual([5, 5, true]);
  expect(after.columns).not.toContain('person');
});
