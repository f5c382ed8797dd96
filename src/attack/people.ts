import type { Counter } from '../base/counting.ts';
import { Refusal } from '../base/problem.ts';
import type { Random } from '../base/random.ts';
import type { Places } from './board.ts';
import { drawSome, fillNumbers, type NamedTable, valuesOf } from './draw.ts';
import { controlColumn } from './problems.ts';

/** Whose columns are known, and who is asked about. */
export interface Asked {
  readonly original: NamedTable;
  /** People who are not in the release. */
  readonly control: NamedTable | undefined;
  /** Whether rows of the original that are not in the release are of people who are not in it. */
  readonly leftOut: boolean;
  /** Columns of the original that `people` has as v0, v1, … */
  readonly columns: readonly string[];
}

export interface Sampling {
  /** Most people of each kind. */
  readonly sample: number;
  readonly random: Random;
}

/** People by number: those of the release come first, then others. */
export interface People {
  /** Cells of those who are in the release, by the record that is known of each. */
  readonly places: Places;
  /** How many subjects the release has. */
  readonly subjects: number;
  /** How many of `people` are not in the release. */
  readonly others: number;
  /** All records of each person: the cells they stand in, from `starts[person]` on. */
  readonly starts: Uint32Array;
  readonly cells: Uint32Array;
}

/**
 * Fills `people(person, v0, v1, …)` from `standing(subject, row, cell)`, which says where each record of the release stands and which row of the
 * original it was. Every subject is as likely to be drawn, and each of its records then.
 */
export async function drawPeople(counter: Counter, asked: Asked, { sample, random }: Sampling): Promise<People> {
  await counter.ask(
    'CREATE OR REPLACE TEMP TABLE subjects AS SELECT subject, row_number() OVER (ORDER BY subject) - 1 AS code FROM (SELECT DISTINCT subject FROM standing)',
  );
  const [subjects] = await counter.numbers('SELECT count(*) FROM subjects');
  const drawn = drawSome(subjects, sample, random.fork('subjects'));
  await fillNumbers(counter, 'drawn', drawn);
  const [who, row, cell] = await counter.columns(
    `SELECT CAST(person AS UINTEGER), CAST(row AS UINTEGER), CAST(cell AS UINTEGER) FROM drawn JOIN subjects ON code = number
    JOIN standing USING (subject) ORDER BY ALL`,
    3,
  );
  const starts = startsOf(who, drawn.length);
  const chosen = drawn.map((_, person) => {
    const [from, to] = [starts[person], starts[person + 1]];
    return from + random.fork(`record of ${person}`).below(to - from);
  });
  await fillNumbers(
    counter,
    'chosen',
    chosen.map((at) => row[at]),
  );
  await counter.ask(`CREATE OR REPLACE TEMP TABLE people AS ${valuesOf(asked.original, asked.columns, 'chosen', 0)}`);
  const others = await drawOthers(counter, asked, drawn.length, { sample, random });
  return { places: Uint32Array.from(chosen, (at) => cell[at]), subjects, others, starts, cells: cell };
}

/** Adds people who are not in the release: rows that were left out, and those of the control group. */
async function drawOthers(counter: Counter, asked: Asked, from: number, { sample, random }: Sampling): Promise<number> {
  let others = 0;
  if (asked.leftOut) {
    const outside = `SELECT row FROM (SELECT row_number() OVER () AS row FROM ${asked.original.table}) ANTI JOIN standing USING (row) ORDER BY row`;
    const [rows] = await counter.columns(`SELECT CAST(row AS UINTEGER) FROM (${outside})`, 1);
    const drawn = drawSome(rows.length, sample, random.fork('left out'));
    await fillNumbers(
      counter,
      'outside',
      drawn.map((at) => rows[at]),
    );
    await counter.ask(`INSERT INTO people ${valuesOf(asked.original, asked.columns, 'outside', from)}`);
    others += drawn.length;
  }
  if (asked.control !== undefined) {
    const [rows] = await counter.numbers(`SELECT count(*) FROM ${asked.control.table}`);
    const drawn = drawSome(rows, sample, random.fork('control'));
    await fillNumbers(
      counter,
      'outside',
      drawn.map((row) => row + 1),
    );
    const lacking = asked.columns.find((name) => asked.control?.columns.every((column) => column.name !== name));
    if (lacking !== undefined) throw new Refusal(controlColumn(asked.control.name, lacking));
    await counter.ask(`INSERT INTO people ${valuesOf(asked.control, asked.columns, 'outside', from + others)}`);
    others += drawn.length;
  }
  return others;
}

/** Where the records of each person begin. */
export function startsOf(persons: Uint32Array, count: number): Uint32Array {
  const starts = new Uint32Array(count + 1);
  for (const person of persons) starts[person + 1]++;
  for (let person = 0; person < count; person++) starts[person + 1] += starts[person];
  return starts;
}
