import { countColumn } from './cheaper-groups.ts';
import type { Cluster } from './cluster.ts';
import type { Compiled } from './compile.ts';
import { keySql } from './compile-call.ts';
import { sqlName } from './sql.ts';

/** Parts that rows are numbered in, each by itself: one order of all rows would go through one task. */
const buckets = 4096;

export interface PlacedLog {
  readonly table: Compiled;
  /** Each different row once, with how often it is there in place of its place. */
  readonly different: Compiled;
  readonly rows: number;
}

/** Rows, and those of their columns that hold a text for its key. */
export interface KeyedLater {
  readonly rows: Compiled;
  readonly keyed: ReadonlySet<string>;
}

/**
 * Stores rows with a place: a number from 1 on that is another one for every row. Rows of files that a cluster reads have no number there, so it is
 * made of what is in them: equal rows are stored once with how many there are, and what they are decides where they stand. The same rows have the
 * same places, however they were split and read. Of the columns in `keyed` the rows hold the texts whose keys are stored: a key is made of each different row
 * instead of each row. Should two texts have one key, their rows are equal, and it does not matter which comes first.
 */
export async function storePlaced(
  name: string,
  { rows, keyed }: KeyedLater,
  cluster: Cluster,
  onShare?: (share: number) => void,
): Promise<PlacedLog> {
  const names = [...rows.columns.keys()].map(sqlName).join(', ');
  const texts = `SELECT ${names}, count(*) AS shoal_rows FROM ${rows.sql} AS r GROUP BY ${names}`;
  const cells = [...rows.columns.keys()].map((of) => (keyed.has(of) ? `${keySql(sqlName(of))} AS ${sqlName(of)}` : sqlName(of)));
  const counted = keyed.size === 0 ? texts : `SELECT ${cells.join(', ')}, shoal_rows FROM (${texts})`;
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
  const columns = [...rows.columns].map(([of, type]) => [of, keyed.has(of) ? 'uint64' : type] as const);
  return {
    table: {
      sql: `(SELECT CAST(shoal_first + shoal_one AS BIGINT) AS place, ${names} FROM (${first}) ${each})`,
      columns: new Map([['place', 'int64'], ...columns]),
    },
    different: {
      sql: `(SELECT ${names}, ${countColumn} FROM ${stored})`,
      columns: new Map([...columns, [countColumn, 'uint32']]), // which Spark holds in 64 bits, and which are not added up as a decimal
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
