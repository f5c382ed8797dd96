import type { Counter } from './counter.ts';
import { quantile } from './normal.ts';

/**
 * Of the records in the table `beside`, those whose own word does not lie in the ranges of their pattern. A series is averaged over the
 * segments, taken about its mean in units of its deviation, and cut where the normal distribution has equal shares (docs/metrics.md); one
 * that never changes lies in the middle. Only the last bits of sums, which hang on their order, are forgiven.
 */
export async function countWordsOutside(counter: Counter, segments: number): Promise<{ cells: number; row: number }> {
  await counter.ask(`CREATE OR REPLACE TEMP TABLE cuts AS SELECT * FROM (VALUES ${cutRows()}) AS c(level, symbol, low, high)`);
  const [length] = await counter.numbers('SELECT coalesce(max(len(series)), 0) FROM beside');
  const part = (i: number) => {
    const [from, to] = [i, i + 1].map((end) => Math.floor((end * length) / segments));
    return `list_avg(unit[${from + 1}:${to}])`;
  };
  const places = Array.from({ length: segments }, (_, i) => i);
  const unit = `SELECT line, level, pattern, list_transform(series, lambda value: value / size) AS unit FROM
    (SELECT *, nullif(greatest(abs(list_max(series)), abs(list_min(series))), 0) AS size FROM beside WHERE len(list_filter(series, lambda value: value IS NULL)) = 0)`;
  const moments = `SELECT *, list_avg(unit) AS mean, CASE WHEN list_min(unit) < list_max(unit) THEN list_stddev_pop(unit) END AS deviation FROM (${unit})`;
  const parts = `SELECT line, level, mean, deviation, unnest([${places.map(part).join(', ')}]) AS part,
    unnest([${places.map((i) => `split_part(pattern, '|', ${i + 1})`).join(', ')}]) AS symbols FROM (${moments})`;
  const distances = `SELECT *, coalesce((part - mean) / deviation, 0) AS distance, 1e-9 + 1e-12 * coalesce((abs(mean) + deviation) / deviation, 0) AS noise FROM (${parts})`;
  const outside = `SELECT DISTINCT line FROM (${distances}) AS d
    JOIN cuts AS lower ON lower.level = d.level AND lower.symbol = ascii(left(symbols, 1)) - 97
    JOIN cuts AS upper ON upper.level = d.level AND upper.symbol = ascii(right(symbols, 1)) - 97
    WHERE distance < lower.low - noise OR distance >= upper.high + noise`;
  const [cells, row] = await counter.numbers(`SELECT count(*), coalesce(min(line), 0) FROM (${outside})`);
  return { cells, row };
}

/** Where each symbol of each level begins and ends; the outermost reach as far as numbers do. */
const cutRows = (): string =>
  Array.from({ length: 26 }, (_, l) =>
    Array.from({ length: l + 1 }, (_, symbol) => {
      const low = symbol === 0 ? -1e300 : quantile(symbol / (l + 1));
      const high = symbol === l ? 1e300 : quantile((symbol + 1) / (l + 1));
      return `(${l + 1}, ${symbol}, ${low}::DOUBLE, ${high}::DOUBLE)`;
    }),
  )
    .flat()
    .join(', ');
