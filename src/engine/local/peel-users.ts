import type { DuckDBConnection } from '@duckdb/node-api';
import duckdb from '@duckdb/node-bindings';
import type { Node } from '../../families/events/lattice.ts';
import { coarserSql, type Packing } from '../../families/events/packing.ts';
import { type Membership, peeled } from '../../families/events/peel.ts';
import { numbers } from './numbers.ts';

/** What removing subjects costs, and what removing the events of failing combinations would have cost instead. */
export interface Peeling {
  readonly removed: number;
  readonly events: number;
  readonly otherwise: number;
}

/** Fills `gone` with the subjects that must go until every combination has k; failing combinations are taken as flattened as they can be. */
export async function peelUsers(
  packing: Packing,
  last: Node | undefined,
  k: number,
  connection: DuckDBConnection,
): Promise<Peeling> {
  const flat = last === undefined ? 'q' : coarserSql(packing, 'q', last);
  await connection.run(`CREATE TABLE ends AS SELECT q, CAST(dense_rank() OVER (ORDER BY g) - 1 AS UINTEGER) AS cell
    FROM (SELECT q, coalesce(f, ${flat}) AS g FROM combos)`);
  await connection.run(
    'CREATE TABLE people AS SELECT u, CAST(row_number() OVER (ORDER BY u) - 1 AS UINTEGER) AS place FROM (SELECT DISTINCT u FROM pairs)',
  );
  const removed = peeled(await membership(connection), k);
  const appender = await connection.createAppender('gone');
  const people = await connection.stream('SELECT u FROM people ORDER BY place');
  let place = 0;
  for (let chunk = await people.fetchChunk(); chunk !== null && chunk.rowCount > 0; chunk = await people.fetchChunk())
    for (const u of chunk.getColumnValues(0)) {
      if (removed[place++] === 0) continue;
      appender.appendUBigInt(BigInt(String(u)));
      appender.endRow();
    }
  appender.closeSync();
  const [count, events] = await numbers(
    connection,
    'SELECT count(DISTINCT u), coalesce(sum(n), 0) FROM pairs WHERE u IN (SELECT u FROM gone)',
  );
  const [otherwise] = await numbers(connection, 'SELECT coalesce(sum(events), 0) FROM combos WHERE f IS NULL');
  await connection.run('DROP TABLE ends; DROP TABLE people');
  return { removed: count, events, otherwise };
}

async function membership(connection: DuckDBConnection): Promise<Membership> {
  const [pairs, cellCount, subjectCount] = await numbers(
    connection,
    'SELECT (SELECT count(*) FROM pairs), (SELECT max(cell) + 1 FROM ends), (SELECT count(*) FROM people)',
  );
  const cells = new Uint32Array(pairs);
  const subjects = new Uint32Array(pairs);
  const stream = await connection.stream('SELECT DISTINCT cell, place FROM pairs JOIN ends USING (q) JOIN people USING (u)');
  let at = 0;
  for (let chunk = await stream.fetchChunk(); chunk !== null && chunk.rowCount > 0; chunk = await stream.fetchChunk()) {
    cells.set(column(chunk.chunk, 0, chunk.rowCount), at);
    subjects.set(column(chunk.chunk, 1, chunk.rowCount), at);
    at += chunk.rowCount;
  }
  return { cells: cells.subarray(0, at), subjects: subjects.subarray(0, at), cellCount, subjectCount };
}

/** A view on DuckDB's own memory: to be copied before the next chunk is fetched. */
function column(chunk: duckdb.DataChunk, place: number, rows: number): Uint32Array {
  const bytes = duckdb.vector_get_data(duckdb.data_chunk_get_vector(chunk, place), rows * 4);
  return new Uint32Array(bytes.buffer, bytes.byteOffset, rows);
}
