import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { inject } from 'vitest';
import { type PostgresAddress, type TestServer, useOf } from './postgres.ts';

/** A database of its own for a test file, in the one server of the run. Roles are the server's: their names are used by one file only. */
export async function lendPostgres(): Promise<TestServer> {
  const address = await askLender();
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

async function askLender(): Promise<PostgresAddress> {
  const asking = connect(inject('lender'));
  const pieces: Buffer[] = [];
  for await (const piece of asking) pieces.push(piece);
  const answer = JSON.parse(Buffer.concat(pieces).toString('utf8')) as PostgresAddress | { readonly fault: string };
  if ('fault' in answer) throw new Error(answer.fault);
  return answer;
}
