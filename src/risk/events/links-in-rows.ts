import { largestOf, orderByKey, startsByKey } from '../../frame/by-key.ts';
import { internSets } from '../../frame/intern-sets.ts';
import { happeningColumns, type LinkWindow, tellWindow, windowColumns } from '../../policy/event-columns.ts';
import type { KeptLinks } from './kept-links.ts';
import type { LinkedRows } from './linked-rows.ts';
import type { Links } from './links.ts';
import type { Bitmaps } from './singled-out.ts';

/** What `readLinked` and the figures of it find, in arrays: less than a quarter of the time. Nothing where a number holds a combination twice, as whole traces do, or is missing. */
export function linksInRows(
  rows: LinkedRows,
  columns: readonly string[],
): { readonly links: Links; readonly kept: () => KeptLinks } | undefined {
  const sets = setsOf(rows);
  return sets && { links: linksOf(rows, sets), kept: () => keptLinks(rows, sets, columns) };
}

/** What numbers stand for: number n holds the combinations from starts[n - 1] on, before starts[n], ascending, and is of whose[n - 1]. */
interface NumberedSets {
  readonly starts: Uint32Array;
  readonly inOrder: Uint32Array;
  readonly whose: Uint32Array;
  /** Of each number what equal sets have in common. */
  readonly kinds: Uint32Array;
  /** The combinations of each kind, and how many numbers stand for it: 0 for some of one alone. */
  readonly items: readonly Uint32Array[];
  readonly carried: Uint32Array;
  readonly mostOwner: number;
}

function setsOf({ numbers, owners, held, combinations }: LinkedRows): NumberedSets | undefined {
  const most = largestOf(numbers);
  if (most > numbers.length) return undefined;
  const byNumber = startsByKey(numbers, most + 1);
  const inOrder = orderByKey(held, numbers, byNumber);
  const starts = byNumber.subarray(1);
  const interned = internSets(inOrder, starts, combinations.length);
  if (interned === undefined) return undefined;
  const { kinds, firsts, lengths, count } = interned;
  const whose = new Uint32Array(most);
  for (let i = 0; i < numbers.length; i++) whose[numbers[i] - 1] = owners[i];
  const carried = new Uint32Array(count);
  for (let number = 0; number < most; number++) carried[kinds[number]]++;
  const alone = combinations.map((_, combination) => Uint32Array.of(combination));
  const several = firsts.map((first, kind) => inOrder.subarray(first, first + lengths[kind]));
  return { starts, inOrder, whose, kinds, items: [...alone, ...several], carried, mostOwner: largestOf(owners) };
}

/** For the figures of who is singled out: each subject by its number with most combinations, and of equal ones the lowest. */
function linksOf({ numbers, held }: LinkedRows, { starts, inOrder, whose, mostOwner }: NumberedSets): Links {
  const richest = new Uint32Array(mostOwner + 1);
  const sizeOf = (number: number) => (number === 0 ? 0 : starts[number] - starts[number - 1]);
  for (let number = 1; number < starts.length; number++)
    if (sizeOf(number) > sizeOf(richest[whose[number - 1]])) richest[whose[number - 1]] = number;
  const ids = starts.length;
  return {
    ids,
    candidates: richest.filter((number) => number > 0).sort(),
    combinationsOf: async (some) => some.map((number) => inOrder.subarray(starts[number - 1], starts[number])),
    subjectsWith: async (wanted): Promise<Bitmaps> => {
      const words = Math.ceil(ids / 32);
      const rows = new Map([...wanted].map((combination, row) => [combination, row]));
      const bits = new Uint32Array(rows.size * words);
      const rowOf = new Int32Array(largestOf(held) + 1).fill(-1);
      for (const [combination, row] of rows) rowOf[combination] = row;
      for (let i = 0; i < held.length; i++) {
        const row = rowOf[held[i]];
        if (row >= 0) bits[row * words + (numbers[i] >>> 5)] |= 1 << (numbers[i] & 31);
      }
      return { words, bits, rows };
    },
  };
}

/** A number for what some columns say, from 1. */
function ranksIn({ combinations }: LinkedRows, columns: readonly string[], wanted: readonly string[]): Uint32Array {
  const places = columns.flatMap((column, place) => (wanted.includes(column) ? [place] : []));
  const known = new Map<string, number>();
  return Uint32Array.from(combinations, (cells) => {
    const said = JSON.stringify(places.map((place) => cells[place]));
    const rank = known.get(said) ?? known.size + 1;
    known.set(said, rank);
    return rank;
  });
}

