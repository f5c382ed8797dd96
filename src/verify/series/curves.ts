import type { Counter } from '../../base/counting.ts';
import type { SeriesManifest } from '../../release/manifest.ts';
import { boundsOf } from '../cell-checks.ts';
import { double } from '../counter.ts';
import { firstRow } from '../first-row.ts';
import type { Layout } from '../layout.ts';
import { type CurveBreach, unpairedCurve } from './curve-breaches.ts';
import { quantile } from './normal.ts';

/**
 * Proves that every published curve is what its envelope, pattern and level make of it (docs/metrics.md, "curve"), and so reveals nothing
 * beyond them: worked out anew, in SQL, for each distinct leaf.
 */
export async function checkCurves(
  counter: Counter,
  layout: Layout,
  { pattern, data }: SeriesManifest,
  atOnce = pointsAtOnce,
): Promise<readonly CurveBreach[]> {
  const { curves, envelope, group, level } = layout;
  if (curves.length === 0) return [];
  const series = envelope.filter(({ declared }) => declared.role === 'series' && declared.kind !== 'upper');
  const unpaired = unpairedCurve(layout);
  if (unpaired !== undefined) return [unpaired];
  await counter.ask(
    `CREATE OR REPLACE TEMP TABLE quantiles AS SELECT * FROM (VALUES ${quantileRows()}) AS m(level, middle, quantile)`,
  );
  await counter.ask('CREATE OR REPLACE TEMP TABLE false_curves (leaf BIGINT)');
  const points = pointsSql(layout, series, pattern);
  const [leaves] = await counter.numbers('SELECT count(*) FROM leaves');
  const step = Math.ceil(atOnce / series.length);
  for (let from = 0; from < leaves; from += step) await counter.ask(falseSql(points, from, from + step - 1));
  const [wrong] = await counter.numbers('SELECT count(*) FROM false_curves');
  if (wrong === 0) return [];
  const leaf = [group, layout.pattern, level];
  const bad = `SELECT ${leaf.map(({ sql }) => sql).join(', ')} FROM leaves SEMI JOIN false_curves ON leaves.rowid = false_curves.leaf`;
  const row = await firstRow(counter, layout.source, leaf, bad);
  return [{ kind: 'false-curve', file: data.file, leaves: wrong, ...(row === undefined ? {} : { row }) }];
}

const pointsAtOnce = 1_000_000; // as one query, curves of a million records would take a gigabyte

/** One row for each instant of each leaf. Rows, not lists: a lambda over lists copies every constant it names for every value. */
function pointsSql(
  { curves, envelope, pattern, level }: Layout,
  series: Layout['envelope'],
  { form, segments }: SeriesManifest['pattern'],
): string {
  const bounds = series.map((column) => boundsOf(column, envelope[envelope.indexOf(column) + 1]));
  const ends = Array.from({ length: segments }, (_, i) => Math.floor(((i + 1) * series.length) / segments));
  const unnested = {
    segment: series.map((_, t) => ends.findIndex((end) => t < end) + 1),
    lower: bounds.map(({ lower }) => lower),
    upper: bounds.map(({ upper }) => upper),
    curve: curves.map(({ sql }) => `TRY_CAST(${sql} AS DOUBLE)`),
    unit: curves.map(({ declared }) => `1e-${declared.decimals ?? 0}`),
  };
  const lists = Object.entries(unnested).map(([name, values]) => `unnest([${values.join(', ')}]) AS ${name}`);
  const symbols = form === 'interval' ? `split_part(${pattern.sql}, '|', segment)` : `substr(${pattern.sql}, segment, 1)`;
  const points = `SELECT rowid AS leaf, ${pattern.sql}, CAST(${level.sql} AS INTEGER) AS level, ${lists.join(', ')} FROM leaves`;
  return `SELECT *, ascii(left(${symbols}, 1)) + ascii(right(${symbols}, 1)) - ${2 * letterA} AS middle FROM (${points})`;
}

const letterA = 97;

/**
 * Adds the leaves whose curve is not the one expected. Half a unit of the last decimal is rounding, more is not; beyond that only the last
 * bits of a double may differ, as sums of another order have others.
 */
const falseSql = (points: string, from: number, to: number): string => `INSERT INTO false_curves
  WITH points AS MATERIALIZED (SELECT leaf, segment, lower, upper, curve, unit, lower / 2 + upper / 2 AS middle, quantile AS asked
    FROM (${points} WHERE leaf BETWEEN ${from} AND ${to}) AS p LEFT JOIN quantiles AS q ON q.level = p.level AND q.middle = p.middle),
  fits AS (SELECT leaf, avg(middle) AS mean, avg(asked) AS asked_mean, max(greatest(abs(lower), abs(upper))) AS size,
    CASE WHEN var_pop(asked) > 0 THEN greatest(0, covar_pop(middle, asked) / var_pop(asked)) END AS stretch FROM points GROUP BY leaf),
  parts AS (SELECT leaf, segment, avg(middle) AS mean FROM points GROUP BY leaf, segment),
  shaped AS (SELECT leaf, curve, middle, unit, size, least(upper, greatest(lower,
    middle + coalesce(fits.mean + stretch * (asked - asked_mean) - parts.mean, 0))) AS wanted
    FROM points JOIN fits USING (leaf) JOIN parts USING (leaf, segment))
  SELECT DISTINCT leaf FROM shaped WHERE coalesce(abs(curve - (middle + wanted) / 2) > 0.5 * unit + ${2 ** -44} * size, true)`;

/** What each range of symbols of each level stands for, by the sum of its ends: the quantile halfway between them. */
const quantileRows = (): string =>
  Array.from({ length: 26 }, (_, l) =>
    Array.from({ length: 2 * l + 1 }, (_, middle) => `(${l + 1}, ${middle}, ${double(quantile((middle + 1) / (2 * l + 2)))})`),
  )
    .flat()
    .join(', ');
