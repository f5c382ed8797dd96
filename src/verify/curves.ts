import type { Manifest } from '../release/manifest.ts';
import { boundsOf } from './cell-checks.ts';
import type { Counter } from './counter.ts';
import type { CurveBreach } from './curve-breaches.ts';
import { firstRow } from './first-row.ts';
import { type Layout, list } from './layout.ts';

/**
 * Proves that every published curve is what its envelope, pattern and level make of it (docs/metrics.md, "curve"), and so reveals nothing
 * beyond them: worked out anew, in SQL, for each distinct leaf. Half a unit of the last decimal is rounding; a whole one is not.
 */
export async function checkCurves(
  counter: Counter,
  layout: Layout,
  { pattern, data }: Manifest,
): Promise<readonly CurveBreach[]> {
  const { curves, envelope } = layout;
  if (curves.length === 0) return [];
  const series = envelope.filter(({ declared }) => declared.role === 'series' && declared.kind !== 'upper');
  if (curves.length !== series.length || curves.some(({ declared }, t) => declared.of !== series[t].declared.of))
    return [{ kind: 'unpaired-curve', columns: curves.map(({ declared }) => declared.name) }];
  const tolerances = `[${curves.map(({ declared }) => 0.75 * 10 ** -(declared.decimals ?? 0)).join(', ')}]`;
  const expected = expectedSql(layout, series, pattern.segments);
  const wrong = `len(list_filter(range(1, ${series.length + 1}), lambda t: coalesce(abs(curve[t] - expected[t]) > (${tolerances})[t], true))) > 0`;
  const [leaves] = await counter.numbers(`SELECT count(*) FROM (${expected}) WHERE ${wrong}`);
  if (leaves === 0) return [];
  const row = await firstRow(counter, layout.source, curves, `SELECT ${list(curves)} FROM (${expected}) WHERE ${wrong}`);
  return [{ kind: 'false-curve', file: data.file, leaves, ...(row === undefined ? {} : { row }) }];
}

/** Each leaf with its published curve and the one expected of it. */
function expectedSql({ curves, envelope, pattern, level }: Layout, series: Layout['envelope'], segments: number): string {
  const length = series.length;
  const bounds = series.map((column) => boundsOf(column, envelope[envelope.indexOf(column) + 1]));
  const each = (expression: string) => `list_transform(range(1, ${length + 1}), lambda t: ${expression})`;
  const start = (i: number) => Math.floor((i * length) / segments);
  const segmentOf = Array.from({ length }, (_, t) =>
    Array.from({ length: segments }, (__, i) => i).findIndex((i) => t < start(i + 1)),
  );
  const places = {
    segment: `[${segmentOf.map((i) => i + 1).join(', ')}]`,
    from: `[${segmentOf.map((i) => start(i) + 1).join(', ')}]`,
    to: `[${segmentOf.map((i) => start(i + 1)).join(', ')}]`,
  };
  const medians = `[${Array.from({ length: 26 }, (_, l) => `[${cellMedians(l + 1).join(', ')}]`).join(', ')}]`;
  return `
    WITH read AS (SELECT ${list(curves)}, ${pattern.sql} AS word, CAST(${level.sql} AS INTEGER) AS level,
      [${bounds.map(({ lower }) => lower).join(', ')}] AS lower, [${bounds.map(({ upper }) => upper).join(', ')}] AS upper,
      [${curves.map(({ sql }) => `TRY_CAST(${sql} AS DOUBLE)`).join(', ')}] AS curve FROM leaves),
    shaped AS (SELECT *, ${each('(lower[t] + upper[t]) / 2')} AS middle,
      ${each(`(${medians})[level][ascii(substr(word, (${places.segment})[t], 1)) - 96]`)} AS asked FROM read),
    centred AS (SELECT *, list_avg(middle) AS mean, list_avg(asked) AS asked_mean FROM shaped),
    fitted AS (SELECT *, list_sum(${each('(asked[t] - asked_mean) * (asked[t] - asked_mean)')}) AS own,
      list_sum(${each('(asked[t] - asked_mean) * (middle[t] - mean)')}) AS shared FROM centred),
    offsets AS (SELECT *, ${each(
      `CASE WHEN own < 1e-18 THEN 0 ELSE mean + greatest(0, shared / own) * (asked[t] - asked_mean) - list_avg(middle[(${places.from})[t]:(${places.to})[t]]) END`,
    )} AS off FROM fitted)
    SELECT ${list(curves)}, curve, ${each('(middle[t] + least(upper[t], greatest(lower[t], middle[t] + off[t]))) / 2')} AS expected FROM offsets`;
}

/** Median of each of `level` equally likely cells of the normal distribution, by bisection. */
function cellMedians(level: number): readonly number[] {
  return Array.from({ length: level }, (_, j) => {
    const share = (j + 0.5) / level;
    let low = -8;
    let high = 8;
    for (let i = 0; i < 80; i++) {
      const middle = (low + high) / 2;
      if (shareBelow(middle) < share) low = middle;
      else high = middle;
    }
    return (low + high) / 2;
  });
}

/** The normal distribution by Taylor's series, all terms of one sign: exact to the last digits as far out as cells of 26 levels reach. */
function shareBelow(z: number): number {
  let term = z;
  let sum = z;
  for (let n = 1; n < 200 && Math.abs(term) > 1e-18 * Math.abs(sum); n++) {
    term *= (z * z) / (2 * n + 1);
    sum += term;
  }
  return 0.5 + (Math.exp((-z * z) / 2) * sum) / Math.sqrt(2 * Math.PI);
}
