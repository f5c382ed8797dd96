// DuckDB's bare count of a CSV, in a process of its own; prints the seconds the statement took, by the clock and of all cores, without starting the process.
import { DuckDBInstance } from '@duckdb/node-api';

const [file, threads] = process.argv.slice(2);
const instance = await DuckDBInstance.create(':memory:', { threads });
const connection = await instance.connect();
const [begun, cpu] = [performance.now(), process.cpuUsage()];
await connection.run(
  `SELECT count(*) FROM read_csv('${file}', auto_detect = false, header = true, delim = ';', columns = {t: 'VARCHAR', u: 'VARCHAR', e: 'VARCHAR'})`,
);
const { user, system } = process.cpuUsage(cpu);
console.log((performance.now() - begun) / 1000, (user + system) / 1e6);
