import type { Expression, Named, Relation } from '../relation.ts';

/** Columns of its rows that an expression reads. */
export function columnsIn(of: Expression): readonly string[] {
  switch (of.kind) {
    case 'column':
      return [of.name];
    case 'call':
      return of.of.flatMap(columnsIn);
    case 'as':
    case 'among':
    case 'numbered':
    case 'drawn':
      return columnsIn(of.of);
    case 'pick':
      return columnsIn(of.at);
    case 'case':
      return [...of.branches.flat(), of.otherwise].flatMap(columnsIn);
    case 'rowNumber':
      return [...of.within, ...of.order].flatMap(columnsIn);
    case 'rank':
      return of.order.flatMap(columnsIn);
    case 'sumWithin':
      return [...of.within, of.of].flatMap(columnsIn);
    default:
      return []; // cells of the source
  }
}

/** Whether an expression needs a key, or all rows in one order: both are beside the driver alone. */
export function needsDriver(of: Expression): boolean {
  switch (of.kind) {
    case 'drawn':
    case 'rank':
      return true;
    case 'rowNumber':
      return of.within.length === 0 || [...of.within, ...of.order].some(needsDriver);
    case 'sumWithin':
      return [...of.within, of.of].some(needsDriver);
    case 'call':
      return of.of.some(needsDriver);
    case 'as':
    case 'among':
    case 'numbered':
      return needsDriver(of.of);
    case 'pick':
      return needsDriver(of.at);
    case 'case':
      return [...of.branches.flat(), of.otherwise].some(needsDriver);
    default:
      return false;
  }
}

/** What a relation that is made of one other asks of it. */
export function expressionsOf(rows: Extract<Relation, { readonly kind: 'select' | 'filter' | 'group' }>): readonly Expression[] {
  switch (rows.kind) {
    case 'select':
      return valuesOf(rows.columns);
    case 'filter':
      return [rows.where];
    case 'group':
      return [
        ...valuesOf(rows.by),
        ...rows.tell.flatMap(([, of]) => [...('of' in of ? [of.of] : []), ...(of.where === undefined ? [] : [of.where])]),
      ];
    default:
      return rows satisfies never;
  }
}

const valuesOf = (named: readonly Named<Expression>[]): readonly Expression[] => named.map(([, of]) => of);
