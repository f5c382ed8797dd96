import { numberFigure } from './figure.ts';

/** What the labels do not tell of the values, in bits. The verifier could not work it out from what leaves, so it stays inside. */
export const entropyLoss = numberFigure({
  id: 'entropyLoss',
  part: 'measure',
  families: { table: { find: ({ entropyLoss: loss }) => loss, tell: 'inside' } },
  from: 'The bits that are missing to name a value when its label is known, of the bits to name it when nothing is; the mean over quasi-identifiers.',
  defined: 'Entropy lost',
  unit: 'decimal',
  range: [0, 1],
  better: 'less',
  page: 'loss',
  comparison: { mayStay: true, mayLack: true },
  sweep: {},
  words: {
    en: { name: 'Entropy lost', meaning: '0 as it was, 1 nothing told; frequent values are cheap to guess.' },
    it: { name: 'Entropia persa', meaning: '0 com’era, 1 nulla è detto; i valori frequenti si indovinano facilmente.' },
    sl: { name: 'Izgubljena entropija', meaning: '0 kot je bilo, 1 nič ni povedano; pogoste vrednosti je lahko uganiti.' },
    zh: { name: '熵的损失', meaning: '0 原样，1 什么都没说；常见的值容易猜中。' },
  },
});
