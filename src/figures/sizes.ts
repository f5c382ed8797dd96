import { counted, crowd, multiple } from '../release/number-rules.ts';
import { numberFigure } from './figure.ts';
import { plain } from './print.ts';

/** How many there are, and how many subjects the smallest has: all counted by the verifier in the released files. */

const anyCount = [1, Number.POSITIVE_INFINITY] as const;

export const groups = numberFigure({
  id: 'groups',
  part: 'release',
  families: { series: { tell: counted, always: true }, table: { tell: counted, always: true } },
  from: 'A count of the different bands with their labels; of a table, of the different combinations of labels.',
  defined: 'Groups and leaves',
  unit: 'whole',
  range: anyCount,
  better: 'neither',
  phrase: (value, { family }) => (family === 'series' ? { line: 'size', text: `${plain.whole(value)} groups` } : undefined),
  comparison: { count: (found) => found.groups },
  sweep: { head: 'Groups', terminal: plain.whole },
  words: {
    en: { name: 'Groups' },
    it: { name: 'Gruppi' },
    sl: { name: 'Skupine' },
    zh: { name: '组' },
  },
});

export const combinations = numberFigure({
  id: 'combinations',
  part: 'release',
  families: { events: { tell: counted, always: true } },
  from: 'A count of the different published combinations.',
  defined: 'Groups and leaves',
  unit: 'whole',
  range: anyCount,
  better: 'neither',
  sweep: { head: 'Combinations', terminal: plain.whole },
  words: {
    en: { name: 'Combinations published' },
    it: { name: 'Combinazioni pubblicate' },
    sl: { name: 'Objavljene kombinacije' },
    zh: { name: '公布的组合' },
  },
});

export const smallestGroup = numberFigure({
  id: 'smallestGroup',
  part: 'verdict',
  families: {
    series: { tell: counted, always: true },
    events: { tell: multiple, always: true },
    table: { tell: multiple, always: true },
  },
  from: 'The subjects of the smallest set of records that are published alike but for their pattern.',
  defined: 'Groups and leaves',
  unit: 'whole',
  range: anyCount,
  better: 'neither',
  // of an event log whose ids do not tell its subjects, rows or ids were counted, which bound nothing
  comparison: { count: (found) => (found.family === 'series' || found.subjects !== undefined ? found.smallestGroup : undefined) },
  words: {
    en: { name: 'Smallest group' },
    it: { name: 'Gruppo più piccolo' },
    sl: { name: 'Najmanjša skupina' },
    zh: { name: '最小的组' },
  },
});

export const leaves = numberFigure({
  id: 'leaves',
  part: 'release',
  families: { series: { tell: counted, always: true } },
  from: 'A count of the different patterns within the groups.',
  defined: 'Groups and leaves',
  unit: 'whole',
  range: anyCount,
  better: 'neither',
  phrase: (value, { numbers: { flatPatterns = 0 } }) => ({
    line: 'size',
    text: `${plain.whole(value)} leaves${flatPatterns > 0 ? `, ${plain.whole(flatPatterns)} records at level 1, where a pattern says no shape` : ''}`,
    before: ', ',
  }),
  comparison: { label: 'leaves', count: (found) => (found.family === 'series' ? found.leaves : undefined) },
  sweep: { head: 'Leaves', terminal: plain.whole },
  words: {
    en: { name: 'Leaves (subjects of a group with one pattern)' },
    it: { name: 'Foglie (soggetti di un gruppo con lo stesso pattern)' },
    sl: { name: 'Listi (subjekti skupine z istim vzorcem)' },
    zh: { name: '叶（组内模式相同的主体）' },
  },
});

export const smallestLeaf = numberFigure({
  id: 'smallestLeaf',
  part: 'verdict',
  families: { series: { tell: crowd } },
  from: 'The subjects of the smallest leaf.',
  defined: 'Groups and leaves',
  unit: 'whole',
  range: anyCount,
  better: 'neither',
  comparison: { count: (found) => (found.family === 'series' ? found.smallestLeaf : undefined) },
  words: {
    en: { name: 'Smallest leaf' },
    it: { name: 'Foglia più piccola' },
    sl: { name: 'Najmanjši list' },
    zh: { name: '最小的叶' },
  },
});
