import { numberFigure } from './figure.ts';

/** How far sums of published curves are from the true ones. It stays inside: exact sums of the original are in it. */
export const curveBias = numberFigure({
  id: 'curveBias',
  part: 'measure',
  families: { series: { find: ({ measure }) => measure.curveBias, tell: 'inside' } },
  from: 'The sum of all published points of curves less the sum of the values behind them, as a share of the latter.',
  defined: 'Curve',
  unit: 'percent',
  range: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
  better: 'neither',
  page: 'loss',
  phrase: (value) => {
    const percent = (100 * value).toFixed(1);
    const off = Number(percent) === 0 ? 'totals exact to 0.1 %' : `totals ${value > 0 ? '+' : ''}${percent} %`;
    return { line: 'curve', text: off };
  },
  words: {
    en: {
      name: 'Bias of totals read from curves',
      meaning: 'The middle of a band is not the mean of its members; means have none.',
    },
    it: {
      name: 'Distorsione dei totali letti dalle curve',
      meaning: 'Il centro di una banda non è la media dei suoi membri; le medie non ne hanno.',
    },
    sl: { name: 'Pristranskost vsot s krivulj', meaning: 'Sredina pasu ni povprečje njegovih članov; povprečja je nimajo.' },
    zh: { name: '由曲线读出的总量的偏差', meaning: '带的中点不是其成员的均值；均值没有偏差。' },
  },
});
