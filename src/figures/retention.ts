import { mean } from '../release/number-rules.ts';
import { numberFigure } from './figure.ts';

/** How much of what was read is there. */
export const retention = numberFigure({
  id: 'retention',
  part: 'release',
  families: { series: { tell: mean }, events: { tell: mean }, table: { tell: mean } },
  from: 'Released subjects over those read; of events and of tables, released records over those counted.',
  defined: 'Retention',
  unit: 'percent',
  range: [0, 1],
  better: 'more',
  comparison: { mayStay: true },
  sweep: {
    beside: 'Retention',
    head: 'Retention',
    terminal: (value) => `${(100 * value).toFixed(2)} %`,
    limit: 'minRetention',
  },
  words: {
    en: { name: 'Retention' },
    it: { name: 'Quota conservata' },
    sl: { name: 'Ohranjeni delež' },
    zh: { name: '保留率' },
  },
});
