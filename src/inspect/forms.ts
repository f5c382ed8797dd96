/** Cells of one form: their number, and never a value. */
export interface CellForm {
  /** The cell with 9 for every digit and MMM for the name of a month, such as 99.99.9999, 9 MMM 9999 or 9.999,99 EUR. */
  readonly form: string;
  /** Whether its first number is a single nought before another sign, as in 0,523. */
  readonly nought: boolean;
  /** How large its first three numbers are: 0 for nought, s up to 12, m up to 31, l up to 69, h beyond; shorter where there are fewer. */
  readonly sizes: string;
  readonly cells: number;
}

/** The forms of the cells of a column, over all rows; empty cells are not among them. */
export interface ColumnForms {
  readonly column: string;
  readonly forms: readonly CellForm[];
}

export const cellsIn = (forms: readonly CellForm[]): number => forms.reduce((sum, { cells }) => sum + cells, 0);
