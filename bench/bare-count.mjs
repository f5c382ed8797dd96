// DuckDB's bare count of a CSV, in a process of its own; prints the seconds the statement took, without starting the process.
import { DuckDBInstance } from '@duckdb/node-api';

const [file, threads] = process.argv.slice(2);
const instance = await DuckDBInstance.create(':memory:', { threads });
const connection = await instance.connect();
const begun = performance.now();
await connection.run(
  `SELECT count(*) FROM read_csv('${file}', auto_detect = false, header = true, delim = ';', columns = {t: 'VARCHAR', u: 'VARCHAR', e: 'VARCHAR'})`,
);
console.log((performance.now() - begun) / 1000);
