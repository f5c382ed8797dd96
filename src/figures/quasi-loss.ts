import { byName } from '../release/told.ts';
import { meanUpTo } from '../release/told-numbers.ts';
import { columnFigure } from './figure.ts';

/** What each quasi-identifier lost. */
export const lossByColumn = columnFigure({
  id: 'columns',
  part: 'measure',
  families: {
    table: {
      find: ({ loss }) => Object.fromEntries(loss.columns.map(({ name, ncp }) => [name, ncp])),
      tell: byName(meanUpTo(1)),
      always: true,
    },
  },
  from: 'The normalised certainty penalty of each released label; the mean over records, for each quasi-identifier.',
  defined: 'Loss per record',
  unit: 'decimal',
  range: [0, 1],
  better: 'less',
  page: 'loss',
  phrase: (value) => ({
    line: 'loss',
    text: `(${Object.entries(value)
      .map(([name, loss]) => `${name} ${loss.toPrecision(3)}`)
      .join(', ')})`,
    before: ' ',
  }),
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
