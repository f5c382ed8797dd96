import { meanUpTo, part } from '../release/number-rules.ts';
import { numberFigure } from './figure.ts';

/** How far published shapes are from the true ones. */
export const patternLoss = numberFigure({
  id: 'patternLoss',
  part: 'measure',
  families: { series: { find: ({ measure }) => measure.patternLoss, tell: meanUpTo(2), always: true } },
  from: 'One minus the correlation of each series with the curve that its pattern draws; the mean over released records.',
  defined: 'Pattern loss',
  unit: 'decimal',
  range: [0, 2],
  better: 'less',
  page: 'loss',
  phrase: (value, { numbers: { patternFloor = 0 } }) => ({
    line: 'loss',
    text: `pattern ${value.toPrecision(3)} of 2 (floor ${patternFloor.toPrecision(3)})`,
  }),
  comparison: {},
  sweep: {
    head: 'Pattern loss',
    terminal: (value) => value.toPrecision(3),
    weighed: 'shape',
    limit: 'maxPatternLoss',
  },
  weighing: {
    about: 'loss',
    usable: 0.5,
    // where the segments alone cost half of it, no method can win it back
    flag: ({ numbers: { patternLoss: all = 0, patternFloor: floor = 0 } }) => (floor >= all / 2 ? '--segments' : '-p'),
  },
  words: {
    en: {
      name: 'Pattern loss',
      meaning: '0 the same shape, 1 no shape, 2 the opposite shape.',
      weigh: (value) => `The published shapes differ from the true ones by ${value}, where 1 is no shape at all.`,
    },
    it: {
      name: 'Perdita di forma',
      meaning: '0 la stessa forma, 1 nessuna forma, 2 la forma opposta.',
      weigh: (value) => `Le forme pubblicate differiscono da quelle vere di ${value}, dove 1 è nessuna forma.`,
    },
    sl: {
      name: 'Izguba vzorca',
      meaning: '0 ista oblika, 1 brez oblike, 2 nasprotna oblika.',
      weigh: (value) => `Objavljene oblike se od resničnih razlikujejo za ${value}, kjer 1 pomeni brez oblike.`,
    },
    zh: {
      name: '模式损失',
      meaning: '0 形状相同，1 没有形状，2 形状相反。',
      weigh: (value) => `公布的形状与真实形状相差 ${value}，其中 1 表示没有形状。`,
    },
  },
});

/** The part of pattern loss that no word on these segments could spare; told beside it. */
export const patternFloor = numberFigure({
  id: 'patternFloor',
  part: 'measure',
  families: { series: { find: ({ measure }) => measure.patternFloor, tell: meanUpTo(2), always: true } },
  from: 'What a series has of its length once each segment is its mean; the mean over released records.',
  defined: 'Pattern floor',
  unit: 'decimal',
  range: [0, 1],
  better: 'less',
  page: 'loss',
  comparison: {},
  sweep: {},
  words: {
    en: { name: 'Pattern floor', meaning: 'What averaging over segments alone costs; no method comes below it.' },
    it: {
      name: 'Minimo della perdita di forma',
      meaning: 'Ciò che costa la sola media sui segmenti; nessun metodo scende sotto.',
    },
    sl: {
      name: 'Spodnja meja izgube vzorca',
      meaning: 'Kar stane že samo povprečenje po odsekih; nobena metoda ne pride niže.',
    },
    zh: { name: '模式损失下限', meaning: '仅分段平均所造成的损失；任何方法都不会更低。' },
  },
});

/** Records whose pattern tells no shape; the terminal has them beside the leaves. */
export const flatPatterns = numberFigure({
  id: 'flatPatterns',
  part: 'measure',
  families: { series: { find: ({ measure }) => measure.flatPatterns, tell: part } },
  from: 'A count of the released records whose published level is 1.',
  defined: 'Flat patterns',
  unit: 'whole',
  range: [0, Number.POSITIVE_INFINITY],
  better: 'less',
  page: 'loss',
  comparison: { mayStay: true },
  sweep: {},
  words: {
    en: { name: 'Records at level 1', meaning: 'Their pattern tells no shape.' },
    it: { name: 'Record al livello 1', meaning: 'Il loro pattern non dice alcuna forma.' },
    sl: { name: 'Zapisi na ravni 1', meaning: 'Njihov vzorec ne pove oblike.' },
    zh: { name: '级别为 1 的记录', meaning: '其模式不表示形状。' },
  },
});
