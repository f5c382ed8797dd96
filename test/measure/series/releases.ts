import type { Kernel, Pool } from '../../../src/base/pool.ts';
import { type Matrix, matrixOf } from '../../../src/frame/matrix.ts';
import { isKernelName, kernels } from '../../../src/kernels/registry.ts';
import type { SeriesRelease } from '../../../src/release/series-release.ts';

export interface HandMadeLeaf {
  readonly rows: readonly number[];
  readonly word: string;
  readonly level: number;
}

/** A release of records as the paper describes it: each group, a list of leaves, gets the least and largest value of each instant. */
export function releaseOf(records: readonly (readonly number[])[], groups: readonly (readonly HandMadeLeaf[])[]): SeriesRelease {
  const leaves = groups.flat();
  const members = groups.map((group) => group.flatMap(({ rows }) => rows));
  const columns = records[0].length;
  const bounds = (bound: (...values: number[]) => number) =>
    Float64Array.from(members.flatMap((rows) => records[0].map((_, c) => bound(...rows.map((row) => records[row][c])))));
  return {
    groups: { rows: Uint32Array.from(members.flat()), starts: startsOf(members.map((rows) => rows.length)) },
    leafStarts: startsOf(leaves.map(({ rows }) => rows.length)),
    form: 'word',
    words: Uint8Array.from(leaves.flatMap(({ word }) => symbolsOf(word))),
    levels: Uint8Array.from(leaves, ({ level }) => level),
    segments: leaves[0].word.length,
    envelope: { columns, lower: bounds(Math.min), upper: bounds(Math.max), decimals: records[0].map(() => 0) },
    labels: [],
  };
}

export const symbolsOf = (word: string): number[] => [...word].map((symbol) => symbol.charCodeAt(0) - 97);

/** Row by row, as tables are kept. */
export const tableOf = (records: readonly (readonly number[])[]): Matrix =>
  matrixOf(records[0].map((_, c) => records.map((record) => record[c])));

/** Does what worker threads do: copies of inputs, kernels found by their names, the last block finished first. */
export const backwardPool: Pool = {
  threads: 2,
  now: Date.now,
  async run<Input, Output>({ name }: Kernel<Input, Output>, input: Input): Promise<Output> {
    const module: Record<string, unknown> = isKernelName(name) ? await kernels[name]() : {};
    const kernel = module[name] as Kernel<Input, Output>;
    return kernel.perform(structuredClone(input), this.now);
  },
  async map(kernel, inputs, done) {
    const outputs = [];
    for (const input of inputs.toReversed()) {
      outputs.unshift(await this.run(kernel, input));
      done?.(outputs.length);
    }
    return outputs;
  },
  async close() {},
};

function startsOf(sizes: readonly number[]): Uint32Array {
  const starts = [0];
  for (const size of sizes) starts.push(starts[starts.length - 1] + size);
  return Uint32Array.from(starts);
}
