/** A published column: the first `base` codes are values, the others stand for several of them; levels[l][v] is the code of value v at level l. */
export interface CountedColumn {
  readonly name: string;
  readonly labels: readonly string[];
  readonly base: number;
  readonly levels: readonly Uint32Array[];
  /** Counted events of each value by the level they were published at, and how many of them were. */
  readonly values: readonly { readonly value: number; readonly level: number; readonly events: number; readonly kept: number }[];
}

/** Counted events by the values of some columns: how many there were, were published, and were published coarser. */
export interface CountedCells {
  readonly names: readonly string[];
  readonly counts: readonly {
    readonly values: readonly number[];
    readonly events: number;
    readonly flattened: number;
    readonly kept: number;
  }[];
}

export interface EventsMeasure {
  readonly ncp: number;
  readonly ncpReleased: number;
  readonly flattenedShare: Readonly<Record<string, number>>;
  readonly lost?: readonly LostCell[];
}

export interface LostCell {
  readonly combination: Readonly<Record<string, string>>;
  readonly events: number;
  readonly flattened: number;
  readonly removed: number;
}

/**
 * Loss of every counted event; what was left out has lost everything. Worked out from counts alone: how they came about is not this room's
 * business. The counts are whole numbers, and are added up in one order, so that every engine's are told as the same figure.
 */
export function measureEvents(columns: readonly CountedColumn[], cells?: CountedCells): EventsMeasure {
  const total = (of: 'events' | 'kept') => columns[0].values.reduce((sum, value) => sum + value[of], 0);
  const [events, kept] = [total('events'), total('kept')];
  const lost = columns.reduce((sum, column) => sum + penaltyIn(column), 0) / columns.length;
  return {
    ncp: roundFigure((lost + events - kept) / events),
    ncpReleased: roundFigure(lost / kept),
    flattenedShare: Object.fromEntries(columns.map((column) => [column.name, roundFigure(coarserIn(column) / kept)])),
    ...(cells === undefined ? {} : { lost: mostLost(columns, cells) }),
  };
}

/**
 * Normalised certainty penalty (Xu et al., KDD 2006) of all published events in one column: how many of the other values that occur could stand
 * behind what is published, 0 for the value itself, 1 where it could be any.
 */
function penaltyIn({ base, labels, levels, values }: CountedColumn): number {
  const occurs = new Uint8Array(base);
  for (const { value } of values) occurs[value] = 1;
  const others = occurs.reduce((sum, one) => sum + one, 0) - 1;
  const behind = levels.map((level) => {
    const members = new Float64Array(labels.length);
    for (let value = 0; value < base; value++) members[level[value]] += occurs[value];
    return members;
  });
  const penalty = (value: number, level: number): number => {
    const code = levels[level][value];
    if (code === value) return 0;
    if (level === levels.length - 1) return 1;
    return others < 1 ? 0 : (behind[level][code] - 1) / others;
  };
  return values.reduce((sum, { value, level, kept }) => sum + kept * penalty(value, level), 0);
}

const coarserIn = ({ levels, values }: CountedColumn): number =>
  values.reduce((sum, { value, level, kept }) => sum + (levels[level][value] === value ? 0 : kept), 0);

/** Where most events were left out, then where most were flattened. */
function mostLost(columns: readonly CountedColumn[], { names, counts }: CountedCells): readonly LostCell[] {
  const labels = names.map((name) => columns.find((column) => column.name === name)?.labels ?? []);
  return counts
    .map(({ values, events, flattened, kept }) => ({
      combination: Object.fromEntries(names.map((name, n) => [name, labels[n][values[n]]])),
      events,
      flattened,
      removed: events - kept,
    }))
    .sort((a, b) => b.removed - a.removed || b.flattened - a.flattened || compareCells(names, a.combination, b.combination))
    .slice(0, 20);
}

function compareCells(
  names: readonly string[],
  a: Readonly<Record<string, string>>,
  b: Readonly<Record<string, string>>,
): number {
  const differs = names.find((name) => a[name] !== b[name]);
  return differs === undefined ? 0 : a[differs] < b[differs] ? -1 : 1;
}

const roundFigure = (value: number): number => Math.round(value * 1e9) / 1e9;
