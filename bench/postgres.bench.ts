import type { Readable } from 'node:stream';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { openWorkspace } from '../src/base/workspace.ts';
import { openDatabase } from '../src/engine/local/duckdb.ts';
import { openSource } from '../src/engine/local/open-source.ts';
import { startPostgres, type TestServer } from '../test/postgres.ts';

/**
 * A table of 1,000,000 rows read as a run reads it, by COPY to the workspace and from there into DuckDB's columns, against the bare COPY of
 * the same columns with every byte thrown away, as `psql -c '\copy … to /dev/null'` does. Both in one process, against a server of its own.
 */
const rows = Number(process.argv[2] ?? 1_000_000);
const columns = Array.from({ length: 24 }, (_, t) => `T${t + 1}`);
const threads = 2;

const server = await startPostgres(['-c', 'shared_buffers=512MB']);
try {
  const walks = columns.map(
    (name, t) => `round(CAST(100 + 10 * sin(i * 0.37 + ${t} * 0.5) + (i * ${t + 3}) % 17 AS numeric), 2) AS "${name}"`,
  );
  await server.sql(`CREATE TABLE walks AS SELECT i AS id, ${walks.join(', ')} FROM generate_series(1, ${rows}) AS i`);
  await server.sql('VACUUM ANALYZE walks');
  process.env.PGPASSWORD = server.password;
  const bare: number[] = [];
  const through: (readonly [number, number])[] = [];
  for (let turn = 0; turn < 3; turn++) {
    bare.push(await bareCopy(server));
    through.push(await readThrough(server));
  }
  const base = Math.min(...bare);
  const [fetch, scan] = through.reduce((best, one) => (one[0] + one[1] < best[0] + best[1] ? one : best));
  console.log('| rows | bare COPY s | COPY to the workspace s | into columns s | ratio (limit 2) |');
  console.log('|---|---|---|---|---|');
  console.log(
    `| ${rows} | ${base.toFixed(2)} | ${fetch.toFixed(2)} | ${scan.toFixed(2)} | **${((fetch + scan) / base).toFixed(2)}** |`,
  );
} finally {
  await server.stop();
}

async function bareCopy({ port, password }: TestServer): Promise<number> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'keeper', password, database: 'postgres', ssl: false });
  const begun = performance.now();
  await client.connect();
  const copy: Readable = client.query(copyTo('COPY (SELECT * FROM walks) TO STDOUT (FORMAT csv, HEADER)'));
  copy.resume();
  await new Promise((resolve, reject) => void copy.on('end', resolve).on('error', reject));
  await client.end();
  return (performance.now() - begun) / 1000;
}

/** Seconds until the rows lie in the workspace, and from there until DuckDB has every number. */
async function readThrough({ url }: TestServer): Promise<readonly [number, number]> {
  const workspace = openWorkspace();
  const database = await openDatabase(workspace, { threads });
  try {
    const begun = performance.now();
    const source = await openSource({ input: url('table=walks') }, database.connection, workspace);
    if (!source.ok) throw new Error(source.problems[0]?.what);
    const fetched = performance.now();
    const sums = source.value.columns.map(({ sql }) => `sum(${sql})`).join(', ');
    await database.connection.run(
      `SELECT ${sums} FROM ${source.value.scan(new Set(source.value.columns.map(({ name }) => name)))}`,
    );
    return [(fetched - begun) / 1000, (performance.now() - fetched) / 1000];
  } finally {
    database.close();
    workspace.dispose();
  }
}
