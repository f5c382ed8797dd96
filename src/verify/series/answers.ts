import type { Counter } from '../../base/counting.ts';
import { boundsOf } from '../cell-checks.ts';
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

/** At five instants at fixed places, or at all where there are fewer. Of the table `leaves` that a series was read into. */
export async function seriesAnswers(counter: Counter, { envelope }: Layout): Promise<readonly Answer[]> {
  const columns = envelope.filter(({ declared }) => declared.role === 'series' && declared.kind !== 'upper');
  const places = [...new Set([0.1, 0.3, 0.5, 0.7, 0.9].map((share) => Math.floor(share * columns.length)))];
  const answers: Answer[] = [];
  for (const column of places.flatMap((place) => columns[place] ?? [])) {
    const { lower, upper } = boundsOf(column, envelope[envelope.indexOf(column) + 1]);
    const bands = `(SELECT ${lower} AS low, ${upper} AS high, CAST(sum(n) AS BIGINT) AS size FROM leaves GROUP BY ALL)`;
    const [middle] = await counter.numbers(
      `SELECT min(middle) FROM (SELECT low + (high - low) / 2 AS middle, sum(size) OVER (ORDER BY low + (high - low) / 2) AS below, sum(size) OVER () AS total FROM ${bands}) WHERE 2 * below >= total`,
    );
    const from = Number(middle.toPrecision(3)); // as people ask
    const at = `${from}::DOUBLE`;
    const share = `CASE WHEN low >= ${at} THEN 1 WHEN high < ${at} THEN 0 ELSE (high - ${at}) / (high - low) END`;
    const [least, most, published] = await counter.numbers(
      `SELECT coalesce(sum(size) FILTER (low >= ${at}), 0), coalesce(sum(size) FILTER (high >= ${at}), 0), round(round(sum(size * (${share}) ORDER BY low, high), 6)) FROM ${bands}`,
    );
    answers.push({ instant: column.declared.of ?? column.declared.name, from, least, most, published });
  }
  return answers;
}
