import type { SampleColumn } from './recipe.ts';

/** T1, T2, … of a series, one column per instant. */
export const instants = (length: number, decimals: number): SampleColumn[] =>
  Array.from({ length }, (_, t) => ({ name: `T${t + 1}`, kind: 'decimal', decimals }));

/** The numbers of subjects `first` .. `first + count - 1`, counted from one as people do. */
export const subjectNumbers = (first: number, count: number): Int32Array =>
  Int32Array.from({ length: count }, (_, row) => first + row + 1);

/** The nearest number on the grid of 1 / `scale`; never -0, which text would not keep. */
export const onGrid = (value: number, scale: number): number => Math.round(value * scale) / scale + 0;