function keptLinks(rows: LinkedRows, sets: NumberedSets, columns: readonly string[]): KeptLinks {
  const windows = {
    day: ranksIn(rows, columns, windowColumns.day),
    week: ranksIn(rows, columns, windowColumns.week),
  };
  const { owned, pairs } = historiesIn(rows, sets, windows);
  const carriers = carriersOf(sets);
  const beside = pairsIn(sets);
  const kept = keptWithin(carriers, beside, windows);
  const shareOf = (window: LinkWindow) =>
    tellWindow(columns, window) && pairs[window] > 0 ? kept[window] / pairs[window] : undefined;
  const [sameDay, sameWeek] = [shareOf('day'), shareOf('week')];
  return {
    ...(sameDay === undefined ? {} : { sameDay }),
    ...(sameWeek === undefined ? {} : { sameWeek }),
    ...sizesOf(sets),
    certainPartners: certainPartners(sets, beside, owned),
    mostTold: mostTold(sets, carriers, owned, ranksIn(rows, columns, happeningColumns)),
  };
}

type Windows = Readonly<Record<LinkWindow, Uint32Array>>;

/** How many have each combination, and how many pairs of different ones of a subject lie in one day, and week. */
function historiesIn({ owners, held, combinations }: LinkedRows, { mostOwner }: NumberedSets, { day, week }: Windows) {
  const starts = startsByKey(owners, mostOwner + 1);
  const byOwner = orderByKey(held, owners, starts);
  const seen = new Uint32Array(combinations.length);
  const owned = new Uint32Array(combinations.length);
  const [ofDay, ofWeek] = [day, week].map((ranks) => new Uint32Array(largestOf(ranks) + 1));
  const pairs = { day: 0, week: 0 };
  for (let owner = 0; owner <= mostOwner; owner++) {
    for (let i = starts[owner]; i < starts[owner + 1]; i++) {
      const combination = byOwner[i];
      if (seen[combination] === owner + 1) continue;
      seen[combination] = owner + 1;
      owned[combination]++;
      pairs.day += ofDay[day[combination]]++;
      pairs.week += ofWeek[week[combination]]++;
    }
    for (let i = starts[owner]; i < starts[owner + 1]; i++) ofDay[day[byOwner[i]]] = ofWeek[week[byOwner[i]]] = 0;
  }
  return { owned, pairs };
}

/** Who has each kind of several, once: those of a kind from starts[kind] on, ascending. */
interface Carriers {
  readonly owners: Uint32Array;
  readonly starts: Uint32Array;
  readonly mostOwner: number;
}

function carriersOf({ whose, kinds, items, mostOwner }: NumberedSets): Carriers {
  const starts = startsByKey(whose, mostOwner + 1);
  const byOwner = orderByKey(kinds, whose, starts);
  const last = new Int32Array(items.length).fill(-1);
  const [owners, ofKind] = [new Uint32Array(byOwner.length), new Uint32Array(byOwner.length)];
  let found = 0;
  for (let owner = 0; owner <= mostOwner; owner++)
    for (let i = starts[owner]; i < starts[owner + 1]; i++) {
      const kind = byOwner[i];
      if (items[kind].length === 1 || last[kind] === owner) continue;
      last[kind] = owner;
      owners[found] = owner;
      ofKind[found++] = kind;
    }
  const keys = ofKind.subarray(0, found);
  const byKind = startsByKey(keys, items.length);
  return { owners: orderByKey(owners.subarray(0, found), keys, byKind), starts: byKind, mostOwner };
}

/** Two different combinations that a number holds, the lower first, each pair once: how many numbers hold both, and which kinds. */
interface PairBeside {
  readonly lower: number;
  readonly higher: number;
  numbers: number;
  readonly kinds: number[];
}

