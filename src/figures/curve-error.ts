import { numberFigure } from './figure.ts';

/** How far published curves are from the true ones. It stays inside: what one person adds is bounded by the widest band, which one group may have alone. */
export const curveError = numberFigure({
  id: 'curveError',
  part: 'measure',
  families: { series: { find: ({ measure }) => measure.curveError, tell: 'inside' } },
  from: 'The distance of each series from the curve published for it, as root mean square; the mean over released records.',
  defined: 'Curve',
  unit: 'decimal',
  range: [0, Number.POSITIVE_INFINITY],
  better: 'less',
  page: 'loss',
  phrase: (value) => ({ line: 'curve', text: `off by ${value.toPrecision(4)} (mean distance to the series)` }),
  words: {
    en: { name: 'Error of the published curve', meaning: 'Mean distance to the series, in units of the data.' },
    it: { name: 'Errore della curva pubblicata', meaning: 'Distanza media dalla serie, nell’unità dei dati.' },
    sl: { name: 'Napaka objavljene krivulje', meaning: 'Povprečna razdalja do vrste v enotah podatkov.' },
    zh: { name: '所公布曲线的误差', meaning: '与序列的平均距离，以数据单位计。' },
  },
});
