import type { Counter } from '../base/counting.ts';
import { list } from '../verify/layout.ts';
import type { Source, SourceColumn } from '../verify/source.ts';
import { type Board, boardOf } from './board.ts';

/** Published rows, and what of them an intruder compares with what is known. */
export interface PublishedRows {
  readonly table: string;
  /** SQL of the number of a row among those of the release. */
  readonly line: string;
  readonly told: readonly SourceColumn[];
  /** Columns that somebody may be after. */
  readonly secrets: readonly SourceColumn[];
}

/** Fills `published(line, cell, …)` and `cells(cell, size, …)`, in the order of what is told. */
export async function readCells(counter: Counter, { table, line, told, secrets }: PublishedRows): Promise<Board> {
  await counter.ask(`CREATE OR REPLACE TEMP TABLE lines AS SELECT ${line} AS line, ${list([...told, ...secrets])} FROM ${table}`);
  await counter.ask(
    `CREATE OR REPLACE TEMP TABLE cells AS SELECT *, CAST(row_number() OVER (ORDER BY ${list(told)}) - 1 AS UINTEGER) AS cell FROM
    (SELECT ${list(told)}, count(*) AS size FROM lines GROUP BY ALL)`,
  );
  await counter.ask(
    `CREATE OR REPLACE TEMP TABLE published AS SELECT line, cell${secrets.map(({ sql }) => `, ${sql}`).join('')} FROM lines JOIN cells USING (${list(told)})`,
  );
  const [records] = await counter.doubles('SELECT CAST(size AS DOUBLE) FROM cells ORDER BY cell', 1);
  return boardOf(records);
}

/** A release whose records are in the table `standing(subject, row, cell)`. */
export interface Standing {
  readonly board: Board;
  /** One row for each record, or combination. */
  readonly source: Source;
  readonly secrets: readonly SourceColumn[];
  /** SQL of what cells with the same bands have in common. */
  readonly crowd: string;
}
