import { numberFigure } from './figure.ts';

/** What a process miner would read wrongly. It is told of the original, pair by pair of classes, so it stays inside. */
export const directlyFollowsError = numberFigure({
  id: 'followsError',
  part: 'measure',
  families: { events: { find: (judged) => judged.followsError, tell: 'inside' } },
  from: 'Half the sum, over all arcs, of how far the share of an arc in the original is from its share in the release.',
  defined: 'Directly-follows error',
  unit: 'percent',
  range: [0, 1],
  better: 'less',
  page: 'loss',
  phrase: (value) => ({
    line: 'follows',
    text: `${(100 * value).toFixed(1)} % of the weight of a directly-follows graph is wrong`,
  }),
  words: {
    en: { name: 'Directly-follows error', meaning: 'How much of what comes right after what is wrong in the release.' },
    it: { name: 'Errore delle successioni dirette', meaning: 'Quanto di ciò che segue direttamente è sbagliato nel rilascio.' },
    sl: { name: 'Napaka neposrednih zaporedij', meaning: 'Koliko tega, kar neposredno sledi, je v objavi napačno.' },
    zh: { name: '直接跟随误差', meaning: '发布物中直接先后关系的错误比例。' },
  },
});
