import type { Cells } from './cell-breaches.ts';

/** A fault found in some cells of one column. */
export interface Fault<Kind extends string> {
  readonly kind: Kind;
  readonly column: string;
  readonly cells: number;
  readonly row: number;
}

/** One breach for each kind of fault, naming every column that has it, and the first row of the first of them. */
export function breachesOfFaults<Kind extends string>(faults: readonly Fault<Kind>[], file: string): Cells<Kind>[] {
  const found = faults.filter(({ cells }) => cells > 0);
  return [...new Set(found.map(({ kind }) => kind))].map((kind) => {
    const alike = found.filter((fault) => fault.kind === kind);
    const columns = alike.map(({ column }) => column);
    return { kind, file, columns, cells: alike.reduce((sum, { cells }) => sum + cells, 0), row: alike[0].row };
  });
}
