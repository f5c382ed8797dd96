import type { Counter } from '../../base/counting.ts';
import type { SeriesManifest } from '../../release/manifest.ts';
import { double } from '../counter.ts';
import { quantile } from './normal.ts';

/**
 * Names in the table `strangers` the records of the table `beside` whose own word is not that of their pattern, or does not lie in its
 * ranges. A series is averaged over the segments, taken about its mean in units of its deviation, and cut where the normal distribution has
 * equal shares (docs/metrics.md); one that never changes lies in the middle. Only the last bits of sums, which hang on their order, are
 * forgiven. A series with a cell that the original does not have was filled in, and is nobody's stranger.
 */
export async function findStrangers(counter: Counter, { form, segments }: SeriesManifest['pattern']): Promise<void> {
  await counter.ask(`CREATE OR REPLACE TEMP TABLE cuts AS SELECT * FROM (VALUES ${cutRows()}) AS c(level, symbol, low, high)`);
  const [length] = await counter.numbers('SELECT coalesce(max(len(series)), 0) FROM beside');
  const part = (i: number) => {
    const [from, to] = [i, i + 1].map((end) => Math.floor((end * length) / segments));
    return `list_avg(unit[${from + 1}:${to}])`;
  };
  const symbols = (i: number) => (form === 'interval' ? `split_part(pattern, '|', ${i + 1})` : `substr(pattern, ${i + 1}, 1)`);
  const places = Array.from({ length: segments }, (_, i) => i);
  const unit = `SELECT line, level, pattern, list_transform(series, lambda value: value / size) AS unit FROM
    (SELECT *, nullif(greatest(abs(list_max(series)), abs(list_min(series))), 0) AS size FROM beside WHERE len(list_filter(series, lambda value: value IS NULL)) = 0)`;
  const moments = `SELECT *, list_avg(unit) AS mean, CASE WHEN list_min(unit) < list_max(unit) THEN list_stddev_pop(unit) END AS deviation FROM (${unit})`;
  const parts = `SELECT line, level, mean, deviation, unnest([${places.map(part).join(', ')}]) AS part,
    unnest([${places.map(symbols).join(', ')}]) AS symbols FROM (${moments})`;
  const distances = `SELECT *, coalesce((part - mean) / deviation, 0) AS distance, 1e-9 + 1e-12 * coalesce((abs(mean) + deviation) / deviation, 0) AS noise FROM (${parts})`;
  await counter.ask(`CREATE OR REPLACE TEMP TABLE strangers AS SELECT DISTINCT line FROM (${distances}) AS d
    JOIN cuts AS lower ON lower.level = d.level AND lower.symbol = ascii(left(symbols, 1)) - 97
    JOIN cuts AS upper ON upper.level = d.level AND upper.symbol = ascii(right(symbols, 1)) - 97
    WHERE distance < lower.low - noise OR distance >= upper.high + noise`);
}

/** Records that carry a word which is not their own. */
export async function countStrangers(counter: Counter): Promise<{ readonly cells: number; readonly row: number }> {
  const [cells, row] = await counter.numbers('SELECT count(*), coalesce(min(line), 0) FROM strangers');
  return { cells, row };
}

/** Patterns of a group that are the own word of fewer than p of its records. */
export async function countBorrowed(
  counter: Counter,
  p: number,
): Promise<{ readonly leaves: number; readonly fewest: number; readonly row: number }> {
  const leaves = `SELECT count_if(strangers.line IS NULL) AS own, min(beside.line) AS row
    FROM beside LEFT JOIN strangers USING (line) GROUP BY group_id, pattern, level`;
  const [borrowed, fewest, row] = await counter.numbers(
    `SELECT count(*), coalesce(min(own), 0), coalesce(min(row), 0) FROM (${leaves}) WHERE own < ${p}`,
  );
  return { leaves: borrowed, fewest, row };
}

/** Where each symbol of each level begins and ends; the outermost reach as far as numbers do. */
const cutRows = (): string =>
  Array.from({ length: 26 }, (_, l) =>
    Array.from({ length: l + 1 }, (_, symbol) => {
      const low = symbol === 0 ? -1e300 : quantile(symbol / (l + 1));
      const high = symbol === l ? 1e300 : quantile((symbol + 1) / (l + 1));
      return `(${l + 1}, ${symbol}, ${double(low)}, ${double(high)})`;
    }),
  )
    .flat()
    .join(', ');
