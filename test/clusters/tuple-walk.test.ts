import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quickRandom } from '../../src/base/quick-random.ts';
import { blockCells } from '../../src/clusters/block-cells.ts';
import { kMember } from '../../src/clusters/k-member.ts';
import { searchLocally } from '../../src/clusters/local-search.ts';
import { nearTuples } from '../../src/clusters/near-tuples.ts';
import { narrow } from '../../src/clusters/scatter-rows.ts';
import { tupleWalk, walkWithin } from '../../src/clusters/tuple-walk.ts';
import { ascending } from '../../src/frame/gather.ts';
import { anyExits, spaceOf } from './spaces.ts';

/** Up to forty sorted tuples of three values, each below four. */
const anyTuples = fc
  .array(fc.tuple(fc.nat(3), fc.nat(3), fc.nat(3)), { minLength: 1, maxLength: 40 })
  .map((tuples) => [...new Set(tuples.map((tuple) => tuple.join()))].sort().map((text) => text.split(',').map(Number)));

const anyCosts = fc.array(fc.integer({ min: 0, max: 8 }), { minLength: 12, maxLength: 12 });

describe('a walk over tuples', () => {
  it('visits in order all that cost less than the bound, and no others', () => {
    fc.assert(
      fc.property(anyTuples, anyCosts, fc.integer({ min: 0, max: 20 }), (tuples, costs, bound) => {
        const places = Uint32Array.from(tuples.flatMap((tuple) => tuple.map((value, c) => 4 * c + value)));
        const visited: number[] = [];
        walkWithin(tupleWalk(places, 3), Float64Array.from(costs), bound, (tuple) => {
          visited.push(tuple);
          return bound;
        });
        const costOf = (tuple: readonly number[]) => tuple.reduce((sum, value, c) => sum + costs[4 * c + value], 0);
        expect(visited).toEqual([...tuples.keys()].filter((t) => costOf(tuples[t]) < bound));
      }),
    );
  });

  it('finds the least where each visit lowers the bound to what it cost', () => {
    fc.assert(
      fc.property(anyTuples, anyCosts, (tuples, costs) => {
        const places = Uint32Array.from(tuples.flatMap((tuple) => tuple.map((value, c) => 4 * c + value)));
        let least = Number.POSITIVE_INFINITY;
        walkWithin(tupleWalk(places, 3), Float64Array.from(costs), least, (_, cost) => {
          least = cost;
          return cost;
        });
        expect(least).toBe(Math.min(...tuples.map((tuple) => tuple.reduce((sum, value, c) => sum + costs[4 * c + value], 0))));
      }),
    );
  });
});

describe('a local search', () => {
  it('prices every step as it turns out: without heat the loss of all never rises', () => {
    fc.assert(
      fc.property(anyExits, fc.integer({ min: 2, max: 4 }), fc.nat(1000), (exits, k, seed) => {
        const { space, crowd } = spaceOf(exits);
        const cells = blockCells(space, ascending(exits.length), crowd.subjects);
        const near = nearTuples(cells, k, 8);
        const classes = kMember(cells, near, k);
        const loss = () => classes.members.reduce((sum, { length }, g) => sum + length * classes.cost[g], 0);
        const before = loss();
        searchLocally(classes, near, { k, trials: 6, from: 0, to: 0, leaving: { left: 0, cost: 0 } }, quickRandom(seed));
        expect(loss()).toBeLessThanOrEqual(before + 1e-9);
      }),
    );
  });

  it('sends rows away from a class only where no class falls below k subjects and the loss of all does not rise', () => {
    fc.assert(
      fc.property(anyExits, fc.integer({ min: 2, max: 4 }), fc.nat(1000), (exits, k, seed) => {
        const { space, crowd } = spaceOf(exits);
        fc.pre(new Set(crowd.subjects).size >= k);
        const cells = blockCells(space, ascending(exits.length), crowd.subjects);
        const near = nearTuples(cells, k, 8);
        const classes = kMember(cells, near, k);
        const loss = () => classes.members.reduce((sum, { length }, g) => sum + length * classes.cost[g], 0);
        const probes = { alone: new Float64Array(4), fresh: new Float64Array(4) };
        const ground = { classes, near, k, random: quickRandom(seed), leaving: { left: 0, cost: 0 }, ...probes };
        for (let turn = 0; turn < 40; turn++) {
          const before = loss();
          const home = turn % classes.members.length;
          if (classes.members[home].length > 0) narrow(ground, home, 0);
          expect(loss()).toBeLessThanOrEqual(before + 1e-9);
        }
        for (const members of classes.members)
          if (members.length > 0) expect(new Set(members.map((row) => cells.subjects[row])).size).toBeGreaterThanOrEqual(k);
        expect(classes.members.flat().sort((a, b) => a - b)).toEqual([...exits.keys()]);
      }),
    );
  });

  it('knows the nearest tuples of each, as a comparison of all pairs does', () => {
    fc.assert(
      fc.property(anyExits, (exits) => {
        const { space, crowd } = spaceOf(exits);
        const cells = blockCells(space, ascending(exits.length), crowd.subjects);
        const count = cells.tupleStarts.length - 1;
        const all = nearTuples(cells, 2, count);
        const some = nearTuples(cells, 2, 3);
        for (let t = 0; t < count; t++) {
          expect(all.found[t]).toBe(count);
          expect([...some.near.subarray(t * 3, t * 3 + some.found[t])]).toEqual([
            ...all.near.subarray(t * count, t * count + Math.min(3, count)),
          ]);
        }
      }),
    );
  });
});
