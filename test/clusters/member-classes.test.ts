import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blockCells } from '../../src/clusters/block-cells.ts';
import { addRow, costAfter, costWith, openClass, openClasses, removeRow } from '../../src/clusters/member-classes.ts';
import { ascending } from '../../src/frame/gather.ts';
import { anyExits, type Exit, spaceOf } from './spaces.ts';

/** All but the last two exits in classes of the given size. */
function classesOf(exits: readonly Exit[], size: number) {
  const { space, crowd } = spaceOf(exits);
  const classes = openClasses(blockCells(space, ascending(exits.length), crowd.subjects), exits.length);
  let g = 0;
  for (let row = 0; row < exits.length - 2; row++) {
    if (row % size === 0) g = openClass(classes);
    addRow(classes, g, row);
  }
  return classes;
}

const someExits = anyExits.filter(({ length }) => length > 3);

describe('what a class would cost', () => {
  it('is what it costs afterwards, with a row more, a row less, and both', () => {
    fc.assert(
      fc.property(someExits, fc.integer({ min: 2, max: 5 }), (exits, size) => {
        const classes = classesOf(exits, size);
        const [out, into] = [0, exits.length - 1];
        const more = costAfter(classes, 0, -1, into);
        const both = costAfter(classes, 0, out, into);
        const less = classes.members[0].length > 1 ? costAfter(classes, 0, out, -1) : 0;
        addRow(classes, 0, into);
        expect(classes.cost[0]).toBeCloseTo(more, 12);
        removeRow(classes, out);
        expect(classes.cost[0]).toBeCloseTo(both, 12);
        removeRow(classes, into);
        expect(classes.cost[0]).toBeCloseTo(less, 12);
      }),
    );
  });

  it('is the same to the last bit where it is asked with a limit, and no less than that where it is beyond', () => {
    fc.assert(
      fc.property(
        someExits,
        fc.integer({ min: 2, max: 5 }),
        fc.double({ min: 0, max: 2, noNaN: true }),
        (exits, size, enough) => {
          const classes = classesOf(exits, size);
          const into = exits.length - 1;
          const truth = costAfter(classes, 0, -1, into);
          const told = costWith(classes, 0, into, enough);
          if (told !== truth) expect(truth - classes.cost[0]).toBeGreaterThan(enough - 1e-12);
          expect(told).toBeGreaterThanOrEqual(truth);
        },
      ),
    );
  });
});
