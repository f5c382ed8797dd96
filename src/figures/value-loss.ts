import { mean } from '../release/number-rules.ts';
import { numberFigure } from './figure.ts';

/** How wide the bands are. */
export const valueLoss = numberFigure({
  id: 'valueLoss',
  part: 'measure',
  families: { series: { find: ({ measure }) => measure.valueLoss, tell: mean, always: true } }, // of published bands, which anybody can measure
  from: 'The width of the published bands, as root mean square over the instants; the mean over released records.',
  defined: 'Value loss',
  unit: 'decimal',
  range: [0, Number.POSITIVE_INFINITY],
  better: 'less',
  page: 'loss',
  phrase: (value) => ({ line: 'loss', text: `value ${value.toPrecision(4)} (band width, root mean square)` }),
  comparison: {},
  sweep: {
    head: 'Value loss',
    terminal: (value) => value.toPrecision(4),
    weighed: 'value',
    limit: 'maxValueLoss',
  },
  words: {
    en: {
      name: 'Value loss',
      meaning:
        'How wide the bands are (root mean square over the instants, mean over records), in units of the data; 0 is nothing lost.',
    },
    it: {
      name: 'Perdita di valore',
      meaning:
        'Quanto sono larghe le bande (media quadratica sugli istanti, media sui record), nell’unità dei dati; 0 è nessuna perdita.',
    },
    sl: {
      name: 'Izguba vrednosti',
      meaning:
        'Kako široki so pasovi (kvadratna sredina po trenutkih, povprečje po zapisih), v enotah podatkov; 0 pomeni brez izgube.',
    },
    zh: { name: '数值损失', meaning: '包络带有多宽（各时刻的均方根，再对记录取平均），以数据单位计；0 表示没有损失。' },
  },
});
