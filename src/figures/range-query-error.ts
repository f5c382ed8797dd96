import { numberFigure } from './figure.ts';

/** How wrong counts are that a reader makes with the release. It stays inside: one person may add much where few records answer (docs/decisions/0031). */
export const rangeQueryError = numberFigure({
  id: 'rangeQueryError',
  part: 'measure',
  families: {
    series: { find: ({ measure, queries }) => (queries > 0 ? measure.rangeQueryError : undefined), tell: 'inside' },
  },
  from: 'Random counts over two instants, from the bands and from the values; the mean relative error.',
  defined: 'Range query error',
  unit: 'percent',
  range: [0, Number.POSITIVE_INFINITY],
  better: 'less',
  page: 'loss',
  phrase: (value) => ({ line: 'loss', text: `range counts off by ${(100 * value).toPrecision(2)} %` }),
  comparison: {},
  sweep: { head: 'Range counts' },
  weighing: { about: 'loss', usable: 0.25, flag: () => '-k' },
  words: {
    en: {
      name: 'Error of range counts',
      meaning: 'How far counts of records in random ranges are off.',
      weigh: (value) => `Counts of records in ranges are off by ${value} on average.`,
    },
    it: {
      name: 'Errore dei conteggi per intervallo',
      meaning: 'Di quanto sbagliano i conteggi di record in intervalli casuali.',
      weigh: (value) => `I conteggi di record per intervallo sbagliano in media di ${value}.`,
    },
    sl: {
      name: 'Napaka štetja po razponih',
      meaning: 'Za koliko so napačna števila zapisov v naključnih razponih.',
      weigh: (value) => `Števila zapisov po razponih so v povprečju napačna za ${value}.`,
    },
    zh: {
      name: '范围计数误差',
      meaning: '随机范围内的记录计数偏差多少。',
      weigh: (value) => `按范围统计的记录数平均偏差 ${value}。`,
    },
  },
});
