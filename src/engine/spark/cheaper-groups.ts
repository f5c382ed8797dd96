import {
  as,
  call,
  column,
  count,
  type Expression,
  filter,
  group,
  type Named,
  number,
  type Relation,
  same,
  select,
  tell,
} from '../relation.ts';
import { columnsIn, expressionsOf } from './wanted-columns.ts';

/** How many rows of the input are equal to one that was stored once. */
export const countColumn = 'shoal_rows';

/** The table that holds the different rows of another one, each with how often it is there; undefined where there is none. */
export type DifferentRows = (table: string) => string | undefined;

/**
 * The same rows, worked out from less. What is told of groups of a log that was stored with the count of equal rows is told of the different ones, and no row is
 * laid out that nobody asks for by its place: of a hundred million events six million differ. And how many values differ under several
 * conditions is asked of each value once, where Spark would send every row through a shuffle for each condition.
 */
export function cheaperGroups(rows: Relation, different: DifferentRows): Relation {
  const below = (one: Relation) => cheaperGroups(one, different);
  switch (rows.kind) {
    case 'source':
    case 'table':
    case 'range':
      return rows;
    case 'join':
      return { ...rows, left: below(rows.left), right: below(rows.right) };
    case 'union':
      return { ...rows, rows: rows.rows.map(below) };
    case 'group':
      return groupOfDifferent(rows, different) ?? distinctByValue({ ...rows, rows: below(rows.rows) });
    default:
      return { ...rows, rows: below(rows.rows) };
  }
}

type Group = Extract<Relation, { readonly kind: 'group' }>;

function groupOfDifferent(rows: Group, different: DifferentRows): Relation | undefined {
  const counted = carryCount(rows.rows, different);
  if (counted === undefined || !isOfOneRow(expressionsOf(rows))) return undefined;
  const times = column(countColumn);
  const told = rows.tell.map(([name, of]): Group['tell'][number] => {
    const where = of.where;
    if (of.tell === 'count') return [name, tell('sum', times, where)];
    return [name, of.tell === 'sum' ? tell('sum', call('multiply', as('int128', of.of), times), where) : of];
  });
  const grouped = distinctByValue(group(counted, rows.by, ...told) as Group);
  const counts = new Set(rows.tell.flatMap(([name, of]) => (of.tell === 'count' ? [name] : [])));
  if (counts.size === 0) return grouped;
  const names = [...rows.by, ...rows.tell].map(([name]) => name);
  return select(
    grouped,
    ...names.map((name): Named<Expression> => (counts.has(name) ? [name, as('int64', column(name))] : same(name))),
  );
}

/** The different rows with their count; undefined where rows are not those of such a table one by one, or their place is asked for. */
function carryCount(rows: Relation, different: DifferentRows): Relation | undefined {
  if (rows.kind === 'table') {
    const name = different(rows.name);
    return name === undefined ? undefined : { kind: 'table', name };
  }
  if ((rows.kind !== 'filter' && rows.kind !== 'select') || !isOfOneRow(expressionsOf(rows))) return undefined;
  const below = carryCount(rows.rows, different);
  if (below === undefined) return undefined;
  return rows.kind === 'filter'
    ? { ...rows, rows: below }
    : { ...rows, rows: below, columns: [...rows.columns, same(countColumn)] };
}

/** Whether expressions ask nothing of other rows, and not for a place. */
const isOfOneRow = (expressions: readonly Expression[]): boolean =>
  !expressions.some((of) => columnsIn(of).includes('place') || holdsWindow(of));

function holdsWindow(of: Expression): boolean {
  switch (of.kind) {
    case 'rowNumber':
    case 'rank':
    case 'sumWithin':
      return true;
    case 'call':
      return of.of.some(holdsWindow);
    case 'as':
    case 'among':
    case 'numbered':
    case 'drawn':
      return holdsWindow(of.of);
    case 'pick':
      return holdsWindow(of.at);
    case 'case':
      return [...of.branches.flat(), of.otherwise].some(holdsWindow);
    default:
      return false;
  }
}

/** Counts of the different values of one expression under several conditions: first whether each value meets them, then how many do. */
function distinctByValue(rows: Group): Relation {
  const [[, first] = []] = rows.tell;
  if (rows.by.length > 0 || rows.tell.length < 2 || first?.tell !== 'distinct') return rows;
  const value = JSON.stringify(first.of);
  if (!rows.tell.every(([, of]) => of.tell === 'distinct' && JSON.stringify(of.of) === value)) return rows;
  const always = call('equal', number(0), number(0));
  const values = group(
    rows.rows,
    [['value', first.of]],
    ...rows.tell.map(([, of], at): Group['tell'][number] => [`meets${at}`, tell('any', of.where ?? always)]),
  );
  const known = filter(values, call('not', call('isMissing', column('value'))));
  return group(known, [], ...rows.tell.map(([name], at): Group['tell'][number] => [name, count(column(`meets${at}`))]));
}
