import { type Random, shuffle } from '../base/random.ts';
import { ascending } from '../frame/gather.ts';
import type { CanonicalOrder } from './canonical-order.ts';

/**
 * The order rows are published in, and the numbers of groups and records: each drawn from a stream of its own over the order that published
 * content gives, so that they mean nothing, even to those who find the seed.
 */
export interface PublishedOrder {
  /** The place in the release of each published record. */
  places(): Uint32Array;
  /** Of a long release, `place * instants + instant` of each published row. */
  cells(instants: number): Uint32Array;
  /** Group g is published as the number at [g], counted from 0. */
  groupNumbers(): Uint32Array;
  /** The record at a place of a long release is published as the number at [place], counted from 0. */
  recordNumbers(): Uint32Array;
}

export function publishedOrder({ places, ranks }: CanonicalOrder, random: Random): PublishedOrder {
  let drawn: Uint32Array | undefined;
  return {
    places() {
      drawn ??= shuffle(places.slice(), random.fork('row order')); // rows and what lies beside them have one order
      return drawn;
    },
    cells: (instants) => {
      const cells = new Uint32Array(places.length * instants);
      for (let i = 0; i < cells.length; i++) cells[i] = places[Math.floor(i / instants)] * instants + (i % instants);
      return shuffle(cells, random.fork('row order'));
    },
    groupNumbers: () => {
      const drawn = shuffle(ascending(ranks.length), random.fork('group numbers'));
      return ranks.map((rank) => drawn[rank]);
    },
    recordNumbers: () => {
      const drawn = shuffle(ascending(places.length), random.fork('record numbers'));
      const numbers = new Uint32Array(places.length);
      for (let i = 0; i < places.length; i++) numbers[places[i]] = drawn[i];
      return numbers;
    },
  };
}
