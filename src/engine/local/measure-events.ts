import type { DuckDBConnection } from '@duckdb/node-api';
import { codeSql } from '../../families/events/packing.ts';
import { sqlText } from './duckdb.ts';
import type { MadeEvents } from './make-events.ts';
import { numbers } from './numbers.ts';

export interface EventsMeasure {
  readonly ncp: number;
  readonly ncpReleased: number;
  readonly flattenedShare: Readonly<Record<string, number>>;
  readonly lost?: readonly {
    readonly combination: Readonly<Record<string, string>>;
    readonly events: number;
    readonly flattened: number;
    readonly removed: number;
  }[];
}

/** Loss of every counted event; what was left out has lost everything. */
export async function measureEvents(
  { packing, nodes, penalties }: MadeEvents,
  connection: DuckDBConnection,
): Promise<EventsMeasure> {
  const { columns } = packing;
  const levels = [columns.map(() => 0), ...nodes];
  await connection.run(
    `CREATE TABLE steps AS SELECT unnest(range(${levels.length})) AS node, ${columns
      .map((_, c) => `unnest([${levels.map((node) => node[c]).join(',')}]) AS v${c}`)
      .join(', ')}`,
  );
  for (const [c, column] of columns.entries()) {
    const rows = column.levels.flatMap((level, l) =>
      Array.from(level, (code, value) => ({ l, value, loss: penalties[c][l][value], coarser: code !== value })),
    );
    await connection.run(
      `CREATE TABLE penalty${c} AS SELECT unnest([${rows.map(({ l }) => l).join(',')}]) AS v${c}, unnest([${rows
        .map(({ value }) => value)
        .join(',')}]) AS b${c}, unnest([${rows.map(({ loss }) => loss.toFixed(12)).join(',')}]) AS loss${c}, unnest([${rows
        .map(({ coarser }) => coarser)
        .join(',')}]) AS coarser${c}`,
    );
  }
  const losses = columns.map((_, c) => `loss${c}`).join(' + ');
  await connection.run(`CREATE TABLE losses AS SELECT q, node, events, kept, CAST(${losses} AS DOUBLE) / ${columns.length} AS loss, ${columns
    .map((_, c) => `coarser${c}, b${c}`)
    .join(', ')}
    FROM (SELECT combos.q, node, events, coalesce(kept, 0) AS kept, ${columns.map((_, c) => `${codeSql(packing, 'combos.q', c)} AS b${c}`).join(', ')}
    FROM combos LEFT JOIN (SELECT q, sum(n) AS kept FROM pairs JOIN combos USING (q) WHERE f IS NOT NULL AND u NOT IN (SELECT u FROM gone) GROUP BY q) AS rest ON rest.q = combos.q)
    JOIN steps USING (node) ${columns.map((_, c) => `JOIN penalty${c} USING (v${c}, b${c})`).join(' ')}`);
  const [ncp, ncpReleased, ...shares] = await numbers(
    connection,
    `SELECT sum(kept * loss + events - kept) / sum(events), sum(kept * loss) / sum(kept), ${columns
      .map((_, c) => `coalesce(sum(kept) FILTER (coarser${c}), 0) / sum(kept)`)
      .join(', ')} FROM losses`,
  );
  const flattenedShare = Object.fromEntries(columns.map(({ name }, c) => [name, rounded(shares[c])]));
  const lost = await lostIn({ packing }, connection);
  return { ncp: rounded(ncp), ncpReleased: rounded(ncpReleased), flattenedShare, ...(lost === undefined ? {} : { lost }) };
}

const rounded = (value: number): number => Math.round(value * 1e9) / 1e9;

/** The classes and parts of the day that lost most, where both are published. */
async function lostIn({ packing }: Pick<MadeEvents, 'packing'>, connection: DuckDBConnection): Promise<EventsMeasure['lost']> {
  const places = ['generalized_event', 'time_period'].map((name) => packing.columns.findIndex((column) => column.name === name));
  if (places.some((place) => place < 0)) return undefined;
  const label = (c: number) => `[${packing.columns[c].labels.map(sqlText).join(',')}][b${c} + 1]`;
  const reader =
    await connection.runAndReadAll(`SELECT ${places.map(label).join(', ')}, sum(events), sum(kept) FILTER (node > 0), sum(events - kept)
    FROM losses GROUP BY ${places.map((c) => `b${c}`).join(', ')} ORDER BY 5 DESC, 4 DESC NULLS LAST, 1, 2 LIMIT 20`);
  return reader.getRows().map(([event, period, events, flattened, removed]) => ({
    combination: { generalized_event: String(event), time_period: String(period) },
    events: Number(events),
    flattened: Number(flattened ?? 0),
    removed: Number(removed),
  }));
}
