import { createPool, type Pool } from '../src/base/pool.ts';
import { makeSeries } from '../src/families/series/make-series.ts';
import type { SeriesTable } from '../src/families/series/series-table.ts';
import { ascending } from '../src/frame/gather.ts';
import { sharedMatrix } from '../src/frame/matrix.ts';
import { parsePolicy } from '../src/policy/policy.ts';
import { sampleOf } from '../src/samples/sample.ts';

const instants = 24;

/** Seconds that each kernel of PRISM works, one after another on one thread, over walks of 24 instants at k = P = 5. */
export async function phaseSeconds(rows: number): Promise<ReadonlyMap<string, number>> {
  const spent = new Map<string, number>();
  const policy = parsePolicy({ method: 'prism', subject: 'row', series: ['T'], k: 5 });
  if (!policy.ok || policy.value.method !== 'prism') throw new Error('a policy of series');
  const table = walksTable(rows);
  await makeSeries({ table, policy: policy.value, blockRows: 4096, pool: timedPool(spent), onProgress: () => {} });
  return spent;
}

/** A pool in place that adds up the time of each kernel. */
function timedPool(spent: Map<string, number>): Pool {
  const pool = createPool(0);
  const timed = async <Output>(name: string, work: () => Promise<Output>): Promise<Output> => {
    const begun = performance.now();
    const output = await work();
    spent.set(name, (spent.get(name) ?? 0) + (performance.now() - begun) / 1000);
    return output;
  };
  return {
    ...pool,
    run: (kernel, input) => timed(kernel.name, () => pool.run(kernel, input)),
    map: (kernel, inputs, done) => timed(kernel.name, () => pool.map(kernel, inputs, done)),
  };
}

function walksTable(rows: number): SeriesTable {
  const sample = sampleOf('walks', { rows, seed: 1, length: instants });
  const matrix = sharedMatrix(rows, instants);
  for (let b = 0; b * sample.blockRows < rows; b++)
    for (const [c, column] of sample
      .block(b)
      .slice(1, instants + 1)
      .entries())
      for (const [i, value] of Array.from(column as Float64Array).entries()) // its columns after the first hold numbers
        matrix.values[(b * sample.blockRows + i) * instants + c] = value;
  return {
    ...{ inputRows: rows, rows: ascending(rows), matrix, seriesLength: instants },
    ...{ quasiNumbers: [], categories: [], sensitive: [], interpolatedCells: 0 },
    ...{ decimals: Array<number>(instants).fill(4), whole: Array<boolean>(instants).fill(false) },
  };
}
