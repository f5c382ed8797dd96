import { type Counted, numberFigure } from './figure.ts';

/**
 * How sure anyone can be of a record, at most and in the mean: by bands for who knows values, by pattern for who knows the whole curve. They
 * follow from sizes that the verifier counts; a report tells them in its sections, by rules of their own.
 */

const ofSeries =
  (risk: (counted: Counted & { readonly subjects: number }) => number) =>
  (counted: Counted): number | undefined =>
    counted.family === 'series' && counted.subjects !== undefined ? risk({ ...counted, subjects: counted.subjects }) : undefined;

const common = {
  part: 'risk',
  families: { series: { tell: 'inside' } },
  defined: 'Risks',
  unit: 'decimal',
  range: [0, 1],
  better: 'less',
} as const;

export const largestRiskByBands = numberFigure({
  ...common,
  id: 'largestRiskByBands',
  from: 'One over the smallest set of records with the same bands and labels.',
  comparison: { count: ofSeries(({ smallestGroup }) => 1 / smallestGroup) },
  words: {
    en: { name: 'Largest risk by bands' },
    it: { name: 'Rischio massimo per bande' },
    sl: { name: 'Največje tveganje po pasovih' },
    zh: { name: '按包络带的最大风险' },
  },
});

export const largestRiskByPattern = numberFigure({
  ...common,
  id: 'largestRiskByPattern',
  from: 'One over the smallest leaf.',
  comparison: { count: ofSeries(({ smallestLeaf }) => 1 / smallestLeaf) },
  words: {
    en: { name: 'Largest risk by pattern' },
    it: { name: 'Rischio massimo per pattern' },
    sl: { name: 'Največje tveganje po vzorcu' },
    zh: { name: '按模式的最大风险' },
  },
});

export const meanRiskByBands = numberFigure({
  ...common,
  id: 'meanRiskByBands',
  from: 'The mean over subjects of one over the size of their class: classes over subjects.',
  comparison: { count: ofSeries(({ groups, subjects }) => groups / subjects) }, // each class adds 1 / size for each of its members: 1 in all
  words: {
    en: { name: 'Mean risk by bands' },
    it: { name: 'Rischio medio per bande' },
    sl: { name: 'Povprečno tveganje po pasovih' },
    zh: { name: '按包络带的平均风险' },
  },
});

export const meanRiskByPattern = numberFigure({
  ...common,
  id: 'meanRiskByPattern',
  from: 'The mean over subjects of one over the size of their leaf: leaves over subjects.',
  comparison: { count: ofSeries(({ leaves, subjects }) => leaves / subjects) },
  words: {
    en: { name: 'Mean risk by pattern' },
    it: { name: 'Rischio medio per pattern' },
    sl: { name: 'Povprečno tveganje po vzorcu' },
    zh: { name: '按模式的平均风险' },
  },
});
