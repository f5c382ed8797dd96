import { column, type Expression, group, type Named, type Relational, table, tell } from '../../engine/relation.ts';
import { calendarColumns } from '../../release/calendar-columns.ts';
import type { MadeEvents } from './make.ts';
import { codeIn } from './packing.ts';

/** The counted events by place in time, as they were before anything was flattened or left out. */
export interface OriginalCalendar {
  /** Labels of each column in their natural order, the coarser ones after the values they stand for. */
  readonly axes: readonly { readonly column: string; readonly labels: readonly string[] }[];
  readonly cells: readonly { readonly labels: readonly string[]; readonly events: number }[];
}

export async function originalCalendar(
  { packing }: Pick<MadeEvents, 'packing'>,
  engine: Relational,
): Promise<OriginalCalendar | undefined> {
  const chosen = calendarColumns(packing.columns.map(({ name }) => name));
  if (chosen.length === 0) return undefined;
  const places = chosen.map((name) => packing.columns.findIndex((one) => one.name === name));
  const codes = places.map((c): Named<Expression> => [`b${c}`, codeIn(packing, column('q'), c)]);
  const cells = await engine.ask({
    rows: group(table('combos'), codes, ['events', tell('sum', column('events'))]),
    order: codes.map(([name]) => column(name)),
  });
  return {
    axes: chosen.map((name, a) => ({ column: name, labels: packing.columns[places[a]].labels })),
    cells: cells.map((row) => ({
      labels: places.map((c, a) => packing.columns[c].labels[Number(row[a])]),
      events: Number(row.at(-1)),
    })),
  };
}
