import { closeSync, fsyncSync, openSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { Pool } from '../../base/pool.ts';
import type { OnProgress } from '../../base/progress.ts';
import type { Random } from '../../base/random.ts';
import { codeSql, type Packing } from '../../events/packing.ts';
import type { EventsPolicy } from '../../policy/policy.ts';
import type { ManifestColumn } from '../../release/manifest.ts';
import { sqlName, sqlText } from './duckdb.ts';
import { hashKernel } from './hash-kernel.ts';
import type { EventsLook } from './look-at-events.ts';
import { numbers } from './numbers.ts';
import type { Source } from './source.ts';
import type { WrittenFile } from './write-series.ts';

export interface WrittenEvents {
  readonly columns: readonly ManifestColumn[];
  readonly file: WrittenFile & { readonly name: string };
  readonly rows: number;
  readonly subjects: number;
  readonly combinations: number;
  /** Events published under a coarser combination. */
  readonly flattened: number;
  /** The same rows in the same order with the column `_subject`, under internal/, where the published id is not the subject. */
  readonly evidence?: string;
}

/**
 * Writes the events in random order: the input's order gives times away. The order and every id come from MD5 under a key of the run's
 * own seed, as a hash without a key, or with one merely added, could be undone by trying.
 */
export async function writeEvents(
  folder: string,
  policy: EventsPolicy,
  source: Source,
  { subject }: EventsLook,
  packing: Packing,
  connection: DuckDBConnection,
  random: Random,
  pool: Pool,
  onProgress: OnProgress,
): Promise<WrittenEvents> {
  const rotates = policy.pseudonym.startsWith('rotate');
  await connection.run(`CREATE TABLE finals AS SELECT f, CAST(row_number() OVER (ORDER BY f) AS INTEGER) AS place, ${labelsSql(packing, 'f')}
    FROM (SELECT DISTINCT f FROM combos WHERE f IS NOT NULL)`);
  await connection.run(`CREATE TABLE ids AS SELECT u, CAST(row_number() OVER (ORDER BY md5_number(${keyed(random.fork('ids'), 'u')}), u) AS INTEGER) AS id
    FROM (SELECT DISTINCT u FROM pairs WHERE q IN (SELECT q FROM combos WHERE f IS NOT NULL) AND u NOT IN (SELECT u FROM gone))`);
  await connection.run('CREATE TABLE fates AS SELECT q, place, node > 0 AS coarser FROM combos JOIN finals USING (f)');
  if (rotates) await rotatingIds(random.fork('rotating ids'), connection);
  if (policy.pseudonym === 'keep')
    await connection.run(
      `CREATE TABLE names AS SELECT hash(${subject}) AS u, min(${subject}) AS name FROM ${source.scan(new Set())} GROUP BY 1`,
    );
  await connection.run(`CREATE TABLE shuffled AS SELECT id, fates.place AS place${rotates ? ', turn' : ''}${policy.pseudonym === 'keep' ? ', name' : ''}
    FROM log JOIN fates USING (q) JOIN ids USING (u)
    ${rotates ? 'JOIN turns ON turns.u = log.u AND turns.w = log.w AND turns.coarser = fates.coarser' : ''}
    ${policy.pseudonym === 'keep' ? 'JOIN names ON names.u = log.u' : ''}
    ORDER BY md5_number(${keyed(random.fork('row order'), 'log.rowid')})`);
  const [rows, combinations, flattened] = await numbers(
    connection,
    'SELECT count(*), count(DISTINCT place), count(*) FILTER (place IN (SELECT place FROM fates WHERE coarser)) FROM shuffled',
  );
  const [subjects] = await numbers(connection, 'SELECT count(*) FROM ids');
  onProgress({ phase: 'write', done: 0, total: rows, unit: 'rows' });
  const columns = publishedColumns(policy);
  const cells = packing.columns.map((column, c) => `l${c} AS ${sqlName(column.name)}`);
  const id = { random: 'id', drop: undefined, keep: 'name' }[policy.pseudonym as string] ?? (rotates ? 'turn' : undefined);
  const published = [...(id === undefined ? [] : [`${id} AS ${sqlName(policy.subject)}`]), ...cells].join(', ');
  const name = `anonymized_events.${policy.format}`;
  const path = join(folder, name);
  const target = `(${policy.format === 'csv' ? "FORMAT csv, HEADER true, DELIMITER ';'" : 'FORMAT parquet, COMPRESSION zstd'})`;
  await connection.run(`COPY (SELECT ${published} FROM shuffled JOIN finals USING (place)) TO ${sqlText(path)} ${target}`);
  const hasEvidence = rotates || policy.pseudonym === 'drop';
  const evidence = `internal/evidence.${policy.format}`;
  if (hasEvidence)
    await connection.run(
      `COPY (SELECT ${published}, id AS _subject FROM shuffled JOIN finals USING (place)) TO ${sqlText(join(folder, evidence))} ${target}`,
    );
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
    ...(hasEvidence ? { evidence } : {}),
  };
}

/** Label of each column of a key. */
export const labelsSql = (packing: Packing, key: string): string =>
  packing.columns
    .map(({ labels }, c) => `[${labels.map(sqlText).join(',')}][${codeSql(packing, key, c)} + 1] AS l${c}`)
    .join(', ');

/**
 * One id for each subject and window. What was flattened gets another one: with the id of its window it would stand next to events that
 * still tell the week, and the flattening would be for nothing.
 */
async function rotatingIds(random: Random, connection: DuckDBConnection): Promise<void> {
  await connection.run(`CREATE TABLE turns AS SELECT u, w, coarser,
    CAST(row_number() OVER (ORDER BY md5_number(${keyed(random, "u || '/' || w || '/' || coarser")}), u, w, coarser) AS INTEGER) AS turn
    FROM (SELECT DISTINCT log.u, w, coarser FROM log JOIN fates USING (q) JOIN ids USING (u))`);
}

/** Text under a secret key of 128 bits. */
const keyed = (random: Random, text: string): string => {
  const key = Array.from({ length: 4 }, () => random.bits().toString(16).padStart(8, '0')).join('');
  return `'${key}/' || ${text}`;
};

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
