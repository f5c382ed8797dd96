import { keepsValues, lackAfter, rowsNeeded } from './class-models.ts';
import { addRow, costAfter, keepsCrowd, openClass, removeRow } from './member-classes.ts';
import { type Ground, gainWithout, slip } from './search-ground.ts';

/** A new class of a row and of near ones that their classes can spare, each time those that cost least. */
export function createAround(ground: Ground, row: number, limit: number): void {
  const { classes, k } = ground;
  const { classOf, members, cells, marks } = classes;
  const candidates = sparedAround(ground, row);
  if (candidates.length < k - 1) return;
  const g = openClass(classes);
  const met = ++marks[cells.subjectCount]; // a subject is in the new class where its mark is this number
  const from: number[] = [];
  const homes: number[] = [];
  const before = new Map<number, number>();
  const takeIn = (other: number) => {
    const home = classOf[other];
    if (!before.has(home)) before.set(home, members[home].length * classes.cost[home]);
    marks[cells.subjects[other]] = met;
    removeRow(classes, other);
    addRow(classes, g, other);
    from.push(other);
    homes.push(home);
  };
  takeIn(row);
  const mayCome = (other: number) => members[classOf[other]].length > k && marks[cells.subjects[other]] !== met;
  const atOnce = k <= 10 ? 1 : k >> 3;
  const prices = new Float64Array(candidates.length);
  const gains = new Float64Array(candidates.length).fill(Number.NaN); // of their classes without them, worked out when asked for
  for (let lack = lackAfter(classes, g, -1, -1); from.length < k || lack > 0; lack = lackAfter(classes, g, -1, -1)) {
    const full = lack > 0 && from.length + rowsNeeded(classes, g) >= k; // what comes now must bring the class nearer to what it owes
    for (let place = 0; place < candidates.length; place++) {
      const other = candidates[place];
      prices[place] = Number.POSITIVE_INFINITY;
      if (other < 0 || !mayCome(other) || (full && lackAfter(classes, g, -1, other) >= lack)) continue;
      if (Number.isNaN(gains[place])) gains[place] = gainWithout(classes, other);
      prices[place] = k * costAfter(classes, g, -1, other) - gains[place];
    }
    const already = from.length;
    for (let taken = 0; taken < (full ? 1 : atOnce) && (from.length < k || full); taken++) {
      const place = leastAt(prices);
      if (prices[place] === Number.POSITIVE_INFINITY) break;
      prices[place] = Number.POSITIVE_INFINITY;
      const other = candidates[place];
      if (!mayCome(other)) continue;
      const home = classOf[other];
      takeIn(other);
      candidates[place] = -1;
      for (let i = 0; i < candidates.length; i++)
        if (candidates[i] >= 0 && classOf[candidates[i]] === home) gains[i] = Number.NaN;
    }
    if (from.length === already) break;
  }
  let change = members[g].length * classes.cost[g];
  let sound = from.length >= k && keepsValues(classes, g, -1, -1);
  for (const [home, cost] of before) {
    change += members[home].length * classes.cost[home] - cost;
    sound &&= keepsCrowd(classes, home, k, {}) && keepsValues(classes, home, -1, -1);
  }
  if (sound && change <= limit + slip) return;
  for (let i = from.length - 1; i >= 0; i--) {
    removeRow(classes, from[i]);
    addRow(classes, homes[i], from[i]);
  }
}

/** Near rows that their classes can spare, if that of the row can spare it. */
function sparedAround({ classes, near: { near, found, most }, k }: Ground, row: number): number[] {
  const { classOf, members, cells } = classes;
  const spared: number[] = [];
  if (members[classOf[row]].length <= k) return spared;
  const t = cells.tuple[row];
  for (let i = 0; i < found[t] && spared.length < 4 * k; i++) {
    const other = near[t * most + i];
    for (let at = cells.tupleStarts[other]; at < cells.tupleStarts[other + 1] && spared.length < 4 * k; at++) {
      const candidate = cells.tupleRows[at];
      const home = classOf[candidate];
      if (candidate !== row && home >= 0 && members[home].length > k && keepsValues(classes, home, candidate, -1))
        spared.push(candidate);
    }
  }
  return spared;
}

/** The place of the least number, the first of equal ones. */
function leastAt(numbers: Float64Array): number {
  let least = 0;
  for (let i = 1; i < numbers.length; i++) if (numbers[i] < numbers[least]) least = i;
  return least;
}
