import { quickBelow } from '../base/quick-random.ts';
import { keepsValues } from './class-models.ts';
import { addRow, columnAfter, isAlone, isFresh, keepsCrowd, removeRow } from './member-classes.ts';
import { type Ground, slip } from './search-ground.ts';

/** Classes of more members are not looked through for a swap: theirs are mostly alike. */
const mostLooked = 12;

/** Puts a row into another class, or exchanges it for one of that class, whichever costs less. */
export function moveOrSwap(ground: Ground, row: number, host: number, limit: number): void {
  const { classes, k, random } = ground;
  const { classOf, members, cost, cells } = classes;
  const home = classOf[row];
  const mine = members[home].length;
  const theirs = members[host].length;
  const less = probeLess(ground, row, home); // what one record of its class costs then
  const more = probeMore(ground, row, host);
  let least = Number.POSITIVE_INFINITY;
  if (mine > k && maySpare(ground, row, host)) least = (mine - 1) * less - cost[home] + (theirs + 1) * more + cost[host];
  let back = -1;
  if (least >= 0) {
    const tries = k <= 10 && theirs <= 2 * mostLooked ? theirs : Math.min(mostLooked, theirs);
    const start = quickBelow(random, theirs);
    const gain = mine * less; // no other row makes the class cost less
    for (let i = 0; i < tries; i++) {
      const other = members[host][(start + i) % theirs];
      if (cells.tuple[other] === cells.tuple[row]) continue; // nothing is gained
      const change = theirs * hostSwapped(ground, row, other, more) + gain;
      if (change >= least || change > limit + slip) continue;
      const whole = change + mine * (homeSwapped(ground, row, other, less) - less);
      if (whole >= least || whole > limit + slip || !maySwap(ground, row, other)) continue;
      least = whole;
      back = other;
    }
  }
  if (!(least <= limit + slip)) return;
  removeRow(classes, row);
  if (back >= 0) removeRow(classes, back);
  addRow(classes, host, row);
  if (back >= 0) addRow(classes, home, back);
}

/** No cost: hours across midnight may cost less than a single one, so that any number could be one. */
const nothing = Number.NEGATIVE_INFINITY;

/** Where a row is the only one of its class with a value, what the class costs there without it: in `alone`, nothing elsewhere. Answers by how much all of it falls. */
function probeLess({ classes, alone }: Ground, row: number, home: number): number {
  const width = alone.length;
  let less = 0;
  for (let c = 0, i = home * width; c < width; c++, i++) {
    alone[c] = nothing;
    if (!isAlone(classes, i, c, row)) continue;
    alone[c] = columnAfter(classes, i, row, -1);
    less += alone[c] - classes.columnCost[i];
  }
  return less;
}

/** Where a row has a value that a class has not, what the class costs there with it: in `fresh`, nothing elsewhere. Answers by how much all of it grows. */
function probeMore({ classes, fresh }: Ground, row: number, host: number): number {
  const width = fresh.length;
  let more = 0;
  for (let c = 0, i = host * width; c < width; c++, i++) {
    fresh[c] = nothing;
    if (!isFresh(classes, i, c, row)) continue;
    fresh[c] = columnAfter(classes, i, -1, row);
    more += fresh[c] - classes.columnCost[i];
  }
  return more;
}

/** By how much the class of `other` changes if `row` comes and `other` goes, from what it changes by if `row` comes. */
function hostSwapped({ classes, fresh }: Ground, row: number, other: number, more: number): number {
  const { codes, counted } = classes.cells;
  const width = fresh.length;
  let change = more;
  for (let c = 0, i = classes.classOf[other] * width; c < width; c++, i++) {
    if (!isAlone(classes, i, c, other) || codes[other * width + c] === codes[row * width + c]) continue;
    const isNew = fresh[c] !== nothing;
    change += columnAfter(classes, i, other, isNew || counted[c] === 0 ? row : -1) - (isNew ? fresh[c] : classes.columnCost[i]);
  }
  return change;
}

/** By how much the class of `row` changes if `other` comes and `row` goes, from what it changes by if `row` goes. */
function homeSwapped({ classes, alone }: Ground, row: number, other: number, less: number): number {
  const { codes, counted } = classes.cells;
  const width = alone.length;
  let change = less;
  for (let c = 0, i = classes.classOf[row] * width; c < width; c++, i++) {
    const isOnly = alone[c] !== nothing;
    if (isOnly && codes[other * width + c] === codes[row * width + c]) change += classes.columnCost[i] - alone[c];
    else if (isFresh(classes, i, c, other) || (isOnly && counted[c] === 0))
      change += columnAfter(classes, i, isOnly ? row : -1, other) - (isOnly ? alone[c] : classes.columnCost[i]);
  }
  return change;
}

/** Whether two classes keep what they owe if they swap two rows. */
const maySwap = ({ classes, k }: Ground, row: number, other: number): boolean => {
  const [home, host] = [classes.classOf[row], classes.classOf[other]];
  return (
    keepsCrowd(classes, home, k, { out: row, into: other }) &&
    keepsCrowd(classes, host, k, { out: other, into: row }) &&
    keepsValues(classes, home, row, other) &&
    keepsValues(classes, host, other, row)
  );
};

/** Whether a class may lose a row to another. */
const maySpare = ({ classes, k }: Ground, row: number, host: number): boolean =>
  keepsCrowd(classes, classes.classOf[row], k, { out: row }) &&
  keepsValues(classes, classes.classOf[row], row, -1) &&
  keepsValues(classes, host, -1, row);
