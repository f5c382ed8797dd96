// DuckDB's bare scan of a CSV, in a process of its own: every cell is read and nothing is done with it. Prints the seconds of the statement.
import { DuckDBInstance } from '@duckdb/node-api';

const [file, threads, count] = process.argv.slice(2);
const instance = await DuckDBInstance.create(':memory:', { threads });
const connection = await instance.connect();
const begun = performance.now();
await connection.run(
  `SELECT ${count === 'rows' ? 'count(*)' : 'count(COLUMNS(*))'} FROM read_csv('${file}', all_varchar = true)`,
);
console.log((performance.now() - begun) / 1000);
