import type { DuckDBConnection } from '@duckdb/node-api';
import { codeSql } from '../../families/events/packing.ts';
import { calendarColumns } from '../../release/calendar-columns.ts';
import type { MadeEvents } from './make-events.ts';

/** The counted events by place in time, as they were before anything was flattened or left out. */
export interface OriginalCalendar {
  /** Labels of each column in their natural order, the coarser ones after the values they stand for. */
  readonly axes: readonly { readonly column: string; readonly labels: readonly string[] }[];
  readonly cells: readonly { readonly labels: readonly string[]; readonly events: number }[];
}

export async function originalCalendar(
  { packing }: Pick<MadeEvents, 'packing'>,
  connection: DuckDBConnection,
): Promise<OriginalCalendar | undefined> {
  const chosen = calendarColumns(packing.columns.map(({ name }) => name));
  if (chosen.length === 0) return undefined;
  const places = chosen.map((column) => packing.columns.findIndex(({ name }) => name === column));
  const reader = await connection.runAndReadAll(
    `SELECT ${places.map((c) => codeSql(packing, 'q', c)).join(', ')}, sum(events) FROM combos GROUP BY ALL ORDER BY ALL`,
  );
  return {
    axes: chosen.map((column, a) => ({ column, labels: packing.columns[places[a]].labels })),
    cells: reader.getRows().map((row) => ({
      labels: places.map((c, a) => packing.columns[c].labels[Number(row[a])]),
      events: Number(row.at(-1)),
    })),
  };
}
