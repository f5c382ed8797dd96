import {
  call,
  column,
  create,
  distinct,
  type Expression,
  type Named,
  number,
  type Step,
  same,
  select,
  table,
} from '../../engine/relation.ts';

/** A number for what a column holds, which nobody foretells without the key of the row order. */
export const lotOf = (name: string): Named<Expression> => [
  `${name}_lot`,
  { kind: 'drawn', key: 'row order', of: column(name), lot: true },
];

/** Makes `f_lots(f, f_lot)`: a lot for each published combination. */
export const drawLots: Step = create('f_lots', select(distinct(select(table('fates'), same('f'))), same('f'), lotOf('f')));

/**
 * Rows by the lots of their id and of their combination, added up: simple tabulation (Zobrist 1970; Pătraşcu and Thorup, JACM 2012), of which any three rows lie as if
 * drawn one by one. Lots of a few thousand ids and combinations take a third of the time that an MD5 of every row does.
 */
export const byLots = (id: string): Expression =>
  call('remainder', call('add', column(`${id}_lot`), column('f_lot')), number(2n ** 62n));
