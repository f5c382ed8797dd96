// DuckDB's bare copy of a CSV to a CSV, in a process of its own: what reading and writing cost anybody.
import { DuckDBInstance } from '@duckdb/node-api';

const [from, to, threads] = process.argv.slice(2);
const instance = await DuckDBInstance.create(':memory:', { threads });
const connection = await instance.connect();
await connection.run(`COPY (SELECT * FROM read_csv('${from}')) TO '${to}' (HEADER)`);
