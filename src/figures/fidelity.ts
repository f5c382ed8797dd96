import { fidelityOf } from '../measure/series/fidelity.ts';
import { meanUpTo } from '../release/number-rules.ts';
import { numberFigure } from './figure.ts';
import type { JudgedSeries } from './judged.ts';

const fidelityIn = ({ release, fidelities }: JudgedSeries) => fidelities && fidelityOf(release, fidelities);

/** How alike the shapes are that share a pattern. */
export const fidelity = numberFigure({
  id: 'fidelity',
  part: 'measure',
  families: { series: { find: (judged) => fidelityIn(judged)?.mean, tell: meanUpTo(1) } },
  from: 'The length of the sum of a leaf’s shapes over the sum of their lengths; the mean over released records.',
  defined: 'Fidelity',
  unit: 'decimal',
  range: [0, 1],
  better: 'more',
  page: 'loss',
  phrase: (value, { numbers: { leastFidelity } }) => ({
    line: 'shape',
    text: `fidelity ${value.toPrecision(3)} of 1 within a leaf, least ${leastFidelity?.toPrecision(2)}`,
  }),
  comparison: { label: 'fidelity' },
  words: {
    en: { name: 'Fidelity of patterns', meaning: 'How alike the shapes under one pattern are; 1 is the same shape.' },
    it: { name: 'Fedeltà dei pattern', meaning: 'Quanto si somigliano le forme sotto uno stesso pattern; 1 è la stessa forma.' },
    sl: { name: 'Zvestoba vzorcev', meaning: 'Kako podobne so oblike pod enim vzorcem; 1 je ista oblika.' },
    zh: { name: '模式保真度', meaning: '同一模式下各形状有多相似；1 表示相同。' },
  },
});

/** Of one leaf, which may be smaller than k: it stays inside. */
export const leastFidelity = numberFigure({
  id: 'leastFidelity',
  part: 'measure',
  families: { series: { find: (judged) => fidelityIn(judged)?.least, tell: 'inside' } },
  from: 'The least fidelity of all leaves.',
  defined: 'Fidelity',
  unit: 'decimal',
  range: [0, 1],
  better: 'more',
  page: 'loss',
  words: {
    en: { name: 'Least fidelity of a leaf', meaning: 'The leaf whose members’ shapes differ most.' },
    it: { name: 'Fedeltà minima di una foglia', meaning: 'La foglia con le forme più diverse fra loro.' },
    sl: { name: 'Najmanjša zvestoba lista', meaning: 'List, katerega oblike se najbolj razlikujejo.' },
    zh: { name: '叶的最低保真度', meaning: '成员形状差异最大的叶。' },
  },
});
