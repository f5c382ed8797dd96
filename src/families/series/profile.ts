import type { NumberMarks } from '../../formats/plain-rows.ts';
import { leastOf, mostOf } from '../../frame/gather.ts';
import { type Matrix, stripsOf } from '../../frame/matrix.ts';
import { inexact, mostDecimals, ownDecimals } from '../../release/grid.ts';

/** What must be known of the numbers before anything is made of them. */
export interface Profile {
  readonly notFinite: readonly OddCells[];
  /** Numbers so large that not every whole one is told from the next. */
  readonly tooLarge: readonly OddCells[];
  /** Decimal places each column's bounds are published with. */
  readonly decimals: readonly number[];
  /** Whether each series column holds whole numbers only. */
  readonly whole: readonly boolean[];
}

interface OddCells {
  readonly column: number;
  /** The first row that has one. */
  readonly row: number;
  readonly cells: number;
}

/** Numbers, and what their text showed where it was seen: then nobody has to look again. */
interface Numbers {
  readonly matrix: Matrix;
  readonly marks?: readonly NumberMarks[];
}

/** Series share one grid, so that a curve is printed alike throughout; each numeric quasi-identifier has its own. */
export function profileOf({ matrix, marks }: Numbers, columns: number, seriesLength: number, given: number | undefined): Profile {
  const looks = marks?.map(({ largest }) => ({ largest, bad: 0, firstBad: -1 })) ?? lookAtAll(matrix, columns);
  const notFinite = looks.flatMap(({ bad, firstBad }, column) => (bad === 0 ? [] : [{ column, row: firstBad, cells: bad }]));
  const tooLarge = looks.flatMap(({ largest }, column) => (largest < inexact ? [] : [largeCells(matrix, column)]));
  const most = looks.map(({ largest }) => mostDecimals(largest));
  const own = marks?.map(({ decimals }, c) => Math.min(decimals, most[c])) ?? decimalsOf(matrix, looks, most);
  const seriesMost = leastOf(most.slice(0, seriesLength));
  const shared = Math.min(given ?? mostOf(own.slice(0, seriesLength)), seriesMost);
  return {
    notFinite,
    tooLarge,
    decimals: own.map((decimals, c) => (c < seriesLength ? shared : Math.min(given ?? decimals, most[c]))),
    whole: own.slice(0, seriesLength).map((decimals) => decimals === 0),
  };
}

function largeCells({ values, rows, rowStep, columnStep }: Matrix, column: number): OddCells {
  const large: number[] = [];
  for (let row = 0, at = column * columnStep; row < rows; row++, at += rowStep) {
    const size = Math.abs(values[at]);
    if (size >= inexact && size < Number.POSITIVE_INFINITY) large.push(row);
  }
  return { column, row: large[0], cells: large.length };
}

function lookAtAll(matrix: Matrix, columns: number): readonly Look[] {
  const looks = Array.from({ length: columns }, (): Look => ({ largest: 0, bad: 0, firstBad: -1 }));
  for (const { first, strip } of stripsOf(matrix)) for (const [c, look] of looks.entries()) lookAt(strip, c, first, look);
  return looks;
}

function decimalsOf(matrix: Matrix, looks: readonly Look[], most: readonly number[]): readonly number[] {
  const own = looks.map(() => 0);
  for (const { strip } of stripsOf(matrix))
    for (const [c, { bad }] of looks.entries()) if (bad === 0) own[c] = ownDecimals(strip, c, most[c], own[c]);
  return own;
}

interface Look {
  largest: number;
  bad: number;
  firstBad: number;
}

/** Adds what some rows show of a column, the first of them being row `first` of the table. */
function lookAt({ values, rows, rowStep, columnStep }: Matrix, column: number, first: number, look: Look): void {
  let { largest } = look;
  for (let row = 0, at = column * columnStep; row < rows; row++, at += rowStep) {
    const size = Math.abs(values[at]);
    if (size < Number.POSITIVE_INFINITY) {
      if (size > largest) largest = size;
    } else if (look.bad++ === 0) look.firstBad = first + row;
  }
  look.largest = largest;
}
