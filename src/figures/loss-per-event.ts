import { meanUpTo, share } from '../release/number-rules.ts';
import { byName } from '../release/rules.ts';
import { columnFigure, type Figure, numberFigure } from './figure.ts';
import type { Lost } from './judged.ts';

/** How much of its meaning an event lost. */
export const lossPerEvent = numberFigure({
  id: 'ncp',
  part: 'measure',
  families: { events: { find: ({ loss }) => loss.ncp, tell: meanUpTo(1) } },
  from: 'The normalised certainty penalty of each counted event, 1 where it was left out; the mean.',
  defined: 'Loss per event',
  unit: 'decimal',
  range: [0, 1],
  better: 'less',
  page: 'loss',
  phrase: (value) => ({ line: 'loss', text: `${value.toPrecision(3)} of 1 per event (left out counts as 1)` }),
  comparison: { label: 'loss per record', mayLack: true },
  sweep: {
    head: 'Loss per event',
    terminal: (value) => value.toPrecision(3),
    weighed: 'quasi-identifiers',
    limit: 'maxQuasiLoss',
  },
  weighing: { about: 'loss', usable: 0.25, flag: () => '--flatten sweep' },
  words: {
    en: {
      name: 'Loss per event',
      meaning: '0 as it was, 1 flattened in every column or left out.',
      weigh: (value) => `An event lost ${value} of what it said; one left out lost all.`,
    },
    it: {
      name: 'Perdita per evento',
      meaning: '0 com’era, 1 appiattito in ogni colonna o escluso.',
      weigh: (value) => `Un evento ha perso ${value} di ciò che diceva; uno escluso ha perso tutto.`,
    },
    sl: {
      name: 'Izguba na dogodek',
      meaning: '0 kot je bilo, 1 sploščeno v vseh stolpcih ali izpuščeno.',
      weigh: (value) => `Dogodek je izgubil ${value} tega, kar je povedal; izpuščeni je izgubil vse.`,
    },
    zh: {
      name: '每个事件的损失',
      meaning: '0 原样，1 各列都已展平或未发布。',
      weigh: (value) => `每个事件失去了所含信息的 ${value}；未发布的失去全部。`,
    },
  },
});

export const lossPerReleasedEvent = numberFigure({
  id: 'ncpReleased',
  part: 'measure',
  families: { events: { find: ({ loss }) => loss.ncpReleased, tell: meanUpTo(1) } },
  from: 'The normalised certainty penalty of each released event; the mean.',
  defined: 'Loss per event',
  unit: 'decimal',
  range: [0, 1],
  better: 'less',
  page: 'loss',
  words: {
    en: { name: 'Loss per released event', meaning: 'The same over what was released.' },
    it: { name: 'Perdita per evento rilasciato', meaning: 'Lo stesso, su ciò che è stato rilasciato.' },
    sl: { name: 'Izguba na objavljeni dogodek', meaning: 'Isto za to, kar je bilo objavljeno.' },
    zh: { name: '每个已发布事件的损失', meaning: '同上，只计已发布的事件。' },
  },
});

/** Cells that say less than they did, column by column. */
export const flattenedShare = columnFigure({
  id: 'flattenedShare',
  part: 'measure',
  columns: 'quasi',
  families: { events: { find: ({ loss }) => loss.flattenedShare, tell: byName(share) } },
  from: 'The share of released events whose cell is coarser than it was, for each column.',
  defined: 'Loss per event',
  unit: 'percent',
  range: [0, 1],
  better: 'less',
  page: 'loss',
  words: {
    en: {
      name: 'Coarser cells',
      nameIn: (column) => `Coarser cells of ${column}`,
      meaning: 'Share of released events whose cell is coarser than it was.',
    },
    it: {
      name: 'Celle più grossolane',
      nameIn: (column) => `Celle più grossolane di ${column}`,
      meaning: 'Quota di eventi rilasciati la cui cella è più grossolana di prima.',
    },
    sl: {
      name: 'Bolj grobe celice',
      nameIn: (column) => `Bolj grobe celice stolpca ${column}`,
      meaning: 'Delež objavljenih dogodkov, katerih celica je bolj groba, kot je bila.',
    },
    zh: {
      name: '变粗的单元格',
      nameIn: (column) => `${column} 中变粗的单元格`,
      meaning: '单元格比原来更粗的已发布事件所占比例。',
    },
  },
});

/** Counts of few persons, by class: it stays inside. */
export const lost = {
  id: 'lost',
  kind: 'other',
  part: 'measure',
  families: { events: { find: ({ loss }) => loss.lost, tell: 'inside' } },
  from: 'Counted, flattened and removed events of each class and part of the day, those that lost most first.',
  defined: 'Loss per event',
  unit: 'whole',
  range: [0, Number.POSITIVE_INFINITY],
  better: 'less',
  words: {
    en: { name: 'Who lost most' },
    it: { name: 'Chi ha perso di più' },
    sl: { name: 'Kdo je izgubil največ' },
    zh: { name: '损失最多的对象' },
  },
} as const satisfies Figure<readonly Lost[]>;
