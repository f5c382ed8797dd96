import { ok, type Result, refused } from '../../base/result.ts';
import {
  call,
  column,
  count,
  type Expression,
  group,
  type Named,
  type Relational,
  type Step,
  same,
  select,
  source,
  text,
  when,
} from '../../engine/relation.ts';
import { nulCharacter } from '../../formats/input-problems.ts';
import { hasNul } from '../../formats/nul.ts';
import type { Draft } from './quasi-column.ts';

/** A column of the input that events are published by, as it is written there: its values in the order of their text. */
export interface FurtherColumn {
  readonly name: string;
  readonly values: readonly string[];
}

const empty = '(empty)'; // an empty cell would read as a missing one

const textIn = (name: string): Expression => {
  const cell = call('firstKnown', { kind: 'cell', column: name }, text(''));
  return when([[call('equal', cell, text('')), text(empty)]], cell);
};

export async function readFurther(names: readonly string[], engine: Relational): Promise<Result<readonly FurtherColumn[]>> {
  const columns: FurtherColumn[] = [];
  for (const name of names) {
    const found = group(select(source, ['value', textIn(name)]), [same('value')], ['rows', count()]);
    const values = (await engine.ask({ rows: found, order: [column('value')] })).map(([value]) => String(value));
    if (values.some(hasNul)) return refused(nulCharacter(name));
    columns.push({ name, values });
  }
  return ok(columns);
}

const placeName = (place: number): string => `x${place}`;

/** The number of its value in each column, as `x0`, `x1` and so on, of a row of the source. */
export const furtherCells = (columns: readonly FurtherColumn[]): readonly Named<Expression>[] =>
  columns.map(({ name }, place) => [placeName(place), { kind: 'numbered', by: `further_${place}`, of: textIn(name) }]);

export const furtherSteps = (columns: readonly FurtherColumn[]): readonly Step[] =>
  columns.map(({ values }, place) => ({ step: 'number', name: `further_${place}`, texts: values }));

/** What such a column is made of; there is nothing between a value and any. */
export function furtherDraft(name: string, columns: readonly FurtherColumn[]): Draft {
  const place = columns.findIndex((one) => one.name === name);
  return { name, code: column(placeName(place)), values: columns[place].values, coarser: [] };
}
