import type { DuckDBConnection } from '@duckdb/node-api';
import { type FieldCells, isHashed } from './cell-table.ts';
import type { Source } from './source.ts';
import { normaliseSubjects } from './spelling.ts';

/**
 * Makes one subject of all its spellings in the table `cells`, where texts lie as hashes; answers how many ids were another spelling. Reads the
 * input again, but of one column only.
 */
export async function joinSpellings(source: Source, { field, kept }: FieldCells, connection: DuckDBConnection): Promise<number> {
  if (!isHashed(field.kind) || kept.length > 1) return 0;
  const sqlIn = ({ columns }: Source) => columns.find(({ name }) => name === field.name)?.sql;
  const spelled = await normaliseSubjects(source, { subject: field.name, spelling: 'normal' }, connection);
  if (spelled.joined === 0) return 0;
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE respelled AS SELECT DISTINCT hash(CAST(${sqlIn(source)} AS VARCHAR)) AS spelled, hash(${sqlIn(spelled.source)}) AS subject
    FROM ${source.scan(new Set())}`,
  );
  await connection.run(`UPDATE cells SET ${kept[0]} = subject FROM respelled WHERE ${kept[0]} = spelled`);
  return spelled.joined;
}
