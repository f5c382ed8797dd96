import { numberFigure } from './figure.ts';

/** How records share combinations. Sizes of classes are told in public by their bins alone, so both stay inside. */

export const meanClass = numberFigure({
  id: 'meanClass',
  part: 'measure',
  families: { table: { find: ({ classes }) => classes?.meanClass, tell: 'inside' } },
  from: 'Released records over published combinations.',
  defined: 'Class sizes',
  unit: 'decimal',
  range: [0, Number.POSITIVE_INFINITY],
  better: 'less',
  page: 'loss',
  comparison: { mayStay: true, mayLack: true },
  sweep: {},
  words: {
    en: { name: 'Mean class', meaning: 'Records for each published combination; k is the least there can be.' },
    it: { name: 'Classe media', meaning: 'Registrazioni per ogni combinazione pubblicata; k è il minimo possibile.' },
    sl: { name: 'Povprečni razred', meaning: 'Zapisi na objavljeno kombinacijo; k je najmanj, kar je mogoče.' },
    zh: { name: '平均类大小', meaning: '每个公布组合的记录数；最小可为 k。' },
  },
});

export const discernibility = numberFigure({
  id: 'discernibility',
  part: 'measure',
  families: { table: { find: ({ classes }) => classes?.discernibility, tell: 'inside' } },
  from: 'For each released record the size of its class, for each left-out one the size of the input; the mean over all that were read.',
  defined: 'Class sizes',
  unit: 'decimal',
  range: [0, Number.POSITIVE_INFINITY],
  better: 'less',
  page: 'loss',
  comparison: { mayStay: true, mayLack: true },
  sweep: {},
  words: {
    en: {
      name: 'Discernibility',
      meaning: 'From how many records one cannot be told apart, in the mean; left-out ones from all.',
    },
    it: { name: 'Discernibilità', meaning: 'Da quante registrazioni una non si distingue, in media; le escluse da tutte.' },
    sl: { name: 'Razločljivost', meaning: 'Od koliko zapisov enega ni mogoče ločiti, povprečno; izpuščenih od vseh.' },
    zh: { name: '可辨性', meaning: '平均每条记录与多少条无法区分；略去的记录与全部无法区分。' },
  },
});
