import type { SampleValues } from '../../src/samples/recipe.ts';
import type { Sample } from '../../src/samples/sample.ts';

export const blocksOf = (sample: Sample): (readonly SampleValues[])[] =>
  Array.from({ length: Math.ceil(sample.rows / sample.blockRows) }, (_, index) => sample.block(index));

export const rowsOf = (sample: Sample): (number | string)[][] =>
  blocksOf(sample).flatMap((block) => Array.from({ length: block[0].length }, (_, row) => block.map((values) => values[row])));

export const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

export const deviation = (values: readonly number[]): number => {
  const centre = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - centre) ** 2)));
};
