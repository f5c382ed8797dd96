import { randomUUID } from 'node:crypto';
import { type PostgresAddress, type TestServer, useOf } from './postgres.ts';
import { borrow } from './suite/borrow.ts';

/** A database of its own for a test file, in the one server of the run. Roles are the server's: their names are used by one file only. */
export async function lendPostgres(): Promise<TestServer> {
  const address = await borrow<PostgresAddress>('postgres');
  const database = `lent_${randomUUID().replaceAll('-', '')}`;
  const all = useOf(address, 'postgres');
  await all.sql(`CREATE DATABASE ${database}`);
  return {
    ...useOf(address, database),
    async stop() {
      await all.sql(`DROP DATABASE ${database} WITH (FORCE)`);
    },
  };
}
