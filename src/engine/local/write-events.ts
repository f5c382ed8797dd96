import { closeSync, fsyncSync, openSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { Pool } from '../../base/pool.ts';
import type { OnProgress } from '../../base/progress.ts';
import type { Random } from '../../base/random.ts';
import { codeSql, type Packing } from '../../families/events/packing.ts';
import type { WrittenFile } from '../../formats/byte-sink.ts';
import { hashKernel } from '../../formats/hash-kernel.ts';
import type { EventsPolicy } from '../../policy/policy.ts';
import type { ManifestColumn } from '../../release/manifest.ts';
import { sqlName, sqlText } from './duckdb.ts';
import type { EventsLook } from './look-at-events.ts';
import { numbers } from './numbers.ts';
import { isRotation, ownEventSql, rotatingIds } from './rotating-ids.ts';
import type { Source } from './source.ts';

export interface WrittenEvents {
  readonly columns: readonly ManifestColumn[];
  readonly file: WrittenFile & { readonly name: string };
  readonly rows: number;
  readonly subjects: number;
  readonly combinations: number;
  /** Events published under a coarser combination. */
  readonly flattened: number;
  /** Seen from the folder. */
  readonly evidence: string;
}

/**
 * Writes the events in random order: the input's order gives times away. The order and every id come from MD5 under a key of the run's
 * own seed, as a hash without a key, or with one merely added, could be undone by trying.
 *
 * Under internal/ stands, line by line, which row of the input each event was, counted from 1; where the id is not the subject, beside the
 * published cells and a number for the true one.
 */
export async function writeEvents(
  folder: string,
  policy: EventsPolicy,
  source: Source,
  { subject, spelled, rows: inputRows }: EventsLook,
  packing: Packing,
  connection: DuckDBConnection,
  random: Random,
  pool: Pool,
  onProgress: OnProgress,
): Promise<WrittenEvents> {
  await connection.run(`CREATE TABLE ids AS SELECT u, CAST(row_number() OVER (ORDER BY md5_number(${keyed(random.fork('ids'), 'content')}), u) AS INTEGER) AS id
    FROM (SELECT u, sum(CAST(hash(f) AS HUGEINT) * n) AS content FROM pairs JOIN combos USING (q) WHERE f IS NOT NULL AND u NOT IN (SELECT u FROM gone) GROUP BY u)`);
  await connection.run('CREATE TABLE fates AS SELECT q, f, node > 0 AS coarser FROM combos WHERE f IS NOT NULL');
  const rotates = isRotation(policy.pseudonym);
  if (isRotation(policy.pseudonym)) {
    const key = keyed(random.fork('rotating ids'), 'content');
    await rotatingIds(policy.pseudonym, packing, `md5_number(${key})`, connection);
  }
  if (policy.pseudonym === 'keep')
    await connection.run(
      `CREATE TABLE names AS SELECT hash(${subject}) AS u, ${nameSql(spelled)} AS name FROM ${source.scan(new Set())} GROUP BY 1`,
    );
  await connection.run(`CREATE TABLE shuffled AS SELECT id, f, CAST(log.rowid + 1 AS ${inputRows < 2 ** 32 ? 'UINTEGER' : 'UBIGINT'}) AS place${rotates ? ', turn' : ''}${policy.pseudonym === 'keep' ? ', name' : ''}
    FROM log JOIN fates USING (q) JOIN ids USING (u)
    ${rotates ? `JOIN slots USING (day) JOIN turns ON turns.u = log.u AND turns.slot = slots.slot AND turns.event = ${ownEventSql}` : ''}
    ${policy.pseudonym === 'keep' ? 'JOIN names ON names.u = log.u' : ''}
    ORDER BY md5_number(${keyed(random.fork('row order'), contentSql(policy.pseudonym))}), log.rowid`);
  await connection.run('DROP TABLE log'); // the largest one, and nobody reads it any more
  const [rows, combinations, flattened] = await numbers(
    connection,
    'SELECT count(*), count(DISTINCT f), count(*) FILTER (f IN (SELECT f FROM fates WHERE coarser)) FROM shuffled',
  );
  const [subjects] = await numbers(connection, 'SELECT count(*) FROM ids');
  onProgress({ phase: 'write', done: 0, total: rows, unit: 'rows' });
  const columns = publishedColumns(policy);
  const cells = packing.columns.map((column, c) => `${labelSql(packing, 'f', c)} AS ${sqlName(column.name)}`);
  const id = { random: 'id', drop: undefined, keep: 'name' }[policy.pseudonym as string] ?? (rotates ? 'turn' : undefined);
  const published = [...(id === undefined ? [] : [`${id} AS ${sqlName(policy.subject)}`]), ...cells].join(', ');
  const name = `anonymized_events.${policy.format}`;
  const path = join(folder, name);
  const target = `(${policy.format === 'csv' ? "FORMAT csv, HEADER true, DELIMITER ';'" : 'FORMAT parquet, COMPRESSION zstd'})`;
  if (policy.format === 'parquet') await fillRowGroups(connection);
  await connection.run(`COPY (SELECT ${published} FROM shuffled) TO ${sqlText(path)} ${target}`);
  const evidence = `internal/evidence.${policy.format}`;
  const proof = rotates || policy.pseudonym === 'drop' ? `${published}, id AS _subject, place AS _row` : 'place AS _row'; // elsewhere the id names the subject
  await connection.run(`COPY (SELECT ${proof} FROM shuffled) TO ${sqlText(join(folder, evidence))} ${target}`);
  await connection.run('DROP TABLE shuffled');
  const sha256 = await pool.run(hashKernel, { path });
  synced(path);
  onProgress({ phase: 'write', done: rows, total: rows, unit: 'rows', finished: true });
  return {
    columns,
    file: { name, sha256, bytes: statSync(path).size },
    rows,
    subjects,
    combinations,
    flattened,
    evidence,
  };
}

/** Several threads leave row groups of a table half full; only where all are full do the same rows make the same Parquet anywhere. */
async function fillRowGroups(connection: DuckDBConnection): Promise<void> {
  const [threads] = await numbers(connection, "SELECT current_setting('threads')");
  await connection.run('SET threads = 1');
  await connection.run('CREATE TABLE filled AS SELECT * FROM shuffled');
  await connection.run('DROP TABLE shuffled');
  await connection.run('ALTER TABLE filled RENAME TO shuffled');
  await connection.run(`SET threads = ${threads}`);
}

/** Label of column c of a key. Looked up in a list, not joined: a join hands rows on in any order, and theirs was just drawn. */
export const labelSql = (packing: Packing, key: string, c: number): string =>
  `[${packing.columns[c].labels.map(sqlText).join(',')}][${codeSql(packing, key, c)} + 1]`;

/**
 * What is published of an event, as text: rows are ordered by its hash, and never by their place in the input, which whoever finds the seed
 * could then put back. Equal rows stand together, and say nothing by it. Without an id so many are equal that they are counted, so that the
 * first thousand rows are still a fair sample.
 */
const contentSql = (pseudonym: string): string => {
  if (pseudonym === 'drop') return "f || '/' || row_number() OVER (PARTITION BY f ORDER BY log.rowid)";
  const id = { random: 'id', keep: 'name' }[pseudonym] ?? 'turn';
  return `${id} || '/' || f`;
};

/** Text under a secret key of 256 bits. */
const keyed = (random: Random, text: string): string => {
  const key = Array.from({ length: 8 }, () => random.bits().toString(16).padStart(8, '0')).join('');
  return `'${key}/' || ${text}`;
};

/** One spelling for all of a subject: the first in order, without blanks around it where there is such a one. */
const nameSql = (spelled: string): string => `min({'blank': ${spelled} <> trim(${spelled}), 'name': ${spelled}}).name`;

const publishedColumns = (policy: EventsPolicy): readonly ManifestColumn[] => [
  ...(policy.pseudonym === 'drop'
    ? []
    : [
        { name: policy.subject, role: 'subject', kind: policy.pseudonym === 'keep' ? 'text' : 'id', of: policy.subject } as const,
      ]),
  ...policy.quasi.map((name) => ({ name, role: 'quasi', kind: 'label' }) as const),
];

function synced(path: string): void {
  const file = openSync(path, 'r');
  fsyncSync(file);
  closeSync(file);
}
