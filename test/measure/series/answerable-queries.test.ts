import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPool } from '../../../src/base/pool.ts';
import { randomFrom } from '../../../src/base/random.ts';
import { answerableQueries, type Survey } from '../../../src/measure/series/answerable-queries.ts';
import { gridOf } from '../../../src/measure/series/grid.ts';
import { spreads } from '../../../src/measure/series/query-spreads.ts';
import { drawQuery, type RangeQuery } from '../../../src/measure/series/range-query.ts';
import { releaseOf, tableOf } from './releases.ts';
import { leaf } from './table-one.ts';

describe('queries worth asking', () => {
  it('are those that pass when drawn and counted one by one', async () => {
    const anyRow = fc.tuple(
      fc.integer({ min: 0, max: 50 }),
      fc.integer({ min: 0, max: 3 }),
      fc.integer({ min: -5000, max: 5000 }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyRow, { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 1, max: 90 }),
        async (records, wanted) => {
          expect(await answerable(records, wanted)).toEqual(oneByOne(records, wanted));
        },
      ),
    );
  });

  it('are the same where they take several batches', async () => {
    const records = Array.from({ length: 30 }, (_, i) => [i, (i * i) % 17]);
    expect(await answerable(records, 5000)).toEqual(oneByOne(records, 5000));
  });

  it('are found one at a time, and where nearly all records lie at one end of the domain', async () => {
    const records = Array.from({ length: 50 }, (_, i) => (i === 0 ? [1e6, 1e6] : [i % 3, i % 2]));
    for (const seed of Array.from({ length: 40 }, (_, i) => i))
      expect(await answerable(records, 1, seed)).toEqual(oneByOne(records, 1, seed));
  });

  it('find one record in a thousand', async () => {
    const records = Array.from({ length: 5000 }, (_, i) => [i % 50, (i * i) % 4999]);
    const { truths } = await answerable(records, 200);
    expect(truths).toHaveLength(200);
    expect(Math.min(...truths)).toBeGreaterThanOrEqual(5);
  });
});

const counting = { pool: createPool(0), done: () => {} };

async function answerable(records: readonly (readonly number[])[], wanted: number, seed = 3) {
  const queries: RangeQuery[] = [];
  const truths: number[] = [];
  for await (const batch of answerableQueries(wanted, surveyOf(records), randomFrom(seed), counting)) {
    queries.push(...batch.queries);
    truths.push(...batch.truths);
  }
  return { queries, truths };
}

function oneByOne(records: readonly (readonly number[])[], wanted: number, seed = 3) {
  const random = randomFrom(seed);
  const domains = records[0].map((_, c) => {
    const column = records.map((record) => record[c]);
    return { least: Math.min(...column), most: Math.max(...column), whole: true };
  });
  const queries: RangeQuery[] = [];
  const truths: number[] = [];
  while (queries.length < wanted) {
    const query = drawQuery(domains, random);
    const found = records.filter((record) =>
      query.every(({ column, from, to }) => from <= record[column] && record[column] <= to),
    ).length;
    if (found < Math.max(1, records.length / 1000)) continue;
    queries.push(query);
    truths.push(found);
  }
  return { queries, truths };
}

function surveyOf(records: readonly (readonly number[])[]): Survey {
  const instants = records[0].length;
  const grid = gridOf(releaseOf(records, [[leaf([...records.keys()], 'a', 1)]]), instants);
  const rows = { values: tableOf(records).values, rowStep: instants, instants, leaves: new Int32Array(records.length) };
  const block = { ...rows, from: 0, to: records.length };
  return {
    rowBlocks: [block],
    grid,
    records: records.length,
    whole: records[0].map(() => true),
    parts: [spreads.perform({ ...block, grid })],
  };
}
