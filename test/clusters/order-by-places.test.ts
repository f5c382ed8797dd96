import fc from 'fast-check';
import { expect, it } from 'vitest';
import { orderByPlaces } from '../../src/clusters/order-by-places.ts';
import { ascending } from '../../src/frame/gather.ts';

it('puts places in order, equal ones by their numbers', () =>
  fc.assert(
    fc.property(fc.array(fc.constantFrom(-2.5, -0, 0, 1, 1e-300, 7), { maxLength: 40 }), fc.nat(5), (given, more) => {
      const places = Float64Array.from([...given, ...Array<number>(more).fill(-9)]); // memory that is lent may be longer
      const byHand = [...ascending(given.length)].sort((a, b) => places[a] - places[b] || a - b);
      expect([...orderByPlaces(places, given.length)]).toEqual(byHand);
    }),
  ));
