import { DuckDBInstance } from '@duckdb/node-api';

let instance: Promise<DuckDBInstance> | undefined;

/** One DuckDB for all releases that a test file writes and judges: each use has a connection of its own, and opening one takes longer. */
export const lentDuckDB = (): Promise<DuckDBInstance> => {
  instance ??= DuckDBInstance.create(':memory:', {
    threads: '1',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  });
  return instance;
};
