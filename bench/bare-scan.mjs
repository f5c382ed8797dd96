// DuckDB's bare scan of a CSV, in a process of its own: every cell is read as what it is, and nothing is done with it; or rows are counted.
import { DuckDBInstance } from '@duckdb/node-api';

const [file, threads, what] = process.argv.slice(2);
const instance = await DuckDBInstance.create(':memory:', { threads });
const connection = await instance.connect();
await connection.run(`SELECT ${what === 'rows' ? 'count(*)' : 'count(COLUMNS(*))'} FROM read_csv('${file}')`);
