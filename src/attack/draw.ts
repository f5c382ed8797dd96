import type { Counter, LentTable } from '../base/counting.ts';
import { Refusal } from '../base/problem.ts';
import type { Random } from '../base/random.ts';
import { notTheOriginal } from '../verify/problems.ts';

/** A table of people, as its owner named it. */
export interface NamedTable extends LentTable {
  readonly name: string;
}

/** The texts of some rows; `chosen` is a table of persons and the numbers of their rows. */
export function valuesOf({ name, table, columns }: NamedTable, wanted: readonly string[], chosen: string, from: number): string {
  const cells = wanted.map((one, i) => {
    const column = columns.find((other) => other.name === one);
    if (column === undefined) throw new Refusal(notTheOriginal(name, `it has no column ${one}`));
    return `coalesce(CAST(${column.sql} AS VARCHAR), '') AS v${i}`;
  });
  return `SELECT person + ${from} AS person, ${[...cells.map((_, i) => `v${i}`)].join(', ')} FROM ${chosen} JOIN
    (SELECT row_number() OVER () AS number, ${cells.join(', ')} FROM ${table}) USING (number)`;
}

/** A table of numbers, each under the place it has in the list. */
export async function fillNumbers(counter: Counter, table: string, numbers: ArrayLike<number>): Promise<void> {
  await counter.ask(`CREATE OR REPLACE TEMP TABLE ${table} (person BIGINT, number BIGINT)`);
  for (let from = 0; from < numbers.length; from += atOnce) {
    const rows = Array.from({ length: Math.min(atOnce, numbers.length - from) }, (_, i) => `(${from + i}, ${numbers[from + i]})`);
    await counter.ask(`INSERT INTO ${table} VALUES ${rows.join(', ')}`);
  }
}

const atOnce = 1000;

/** The first of a random order of 0, 1, 2, … */
export function drawSome(all: number, most: number, random: Random): number[] {
  const order = Uint32Array.from({ length: all }, (_, i) => i);
  return Array.from({ length: Math.min(all, most) }, (_, i) => {
    const j = i + random.below(all - i);
    const taken = order[j];
    order[j] = order[i];
    order[i] = taken;
    return taken;
  });
}
