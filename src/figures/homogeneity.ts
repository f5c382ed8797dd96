import { share } from '../release/number-rules.ts';
import { byName } from '../release/rules.ts';
import { columnFigure, numberFigure } from './figure.ts';
import { plain } from './print.ts';
import { publicRisk } from './usable.ts';

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
  phrase: (value, { l }) => {
    if (l === undefined && value > publicRisk) return undefined; // said as what to weigh
    return l === undefined
      ? {
          line: 'risk',
          text: `${plain.percent(value)} of records share band and pattern only with records of the same sensitive value; --l 2 forbids it`,
        }
      : { line: 'values', text: `at least ${l} different sensitive ones wherever band and pattern are shared` };
  },
  comparison: {},
  sweep: {},
  weighing: { about: 'risk', usable: publicRisk, flag: () => '--l 2' },
  words: {
    en: {
      name: 'Homogeneity',
      weigh: (value) =>
        `Anyone who finds the group and pattern of a subject learns the sensitive value of ${value} of the records.`,
    },
    it: {
      name: 'Omogeneità',
      weigh: (value) => `Chi trova gruppo e pattern di un soggetto apprende il valore sensibile di ${value} dei record.`,
    },
    sl: {
      name: 'Homogenost',
      weigh: (value) => `Kdor najde skupino in vzorec subjekta, izve občutljivo vrednost za ${value} zapisov.`,
    },
    zh: { name: '同质率', weigh: (value) => `找到某主体所在组与模式的人，可得知 ${value} 的记录的敏感值。` },
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
  weighing: { about: 'risk', usable: publicRisk, flag: ({ column }) => `--drop ${column}` },
  words: {
    en: {
      name: 'Homogeneity of unchanged columns',
      nameIn: (column) => `Homogeneity of ${column}`,
      sentence: (value, column) => `${value} of the records share one value of ${column} with their whole combination.`,
      weigh: (value, column) => `Whoever finds the combination of a subject learns ${column} of ${value} of the records.`,
    },
    it: {
      name: 'Omogeneità delle colonne invariate',
      nameIn: (column) => `Omogeneità di ${column}`,
      sentence: (value, column) => `${value} delle registrazioni ha in ${column} lo stesso valore di tutta la sua combinazione.`,
      weigh: (value, column) => `Chi trova la combinazione di un soggetto apprende ${column} di ${value} delle registrazioni.`,
    },
    sl: {
      name: 'Homogenost nespremenjenih stolpcev',
      nameIn: (column) => `Homogenost stolpca ${column}`,
      sentence: (value, column) => `${value} zapisov ima v stolpcu ${column} isto vrednost kot vsa njihova kombinacija.`,
      weigh: (value, column) => `Kdor najde kombinacijo subjekta, izve ${column} za ${value} zapisov.`,
    },
    zh: {
      name: '原样公布各列的同质率',
      nameIn: (column) => `${column} 的同质率`,
      sentence: (value, column) => `${value} 的记录在 ${column} 上与其整个组合同值。`,
      weigh: (value, column) => `找到某主体组合的人，可得知 ${value} 的记录的 ${column}。`,
    },
  },
});
