import { quickBelow } from '../base/quick-random.ts';
import { spanCost } from './block-cells.ts';
import { keepsValues } from './class-models.ts';
import { addRow, costWith, keepsCrowd, openClass, removeRow } from './member-classes.ts';
import { type Ground, type Still, slip } from './search-ground.ts';

/** Classes that each row that must go looks at. */
const mostHosts = 24;

/** Puts each member of a class where it costs least, or leaves it out where that costs less. */
export function dissolve(ground: Still, home: number, limit: number): void {
  const { members, cost } = ground.classes;
  if (members[home].length > 4 * mostHosts || cost[home] === 0) return;
  scatter(ground, home, [...members[home]], limit);
}

/** Rows that have to go so that a class has a narrower label in one column; more are not tried. */
const mostNarrowed = 8;

/**
 * Sends away those few members of a class that keep the label of one column wide: one by one they would gain nothing until the last has gone.
 */
export function narrow(ground: Ground, home: number, limit: number): void {
  const { classes, k, random } = ground;
  const { cells, members, columnCost, first, last, counts, countAt, values } = classes;
  const width = cells.columns.length;
  const c = quickBelow(random, width);
  const fromLow = quickBelow(random, 2) === 0;
  const i = home * width + c;
  const most = Math.min(mostNarrowed, members[home].length - k);
  if (most <= 0 || columnCost[i] === 0 || cells.counted[c] === 0 || cells.columns[c].kind === 'clock') return;
  const base = home * values + countAt[c];
  let [low, high] = [first[i], last[i]];
  let go = 0;
  while (low < high && spanCost(cells, c, low, high) >= columnCost[i]) {
    go += counts[base + (fromLow ? low : high)];
    if (go > most) return;
    if (fromLow) for (low++; counts[base + low] === 0; ) low++;
    else for (high--; counts[base + high] === 0; ) high--;
  }
  const going = members[home].filter((row) => {
    const code = cells.codes[row * width + c];
    return code < low || code > high;
  });
  scatter(ground, home, going, limit);
}

/** Puts some members of a class where each costs least, or leaves them out where that costs less; all of them, or none where the loss would grow by more than the limit. */
function scatter(ground: Still, home: number, going: readonly number[], limit: number): void {
  const { classes, k, leaving: out } = ground;
  const { classOf, members, cost } = classes;
  const stays = members[home].length > going.length;
  const before = members[home].length * cost[home];
  let change = -before;
  const placed: number[] = [];
  for (const row of going) {
    const { best, least } = cheapestHost(ground, row, home);
    const goes = out.left > 0 && out.cost < least;
    change += goes ? out.cost : least;
    if ((best < 0 && !goes) || change > limit + slip) break;
    removeRow(classes, row);
    if (goes) out.left--;
    else addRow(classes, best, row);
    placed.push(row);
  }
  if (placed.length === going.length) {
    if (!stays) return;
    change += members[home].length * cost[home];
    if (change <= limit + slip && keepsCrowd(classes, home, k, {}) && keepsValues(classes, home, -1, -1)) return;
  }
  const again = members[home].length === 0 ? openClass(classes) : home;
  for (const row of placed) {
    if (classOf[row] < 0) out.left++;
    else removeRow(classes, row);
    addRow(classes, again, row);
  }
}

/** The class of a near row in which a row costs least, and what all lose more by it; -1 where there is none. */
function cheapestHost(
  { classes, near: { near, found, most } }: Still,
  row: number,
  home: number,
): { readonly best: number; readonly least: number } {
  const { classOf, members, cells } = classes;
  const t = cells.tuple[row];
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  let seen = 0;
  let before = -1;
  for (let i = 0; i < found[t] && seen < mostHosts; i++) {
    const other = near[t * most + i];
    for (let at = cells.tupleStarts[other]; at < cells.tupleStarts[other + 1] && seen < mostHosts; at++) {
      const g = classOf[cells.tupleRows[at]];
      if (g < 0 || g === home || g === before) continue;
      before = g;
      seen++;
      const many = members[g].length;
      const enough = (least - classes.cost[g]) / (many + 1) + slip; // more would not be the least
      const added = (many + 1) * costWith(classes, g, row, enough) - many * classes.cost[g];
      if (added >= least || !keepsValues(classes, g, -1, row)) continue;
      least = added;
      best = g;
    }
  }
  return { best, least };
}
