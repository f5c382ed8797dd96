import { numberFigure } from './figure.ts';

/** How sure anyone can be of a record who has the population and does not know who took part. Nobody can count it without the population, so it stays inside. */
const common = {
  part: 'measure',
  defined: 'Journalist risk',
  unit: 'decimal',
  range: [0, 1],
  better: 'less',
  comparison: { mayStay: true, mayLack: true },
  sweep: {},
} as const;

export const journalistRisk = numberFigure({
  ...common,
  id: 'journalistRisk',
  families: { table: { find: ({ journalist }) => journalist?.largest, tell: 'inside' } },
  from: 'One over the fewest subjects of the population that the labels of a published combination are true of.',
  words: {
    en: { name: 'Journalist risk' },
    it: { name: 'Rischio del giornalista' },
    sl: { name: 'Novinarsko tveganje' },
    zh: { name: '记者风险' },
  },
});

export const meanJournalistRisk = numberFigure({
  ...common,
  id: 'meanJournalistRisk',
  families: { table: { find: ({ journalist }) => journalist?.mean, tell: 'inside' } },
  from: 'The mean over subjects of one over how many subjects of the population their labels are true of.',
  words: {
    en: { name: 'Mean journalist risk' },
    it: { name: 'Rischio medio del giornalista' },
    sl: { name: 'Povprečno novinarsko tveganje' },
    zh: { name: '平均记者风险' },
  },
});
