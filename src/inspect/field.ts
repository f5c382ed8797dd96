import type { Kind } from './look.ts';
import { kindOf, type Look } from './look.ts';
import { type Run, runsIn } from './runs.ts';

/** One line of an inspection: a column, or a run of columns that are one series. */
export interface Field {
  /** The column, or its first and last, as in H1..H24. */
  readonly name: string;
  readonly columns: readonly string[];
  readonly kind: Kind;
  /** Mostly two decimal places, as amounts of money have. */
  readonly cents: boolean;
  readonly uuids: boolean;
  /** Nearly every cell has a digit in it, as ids have and words have not. */
  readonly digits: boolean;
  /** All cells are as long as each other. */
  readonly even: boolean;
}

/** The same, counted over all rows. */
export interface FieldFacts extends Field {
  readonly rows: number;
  /** Empty cells; of a run those of all its columns. */
  readonly missing: number;
  /** Cells that are not of the kind that the first rows are. */
  readonly odd: number;
  /** Different values; of a run the most that one of its columns has. */
  readonly distinct: number;
  /** Whether `distinct` was counted, or estimated to within a sixth. */
  readonly counted: boolean;
  /** Shares of up to eight bars: over the range of numbers and times, or of the most frequent texts. Never an edge, never a value. */
  readonly histogram: readonly number[];
}

/** Columns as they stand, each run as one; a format that says which columns are its series is believed. */
export function fieldsOf(looks: readonly Look[], impliedSeries: readonly string[] = []): readonly Field[] {
  const columns = looks.map((look) => ({ name: look.name, kind: kindOf(look), longest: look.longest }));
  const implied = impliedSeries.length === 0 ? undefined : looks.findIndex(({ name }) => name === impliedSeries[0]);
  const runs: readonly Run[] = implied === undefined ? runsIn(columns) : [{ from: implied, names: impliedSeries }];
  const fields: Field[] = [];
  for (let place = 0; place < looks.length; ) {
    const run = runs.find(({ from }) => from === place);
    const look = looks[place];
    const names = run?.names ?? [look.name];
    fields.push({
      name: names.length === 1 ? look.name : `${names[0]}..${names[names.length - 1]}`,
      columns: names,
      kind: run === undefined ? columns[place].kind : 'number',
      cents: look.filled > 0 && look.cents >= 0.5 * look.filled,
      uuids: look.filled > 0 && look.uuids >= 0.98 * look.filled,
      digits: look.filled > 0 && look.digits >= 0.98 * look.filled,
      even: look.filled > 0 && look.shortest === look.longest,
    });
    place += names.length;
  }
  return fields;
}

export const isRun = ({ columns }: Field): boolean => columns.length > 1;

/** No two rows have the same value, and none has none. */
export const isUnique = ({ rows, missing, distinct, counted }: FieldFacts): boolean =>
  counted && rows > 1 && missing === 0 && distinct === rows;
