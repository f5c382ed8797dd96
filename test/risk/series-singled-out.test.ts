import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seriesSingledOut } from '../../src/risk/series/series-singled-out.ts';

const column = (codes: readonly number[]) => ({ name: 'ill', codes: Uint32Array.from(codes), labels: [] });

describe('records of series that unchanged columns single out', () => {
  it('are those whose combination of values fewer than k have', () => {
    const rows = Uint32Array.from([4, 0, 1, 2, 3]); // rows of the input, in the order of the release
    const found = seriesSingledOut(rows, [column([0, 0, 0, 1, 0]), column([5, 5, 5, 5, 6])], 3);
    expect(found).toEqual({ rows: 2, subjects: 2, shareOfRows: 2 / 5, shareOfSubjects: 2 / 5 });
    expect(seriesSingledOut(rows, [column([0, 0, 0, 1, 0])], 2)).toMatchObject({ rows: 1 });
    expect(seriesSingledOut(rows, [column([0, 0, 0, 1, 1])], 2)).toMatchObject({ rows: 0, shareOfRows: 0 });
  });

  it('leave those out who are not released', () => {
    expect(seriesSingledOut(Uint32Array.of(0, 1), [column([0, 1, 0])], 2)).toMatchObject({ rows: 2 });
  });

  it('are nobody where there is no such column, or nobody is released', () => {
    expect(seriesSingledOut(Uint32Array.of(0), [], 2)).toBe(undefined);
    expect(seriesSingledOut(new Uint32Array(), [column([0])], 2)).toBe(undefined);
  });

  it('are those that a plain count finds', () => {
    const anyCodes = fc.array(fc.tuple(fc.nat(3), fc.nat(2)), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(anyCodes, fc.integer({ min: 2, max: 5 }), (cells, k) => {
        const rows = Uint32Array.from(cells, (_, row) => row);
        const found = seriesSingledOut(rows, [column(cells.map(([one]) => one)), column(cells.map(([, other]) => other))], k);
        const few = cells.filter((cell) => cells.filter((other) => other.join() === cell.join()).length < k).length;
        expect(found).toEqual({ rows: few, subjects: few, shareOfRows: few / rows.length, shareOfSubjects: few / rows.length });
      }),
    );
  });
});
