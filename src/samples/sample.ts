import { invariant } from '../base/problem.ts';
import { type Random, randomFrom } from '../base/random.ts';
import { cbf } from './cbf.ts';
import { events } from './events.ts';
import type { Recipe, SampleColumn, SampleValues } from './recipe.ts';
import { tolls } from './tolls.ts';
import { walks } from './walks.ts';
import { work } from './work.ts';

/**
 * Example data made block by block, so that any amount of it fits in memory. A block depends on the seed and its index alone: blocks may
 * be made in any order, on any thread, and the first rows of a large sample are the rows of a small one; not so for events and
 * tolls, whose subjects and times are spread over the whole sample.
 */
export interface Sample {
  readonly columns: readonly SampleColumn[];
  readonly rows: number;
  readonly blockRows: number;
  /** Character between cells of a CSV file; a comma when left out. */
  readonly delimiter?: ',' | ';';
  /** One array per column; the last block holds the rows that are left. */
  block(index: number): readonly SampleValues[];
}

export type SampleKind = 'work' | 'cbf' | 'walks' | 'events' | 'tolls';

export const sampleKinds: readonly SampleKind[] = ['work', 'cbf', 'walks', 'events', 'tolls'];

export const isSampleSize = (rows: number): boolean => Number.isInteger(rows) && rows >= 0 && rows < 2 ** 31;

const blockRows = 2048; // one vector of DuckDB

/** `length` is the number of instants where the kind leaves it open. */
export function sampleOf(
  kind: SampleKind,
  { rows, seed, length }: { rows: number; seed: number | string; length?: number },
): Sample {
  invariant(isSampleSize(rows), 'A sample has a whole number of rows, below 2^31.');
  invariant(
    length === undefined || (Number.isInteger(length) && length > 0),
    'A series has a whole number of instants, at least one.',
  );
  const random = randomFrom(seed).fork(`sample ${kind}`);
  const { columns, rows: made, delimiter = ',' } = recipeOf(kind, rows, random, length);
  return {
    columns,
    rows,
    blockRows,
    delimiter,
    block(index) {
      const first = index * blockRows;
      invariant(Number.isInteger(index) && index >= 0 && first < rows, 'A block lies within its sample.');
      return made(random.fork(`block ${index}`), first, Math.min(blockRows, rows - first));
    },
  };
}

function recipeOf(kind: SampleKind, rows: number, random: Random, length: number | undefined): Recipe {
  switch (kind) {
    case 'events':
      return events(rows, random.fork('homes'));
    case 'tolls':
      return tolls(rows, random.fork('roads'));
    case 'work':
      return work();
    case 'cbf':
      return cbf(length);
    case 'walks':
      return walks(length);
    default:
      return kind satisfies never;
  }
}