function pairsIn({ items, carried }: NumberedSets): readonly PairBeside[] {
  const known = new Map<number, PairBeside>();
  for (const [kind, own] of items.entries())
    for (let j = 1; j < own.length; j++)
      for (let i = 0; i < j; i++) {
        const key = own[i] * items.length + own[j];
        const pair = known.get(key) ?? { lower: own[i], higher: own[j], numbers: 0, kinds: [] };
        if (pair.kinds.length === 0) known.set(key, pair);
        pair.numbers += carried[kind];
        pair.kinds.push(kind);
      }
  return [...known.values()];
}

/** Pairs of a day and of a week that some number of a subject holds, each counted once for a subject. */
function keptWithin(carriers: Carriers, pairs: readonly PairBeside[], { day, week }: Windows) {
  const kept = { day: 0, week: 0 };
  const count = createUnion(carriers);
  for (const { lower, higher, kinds } of pairs) {
    const [ofDay, ofWeek] = [day[lower] === day[higher], week[lower] === week[higher]];
    if (!ofDay && !ofWeek) continue;
    const many = count(kinds);
    if (ofDay) kept.day += many;
    if (ofWeek) kept.week += many;
  }
  return kept;
}

/** Counts who has any of some kinds. */
function createUnion({ owners, starts, mostOwner }: Carriers): (kinds: readonly number[]) => number {
  const seen = new Uint32Array(mostOwner + 1);
  let mark = 0;
  return (kinds) => {
    if (kinds.length === 1) return starts[kinds[0] + 1] - starts[kinds[0]];
    mark++;
    let found = 0;
    for (const kind of kinds)
      for (let i = starts[kind]; i < starts[kind + 1]; i++) {
        if (seen[owners[i]] === mark) continue;
        seen[owners[i]] = mark;
        found++;
      }
    return found;
  };
}

function sizesOf({ items, carried }: NumberedSets): Pick<KeptLinks, 'linkedEvents' | 'sizes'> {
  const bySize = [0, 0, 0, 0, 0, 0];
  for (const [kind, own] of items.entries()) bySize[Math.min(own.length, 6) - 1] += own.length * carried[kind];
  const events = bySize.reduce((sum, some) => sum + some, 0);
  const shares = bySize.map((some) => some / Math.max(1, events));
  return { linkedEvents: 1 - shares[0], sizes: shares };
}

/** The share of all combinations of subjects that never stand without a certain other. */
function certainPartners({ items, carried }: NumberedSets, pairs: readonly PairBeside[], owned: Uint32Array): number {
  const [numbers, shared] = [new Float64Array(owned.length), new Float64Array(owned.length)];
  for (const [kind, own] of items.entries()) for (const combination of own) numbers[combination] += carried[kind];
  for (const { lower, higher, numbers: both } of pairs)
    for (const combination of [lower, higher]) shared[combination] = Math.max(shared[combination], both);
  let [certain, all] = [0, 0];
  for (let combination = 0; combination < owned.length; combination++) {
    all += owned[combination];
    if (shared[combination] > 0 && shared[combination] === numbers[combination]) certain += owned[combination];
  }
  return certain / Math.max(1, all);
}

/** Of those with one combination, the largest share of whom a number tells one other, or what else happened. No more are told than carry the sets that tell it: those of whom that is most are counted first. */
function mostTold({ items }: NumberedSets, carriers: Carriers, owned: Uint32Array, happenings: Uint32Array): number {
  const { starts } = carriers;
  const known = new Map<number, { readonly owners: number; readonly kinds: number[]; carriers: number }>();
  const mostTellings = owned.length + happenings.length + 1;
  for (const [kind, own] of items.entries())
    for (const combination of own)
      for (const other of own) {
        if (other === combination) continue;
        const isAlike = happenings[other] === happenings[combination];
        const key = combination * mostTellings + (isAlike ? other : owned.length + happenings[other]);
        const telling = known.get(key) ?? { owners: owned[combination], kinds: [], carriers: 0 };
        if (telling.kinds.length === 0) known.set(key, telling);
        if (telling.kinds.at(-1) === kind) continue;
        telling.kinds.push(kind);
        telling.carriers += starts[kind + 1] - starts[kind];
      }
  const count = createUnion(carriers);
  let most = 0;
  const bounded = [...known.values()].map((telling) => ({ ...telling, bound: telling.carriers / telling.owners }));
  for (const { owners, kinds, bound } of bounded.sort((a, b) => b.bound - a.bound)) {
    if (bound <= most) break;
    most = Math.max(most, count(kinds) / owners);
  }
  return most;
}
