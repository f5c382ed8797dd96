import type { Cluster } from './cluster.ts';
import type { Compiled } from './compile.ts';
import { sqlName } from './sql.ts';

/** Parts that rows are numbered in, each by itself: one order of all rows would go through one task. */
const buckets = 4096;

export interface PlacedLog {
  readonly table: Compiled;
  readonly rows: number;
}

/**
 * Stores rows with a place: a number from 1 on that is another one for every row. Rows of files that a cluster reads have no number there, so it is
 * made of what is in them: equal rows are stored once with how many there are, and what they are decides where they stand. The same rows have the
 * same places, however they were split and read.
 */
export async function storePlaced(
  name: string,
  rows: Compiled,
  cluster: Cluster,
  onShare?: (share: number) => void,
): Promise<PlacedLog> {
  const names = [...rows.columns.keys()].map(sqlName).join(', ');
  const counted = `SELECT ${names}, count(*) AS shoal_rows FROM ${rows.sql} AS r GROUP BY ${names}`;
  const bucketed = `SELECT pmod(xxhash64(${names}), ${buckets}) AS shoal_bucket, * FROM (${counted})`;
  const stored = await cluster.store(name, bucketed, onShare);
  const found = await cluster.rows(
    `SELECT CAST(shoal_bucket AS INT) AS bucket, CAST(sum(shoal_rows) AS BIGINT) AS n FROM ${stored} GROUP BY shoal_bucket`,
  );
  const { before, all } = offsetsOf(found.columns[0]?.values ?? [], found.columns[1]?.values ?? []);
  const view = `shoal_before_${name}`;
  await cluster.upload(view, [
    { name: 'shoal_bucket', type: 'long', values: BigInt64Array.from(before, (_, bucket) => BigInt(bucket)) },
    { name: 'shoal_before', type: 'long', values: before },
  ]);
  const inBucket = `sum(shoal_rows) OVER (PARTITION BY shoal_bucket ORDER BY ${names} ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)`;
  const first = `SELECT ${names}, shoal_rows, shoal_before + ${inBucket} - shoal_rows AS shoal_first FROM ${stored} JOIN ${sqlName(view)} USING (shoal_bucket)`;
  const each = 'LATERAL VIEW explode(sequence(CAST(1 AS BIGINT), shoal_rows)) AS shoal_one';
  return {
    table: {
      sql: `(SELECT CAST(shoal_first + shoal_one AS BIGINT) AS place, ${names} FROM (${first}) ${each})`,
      columns: new Map([['place', 'int64'], ...rows.columns]),
    },
    rows: all,
  };
}

/** How many rows stand before those of each bucket, and how many there are. */
function offsetsOf(
  numbers: ArrayLike<unknown>,
  counts: ArrayLike<unknown>,
): { readonly before: BigInt64Array; readonly all: number } {
  const sizes = new BigInt64Array(buckets);
  for (let i = 0; i < numbers.length; i++) sizes[Number(numbers[i])] = BigInt(String(counts[i]));
  let all = 0n;
  const before = sizes.map((size) => {
    all += size;
    return all - size;
  });
  return { before, all: Number(all) };
}
