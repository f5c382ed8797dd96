import type { EventsView } from '../view.ts';

/** What coarser labels of the calendar stand for. */
export interface CoarseLabels {
  /** Whether a label of a column is coarser than others that the column has. */
  isCoarse(column: string, label: string): boolean;
  /** Whether an event under the first label may be one of the second. */
  mayBe(column: string, label: string, fine: string): boolean;
}

export function coarseLabels({ sections: { policy }, manifest: { calendar } }: EventsView): CoarseLabels {
  const flat = String(policy.flatValue ?? '');
  const parts = calendar.periods;
  const isCoarse = (column: string, label: string): boolean =>
    label === flat ||
    (column === 'weekday' && !/^[0-6]$/.test(label)) ||
    (column === 'time_period' && !Object.hasOwn(parts, label));
  const mayBe = (column: string, label: string, fine: string): boolean => {
    if (label === fine || label === flat) return true;
    if (!isCoarse(column, label)) return false;
    if (column === 'weekday') return (label === 'weekend') === Number(fine) >= 5;
    return fine !== 'night'; // the one coarser part of the day is all but the night
  };
  return { isCoarse, mayBe };
}
