import { columnFigure } from './figure.ts';

/** How well one column can be told from the others. Both stay inside: they hang on values of records that a reader does not see. */

const common = {
  part: 'measure',
  columns: 'kept',
  defined: 'Told by a classifier',
  unit: 'percent',
  range: [0, 1],
  better: 'more',
  page: 'loss',
  comparison: { mayStay: true, mayLack: true },
  sweep: {},
} as const;

export const classified = columnFigure({
  ...common,
  id: 'classified',
  families: { table: { find: (judged) => judged.classified?.release, tell: 'inside' } },
  from: 'A naive Bayes classifier learns an unchanged column from the labels of two thirds of the subjects, and tells it from the values of the others.',
  words: {
    en: {
      name: 'Told by a classifier',
      nameIn: (column) => `${column} told by a classifier`,
      meaning: 'Learnt from the release, asked about the original.',
    },
    it: {
      name: 'Riconosciuto da un classificatore',
      nameIn: (column) => `${column} riconosciuto da un classificatore`,
      meaning: 'Appreso dal rilascio, provato sull’originale.',
    },
    sl: {
      name: 'Prepozna klasifikator',
      nameIn: (column) => `${column}: prepozna klasifikator`,
      meaning: 'Naučen iz izdaje, preizkušen na izvirniku.',
    },
    zh: {
      name: '分类器的正确率',
      nameIn: (column) => `分类器对 ${column} 的正确率`,
      meaning: '由发布数据学得，以原始数据检验。',
    },
  },
});

export const classifiedBefore = columnFigure({
  ...common,
  id: 'classifiedBefore',
  families: { table: { find: (judged) => judged.classified?.original, tell: 'inside' } },
  from: 'The same of a classifier that learns from the values of the same subjects.',
  words: {
    en: {
      name: 'Told by a classifier of the original',
      nameIn: (column) => `${column} told by a classifier of the original`,
      meaning: 'Learnt from the original, for comparison.',
    },
    it: {
      name: 'Riconosciuto da un classificatore dell’originale',
      nameIn: (column) => `${column} riconosciuto da un classificatore dell’originale`,
      meaning: 'Appreso dall’originale, per confronto.',
    },
    sl: {
      name: 'Prepozna klasifikator izvirnika',
      nameIn: (column) => `${column}: prepozna klasifikator izvirnika`,
      meaning: 'Naučen iz izvirnika, za primerjavo.',
    },
    zh: {
      name: '原始数据分类器的正确率',
      nameIn: (column) => `原始数据分类器对 ${column} 的正确率`,
      meaning: '由原始数据学得，供对照。',
    },
  },
});
