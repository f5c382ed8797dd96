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
    head: 'Retention',
    terminal: (value) => `${(100 * value).toFixed(2)} %`,
    weighed: 'records',
    limit: 'minRetention',
  },
  weighing: {
    about: 'loss',
    usable: 0.9,
    flag: ({ family, method }) => (family === 'events' ? '--flatten sweep' : method === 'kapra' ? '--residue generic' : '-k'),
  },
  words: {
    en: { name: 'Retention', weigh: (value) => `Only ${value} of what was to be published is there.` },
    it: { name: 'Quota conservata', weigh: (value) => `È presente solo ${value} di ciò che si doveva pubblicare.` },
    sl: { name: 'Ohranjeni delež', weigh: (value) => `Prisotnega je le ${value} tega, kar naj bi bilo objavljeno.` },
    zh: { name: '保留率', weigh: (value) => `应发布的内容只保留了 ${value}。` },
  },
});
