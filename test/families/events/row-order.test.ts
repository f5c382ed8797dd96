import { describe, expect, it } from 'vitest';
import { querySql } from '../../../src/engine/local/compile.ts';
import { call, column, number, type Relation, same, select } from '../../../src/engine/relation.ts';
import { byLots, lotOf } from '../../../src/families/events/row-order.ts';
import { lentDuckDB } from '../../verify/lent-duckdb.ts';

const [ids, combinations] = [200, 50];

/** Every id in every combination, by the order that a key gives them. */
async function rowsUnder(key: string): Promise<readonly (readonly [id: number, f: number])[]> {
  const all: Relation = { kind: 'range', column: 'i', from: 0, to: ids * combinations - 1 };
  const pairs = select(
    all,
    ['id', call('divide', column('i'), number(combinations))],
    ['f', call('remainder', column('i'), number(combinations))],
  );
  const rows = select(pairs, same('id'), same('f'), lotOf('id'), lotOf('f'));
  const context = { source: { scan: 'nowhere', cell: () => '' }, keys: { 'row order': key }, placed: new Set<string>() };
  const connection = await (await lentDuckDB()).connect();
  const answer = await connection.runAndReadAll(
    querySql({ rows, columns: ['id', 'f'].map(same), order: [byLots('id')] }, context),
  );
  return answer.getRows().map(([id, f]) => [Number(id), Number(f)] as const);
}

describe('the order of rows', () => {
  it('makes the first rows a fair sample of ids and of combinations', async () => {
    const first = (await rowsUnder('1a'.repeat(32))).slice(0, 1000); // of 10,000
    const timesOf = (values: readonly number[], value: number) => values.filter((one) => one === value).length;
    for (let f = 0; f < combinations; f++) {
      const times = timesOf(
        first.map((row) => row[1]),
        f,
      ); // 20 are due, and 4.2 is one standard deviation
      expect(times).toBeGreaterThan(2);
      expect(times).toBeLessThan(42);
    }
    for (let id = 0; id < ids; id++)
      expect(
        timesOf(
          first.map(([one]) => one),
          id,
        ),
      ).toBeLessThan(18); // 5 are due
  });

  it('puts no id, and no combination, beside itself more often than by chance', async () => {
    const rows = await rowsUnder('2b'.repeat(32));
    const besides = (place: 0 | 1) => rows.filter((row, i) => i > 0 && row[place] === rows[i - 1][place]).length;
    expect(besides(0)).toBeLessThan(120); // 50 are due
    expect(besides(1)).toBeLessThan(300); // 200 are due
  });

  it('is another under another key, and the same under the same', async () => {
    const one = await rowsUnder('1a'.repeat(32));
    expect(await rowsUnder('1a'.repeat(32))).toEqual(one);
    const other = await rowsUnder('1b'.repeat(32));
    expect(other.filter((row, i) => row[0] === one[i][0] && row[1] === one[i][1]).length).toBeLessThan(20); // 1 is due
  });
});
