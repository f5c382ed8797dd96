import { meanUpTo } from '../release/number-rules.ts';
import { byName } from '../release/rules.ts';
import { columnFigure, numberFigure } from './figure.ts';

/**
 * What the quasi-identifiers beside a series lost. It stays inside: what the input spans is in it, and of a value that spans it one subject may
 * be the only one, who need not even be released; nor could the verifier work it out from what leaves (docs/decisions/0038).
 */
export const quasiLoss = numberFigure({
  id: 'quasiLoss',
  part: 'measure',
  families: { series: { find: ({ quasiLosses }) => meanOf(Object.values(quasiLosses ?? {})), tell: 'inside' } },
  from: 'The loss of each quasi-identifier; the mean over them.',
  defined: 'Loss of quasi-identifiers',
  unit: 'decimal',
  range: [0, 1],
  better: 'less',
  page: 'loss',
  phrase: (value) => ({ line: 'quasi', text: `${value.toPrecision(3)} of 1 lost per record` }),
  comparison: { mayStay: true, mayLack: true },
  sweep: {
    head: 'Quasi loss',
    terminal: (value) => value.toPrecision(3),
    weighed: 'quasi-identifiers',
    limit: 'maxQuasiLoss',
  },
  weighing: { about: 'loss', usable: 0.5, flag: () => '--quasi' },
  words: {
    en: {
      name: 'Loss of quasi-identifiers',
      meaning: '0 as they were, 1 nothing said; mean over them and over records.',
      weigh: (value) => `The quasi-identifiers lost ${value} of what they said.`,
    },
    it: {
      name: 'Perdita dei quasi-identificatori',
      meaning: '0 com’erano, 1 non dicono nulla; media su di essi e sui record.',
      weigh: (value) => `I quasi-identificatori hanno perso ${value} di ciò che dicevano.`,
    },
    sl: {
      name: 'Izguba kvaziidentifikatorjev',
      meaning: '0 kot so bili, 1 ne povedo ničesar; povprečje po njih in po zapisih.',
      weigh: (value) => `Kvaziidentifikatorji so izgubili ${value} tega, kar so povedali.`,
    },
    zh: {
      name: '准标识符的损失',
      meaning: '0 原样，1 什么都没说；对各准标识符与各记录取平均。',
      weigh: (value) => `准标识符失去了所含信息的 ${value}。`,
    },
  },
});

const meanOf = (values: readonly number[]): number | undefined =>
  values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;

/** What each of them lost, of series and of tables. */
export const lossByColumn = columnFigure({
  id: 'columns',
  part: 'measure',
  columns: 'quasi',
  families: {
    series: { find: ({ quasiLosses }) => quasiLosses, tell: 'inside' },
    table: {
      find: ({ loss }) => Object.fromEntries(loss.columns.map(({ name, ncp }) => [name, ncp])),
      tell: byName(meanUpTo(1)),
      always: true,
    },
  },
  from: 'What each published range or label says less than the value did, of all that could be said less; the mean over released records.',
  defined: 'Loss of quasi-identifiers',
  unit: 'decimal',
  range: [0, 1],
  better: 'less',
  page: 'loss',
  phrase: (value, { family }) => ({
    line: family === 'series' ? 'quasi' : 'loss',
    text: `(${Object.entries(value)
      .map(([name, loss]) => `${name} ${loss.toPrecision(3)}`)
      .join(', ')})`,
    before: ' ',
  }),
  comparison: { mayStay: true, mayLack: true },
  sweep: {},
  words: {
    en: {
      name: 'Loss of each quasi-identifier',
      nameIn: (column) => `Loss in ${column}`,
      meaning: 'The same for this column alone.',
    },
    it: {
      name: 'Perdita di ogni quasi-identificatore',
      nameIn: (column) => `Perdita in ${column}`,
      meaning: 'Lo stesso per questa sola colonna.',
    },
    sl: {
      name: 'Izguba vsakega kvaziidentifikatorja',
      nameIn: (column) => `Izguba v stolpcu ${column}`,
      meaning: 'Isto samo za ta stolpec.',
    },
    zh: { name: '各准标识符的损失', nameIn: (column) => `${column} 的损失`, meaning: '同上，只计此列。' },
  },
});
