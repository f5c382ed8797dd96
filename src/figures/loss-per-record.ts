import { meanUpTo } from '../release/number-rules.ts';
import { numberFigure } from './figure.ts';

/** How much less the labels of a record say than its values did. */
export const lossPerRecord = numberFigure({
  id: 'ncp',
  part: 'measure',
  families: { table: { find: ({ loss }) => loss.ncp, tell: meanUpTo(1), always: true } },
  from: 'The normalised certainty penalty of each released label; the mean over records and quasi-identifiers.',
  defined: 'Loss per record',
  unit: 'decimal',
  range: [0, 1],
  better: 'less',
  page: 'loss',
  phrase: (value) => ({ line: 'loss', text: `${value.toPrecision(3)} of 1 per record` }),
  comparison: { label: 'loss per record', mayLack: true },
  sweep: {
    head: 'Loss per record',
    terminal: (value) => value.toPrecision(3),
    weighed: 'quasi-identifiers',
    limit: 'maxQuasiLoss',
  },
  weighing: { about: 'loss', usable: 0.5, flag: () => '--quasi' },
  words: {
    en: {
      name: 'Loss per record',
      meaning: '0 as it was, 1 nothing left; mean over the quasi-identifiers.',
      weigh: (value) => `The labels of a record lost ${value} of what its values said.`,
    },
    it: {
      name: 'Perdita per registrazione',
      meaning: '0 com’era, 1 nulla è rimasto; media sui quasi-identificatori.',
      weigh: (value) => `Le etichette di una registrazione hanno perso ${value} di ciò che dicevano i valori.`,
    },
    sl: {
      name: 'Izguba na zapis',
      meaning: '0 kot je bilo, 1 ni ostalo nič; povprečje po kvaziidentifikatorjih.',
      weigh: (value) => `Oznake zapisa so izgubile ${value} tega, kar so povedale vrednosti.`,
    },
    zh: {
      name: '每条记录的损失',
      meaning: '0 原样，1 什么都不剩；对各准标识符取平均。',
      weigh: (value) => `每条记录的标签失去了原值信息的 ${value}。`,
    },
  },
});

/** The same by the weights that steered the clustering; they stand in the manifest, beside the columns. */
export const weightedLossPerRecord = numberFigure({
  id: 'weightedNcp',
  part: 'measure',
  families: { table: { find: ({ loss }) => loss.weighted, tell: meanUpTo(1) } },
  from: 'The loss of each quasi-identifier; the mean over records and quasi-identifiers, each counting by its weight.',
  defined: 'Loss per record',
  unit: 'decimal',
  range: [0, 1],
  better: 'less',
  page: 'loss',
  phrase: (value) => ({ line: 'loss', text: `${value.toPrecision(3)} by the weights of the columns`, before: ', ' }),
  comparison: { label: 'loss per record, weighted', mayLack: true },
  sweep: {},
  words: {
    en: { name: 'Loss per record, weighted', meaning: 'The same, each column counting by its weight in the manifest.' },
    it: { name: 'Perdita per registrazione, ponderata', meaning: 'Lo stesso, ogni colonna secondo il suo peso nel manifesto.' },
    sl: { name: 'Utežena izguba na zapis', meaning: 'Isto, vsak stolpec po svoji uteži v manifestu.' },
    zh: { name: '每条记录的加权损失', meaning: '同上，各列按清单中的权重计。' },
  },
});
