import { share } from '../release/number-rules.ts';
import { byName } from '../release/rules.ts';
import { columnFigure, numberFigure } from './figure.ts';
import { plain } from './print.ts';

/** What k and P do not protect: one value for all who are published alike. */
export const homogeneity = numberFigure({
  id: 'homogeneity',
  part: 'measure',
  families: { series: { find: ({ homogeneity: found }) => found, tell: share } },
  from: 'The share of released records whose class, on envelope and pattern, has fewer than two values of some sensitive column.',
  defined: 'Homogeneity',
  unit: 'percent',
  range: [0, 1],
  better: 'less',
  phrase: (value, { l }) =>
    l === undefined
      ? {
          line: 'risk',
          text: `${plain.percent(value)} of records share band and pattern only with records of the same sensitive value; --l 2 forbids it`,
        }
      : { line: 'values', text: `at least ${l} different sensitive ones wherever band and pattern are shared` },
  comparison: {},
  sweep: {},
  words: {
    en: { name: 'Homogeneity' },
    it: { name: 'Omogeneità' },
    sl: { name: 'Homogenost' },
    zh: { name: '同质率' },
  },
});

/** The same of each unchanged column of a table. */
export const homogeneityByColumn = columnFigure({
  id: 'homogeneity',
  part: 'measure',
  columns: 'kept',
  families: { table: { find: ({ homogeneity: found }) => found, tell: byName(share) } },
  from: 'The share of released records whose combination of labels has fewer than two values of an unchanged column.',
  defined: 'Homogeneity',
  unit: 'percent',
  range: [0, 1],
  better: 'less',
  page: 'inference',
  words: {
    en: {
      name: 'Homogeneity of unchanged columns',
      nameIn: (column) => `Homogeneity of ${column}`,
      sentence: (value, column) => `${value} of the records share one value of ${column} with their whole combination.`,
    },
    it: {
      name: 'Omogeneità delle colonne invariate',
      nameIn: (column) => `Omogeneità di ${column}`,
      sentence: (value, column) => `${value} delle registrazioni ha in ${column} lo stesso valore di tutta la sua combinazione.`,
    },
    sl: {
      name: 'Homogenost nespremenjenih stolpcev',
      nameIn: (column) => `Homogenost stolpca ${column}`,
      sentence: (value, column) => `${value} zapisov ima v stolpcu ${column} isto vrednost kot vsa njihova kombinacija.`,
    },
    zh: {
      name: '原样公布各列的同质率',
      nameIn: (column) => `${column} 的同质率`,
      sentence: (value, column) => `${value} 的记录在 ${column} 上与其整个组合同值。`,
    },
  },
});
