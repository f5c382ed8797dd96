import { Refusal } from '../base/problem.ts';
import { BadCell } from './cell-text.ts';
import { badCell, brokenName } from './given-problems.ts';
import type { RowsWriter } from './rows-file.ts';

/** Adds a column, unless no file could hold its name. */
export function addColumn(name: string, writer: RowsWriter, names: string[]): void {
  try {
    writer.addColumn(name);
  } catch (error) {
    throw error instanceof BadCell ? new Refusal(brokenName(names.length + 1)) : error;
  }
  names.push(name);
}

/** Adds a row of cells made of values. What is no cell is told by its column and row. */
export function addRow<Value>(
  values: readonly Value[],
  writer: RowsWriter,
  names: readonly string[],
  textOf: (value: Value, column: number) => string,
): void {
  const cells: string[] = new Array(values.length);
  let column = 0;
  try {
    for (; column < cells.length; column++) cells[column] = textOf(values[column], column);
  } catch (error) {
    throw error instanceof BadCell ? new Refusal(badCell(error.fault, names[column], writer.rows + 1)) : error;
  }
  writer.addRow(cells);
}
