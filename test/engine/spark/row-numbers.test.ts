import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../src/base/problem.ts';
import { column, filter, group, same, select, source, text } from '../../../src/engine/relation.ts';
import type { Cluster } from '../../../src/engine/spark/cluster.ts';
import type { UploadColumn } from '../../../src/engine/spark/connect/upload.ts';
import { notInCluster, sparkNotDone } from '../../../src/engine/spark/engine-problems.ts';
import { statementFailed } from '../../../src/engine/spark/problems.ts';
import { carryNumber, numberColumn, numberRows } from '../../../src/engine/spark/row-numbers.ts';
import type { SparkSource } from '../../../src/engine/spark/spark-source.ts';

const log: SparkSource = {
  ...{ name: 'log', path: 'log', format: 'parquet', likelyRows: 0, columns: [{ name: 'who', numeric: false }] },
  ...{
    scan: 'parquet.`log`',
    described: [],
    from: 'files',
    isSame: async () => true,
    isOneFile: true,
    bytes: 0,
    tellsRows: true,
    request: { input: 'log' },
  },
};

/** A cluster that answers one question, and notes what is uploaded. */
function answering(answer: () => readonly (readonly string[])[]) {
  const uploaded: UploadColumn[] = [];
  const never = () => Promise.reject(new Error('not asked here'));
  const cluster: Cluster = {
    ...{ rows: never, stream: never, store: never, discard: never, execute: never },
    texts: async () => answer(),
    number: async () => 13,
    upload: async (_, columns) => void uploaded.push(...columns),
  };
  return { cluster, uploaded };
}

const files = () => [
  ['file:/log/b.parquet', 'file:/log/a.parquet', 'file:/log/c.parquet'],
  ['7', '5', '1'],
];

describe('rows of Parquet', () => {
  it('are numbered through all files in the order of their names', async () => {
    const { cluster, uploaded } = answering(files);
    const found = await numberRows(log, cluster, 13);
    expect(found?.rows).toBe(13);
    expect(uploaded.map(({ values }) => Array.from(values, String))).toEqual([
      ['file:/log/a.parquet', 'file:/log/b.parquet', 'file:/log/c.parquet'],
      ['0', '5', '12'],
    ]);
    expect(found?.sql).not.toContain('file:/log'); // names travel as data
  });

  it('are not where there are too many, where there are none, and where Spark does not tell', async () => {
    expect(await numberRows(log, answering(files).cluster, 12)).toBeUndefined();
    expect(await numberRows(log, answering(() => [[], []]).cluster, 12)).toBeUndefined();
    expect(await numberRows({ ...log, tellsRows: false }, answering(files).cluster, 99)).toBeUndefined();
    const columns = [{ name: 'Shoal_file', numeric: false }];
    expect(await numberRows({ ...log, columns }, answering(files).cluster, 99)).toBeUndefined();
    const failing = (error: Error) =>
      answering(() => {
        throw error;
      }).cluster;
    expect(await numberRows(log, failing(new Refusal(statementFailed('log', 'UNRESOLVED_COLUMN', '42703'))), 99)).toBeUndefined();
    await expect(numberRows(log, failing(new Refusal(notInCluster('log'))), 99)).rejects.toThrow(Refusal);
    await expect(numberRows(log, failing(new Refusal(sparkNotDone('x', 'y'))), 99)).rejects.toThrow(Refusal);
  });

  it('keep their number wherever they are one by one', () => {
    const rows = select(filter(select(source, ['a', text('x')]), column('a')), same('a'));
    const names = JSON.stringify(carryNumber(rows)).split(`"${numberColumn}"`).length - 1;
    expect(names).toBe(4); // each select tells it and takes it
    expect(() => carryNumber(group(source, []))).toThrow();
  });
});
