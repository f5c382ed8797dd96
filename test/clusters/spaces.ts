import fc from 'fast-check';
import type { Crowd } from '../../src/clusters/crowd.ts';
import type { LossSpace } from '../../src/clusters/loss-space.ts';
import { categoryTree, clock, line, prefixTree } from '../../src/families/table/attributes.ts';
import { matrixOf } from '../../src/frame/matrix.ts';

export interface Exit {
  readonly vehicle: number;
  readonly code: string;
  readonly second: number;
  readonly weight: number;
  readonly cargo: string;
}

/** Few vehicles, few codes, times on and around the hours: ties, repeats and borders in every table. */
export const anyExit: fc.Arbitrary<Exit> = fc.record({
  vehicle: fc.integer({ min: 0, max: 9 }),
  code: fc.constantFrom('G11', 'G112', 'G12', 'G2', 'S1', 'S1'),
  second: fc.oneof(
    fc.integer({ min: 0, max: 86_399 }),
    fc.integer({ min: 0, max: 23 }).map((hour) => 3600 * hour),
  ),
  weight: fc.constantFrom(-1, 0, 0.5, 2, 2, 40),
  cargo: fc.constantFrom('coal', 'sand', 'milk'),
});

export const anyExits = fc.array(anyExit, { minLength: 1, maxLength: 60 });

/** Exits as kernels see them: code, clock, number and category. */
export function spaceOf(exits: readonly Exit[]): { space: LossSpace; crowd: Crowd } {
  const codes = different(exits.map(({ code }) => code));
  const cargos = different(exits.map(({ cargo }) => cargo));
  const points = Float64Array.from(new Set(exits.map(({ weight }) => weight))).sort();
  const places = [
    exits.map(({ code }) => codes.indexOf(code)),
    exits.map(({ second }) => second),
    exits.map(({ weight }) => points.indexOf(weight)),
    exits.map(({ cargo }) => cargos.indexOf(cargo)),
  ];
  return {
    space: {
      matrix: matrixOf(places),
      attributes: [prefixTree(codes, 1), clock(1), line(points, 0.5), categoryTree(cargos, () => [], 1)],
    },
    crowd: { subjects: Uint32Array.from(exits, ({ vehicle }) => vehicle), size: 10 },
  };
}

const different = (texts: readonly string[]): string[] => [...new Set(texts)].sort();
