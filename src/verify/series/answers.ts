import type { Counter } from '../../base/counting.ts';
import { bandRows } from '../cell-checks.ts';
import { double } from '../counter.ts';
import type { Layout } from '../layout.ts';

/**
 * What the bands answer to "how many have at least so much at that instant?". A subject whose band lies above is counted for certain, one whose band
 * reaches above possibly; between them lies the true number, as bands hold all their members.
 */
export interface Answer {
  readonly instant: string;
  /** The middle of a band that half of the subjects lie up to, in three digits. */
  readonly from: number;
  readonly least: number;
  readonly most: number;
  /** Each subject by how much of the band lies above; a half more or less by a rounding error counts as a half. */
  readonly published: number;
}

/** At five instants at fixed places, or at all where there are fewer. Of the tables `leaves` and `classes` that a series was read into. */
export async function seriesAnswers(counter: Counter, { envelope }: Layout): Promise<readonly Answer[]> {
  const columns = envelope.filter(({ declared }) => declared.role === 'series' && declared.kind !== 'upper');
  const places = [...new Set([0.1, 0.3, 0.5, 0.7, 0.9].map((share) => Math.floor(share * columns.length)))];
  const asked = places.flatMap((place) => columns[place] ?? []);
  if (asked.length === 0) return [];
  const { unnested, lower, upper } = bandRows(asked, envelope);
  await counter.ask(
    `CREATE OR REPLACE TEMP TABLE bands AS SELECT place, ${lower} AS low, ${upper} AS high, rows AS size
    FROM (SELECT rows, ${unnested} FROM leaves JOIN classes ON leaves.rowid = leaf)`,
  );
  const middles = await byPlace(
    counter,
    `SELECT place, min(middle) FROM (SELECT place, low + (high - low) / 2 AS middle, sum(size) OVER (PARTITION BY place ORDER BY low + (high - low) / 2) AS below, sum(size) OVER (PARTITION BY place) AS total FROM bands) WHERE 2 * below >= total GROUP BY place`,
  );
  const froms = asked.map((_, place) => Number((middles.get(place)?.[0] ?? 0).toPrecision(3))); // as people ask
  const share = 'CASE WHEN low >= edge THEN 1 WHEN high < edge THEN 0 ELSE (high - edge) / (high - low) END';
  const counts = await byPlace(
    counter,
    `SELECT place, coalesce(sum(size) FILTER (low >= edge), 0), coalesce(sum(size) FILTER (high >= edge), 0), round(round(sum(size * (${share}) ORDER BY low, high, size), 6))
    FROM (SELECT *, [${froms.map(double).join(', ')}][place + 1] AS edge FROM bands) GROUP BY place`,
  );
  return asked.map(({ declared }, place) => {
    const [least = 0, most = 0, published = 0] = counts.get(place) ?? [];
    return { instant: declared.of ?? declared.name, from: froms[place], least, most, published };
  });
}

/** The rows of an answer by their first cell. */
async function byPlace(counter: Counter, sql: string): Promise<ReadonlyMap<number, readonly number[]>> {
  return new Map((await counter.ask(sql)).map(([place, ...rest]) => [Number(place), rest.map(Number)]));
}
