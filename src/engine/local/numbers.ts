import type { DuckDBConnection } from '@duckdb/node-api';

/** The first row of an answer as numbers. */
export async function numbers(connection: DuckDBConnection, query: string): Promise<number[]> {
  return (await connection.runAndReadAll(query)).getRows()[0].map(Number);
}
