import { share } from '../release/number-rules.ts';
import { fields } from '../release/rules.ts';
import type { SingledOut } from '../risk/table/kept-columns.ts';
import type { Figure } from './figure.ts';
import { publicRisk } from './usable.ts';

const sharesOf = (found: SingledOut | undefined) =>
  found === undefined ? undefined : { rows: found.shareOfRows, subjects: found.shareOfSubjects };

/** What columns that leave as they are give away by themselves: shares of records and of subjects. */
export const singledOut = {
  id: 'singledOut',
  kind: 'other',
  part: 'measure',
  families: {
    series: { find: (judged) => sharesOf(judged.singledOut), tell: fields({ rows: share, subjects: share }) },
    table: { find: (judged) => sharesOf(judged.singledOut), tell: fields({ rows: share, subjects: share }) },
  },
  from: 'The shares of released records, and of their subjects, whose unchanged values fewer than k subjects have.',
  defined: 'Singled out by unchanged columns',
  unit: 'percent',
  range: [0, 1],
  better: 'less',
  page: 'singling',
  parts: ({ subjects }) => [['', subjects]],
  sweep: { head: 'Singled out', number: ({ subjects }) => subjects },
  weighing: {
    about: 'risk',
    usable: publicRisk,
    flag: ({ family }) => (family === 'table' ? '--aggregate count' : '--drop'),
  },
  words: {
    en: {
      name: 'Singled out by unchanged columns',
      sentence: (value) => `The unchanged columns alone single out ${value} of the subjects.`,
      weigh: (value) => `Whoever knows the unchanged columns finds ${value} of the subjects.`,
    },
    it: {
      name: 'Individuati dalle colonne invariate',
      sentence: (value) => `Le sole colonne invariate individuano ${value} dei soggetti.`,
      weigh: (value) => `Chi conosce le colonne invariate trova ${value} dei soggetti.`,
    },
    sl: {
      name: 'Izločeni po nespremenjenih stolpcih',
      sentence: (value) => `Nespremenjeni stolpci sami izločijo ${value} subjektov.`,
      weigh: (value) => `Kdor pozna nespremenjene stolpce, najde ${value} subjektov.`,
    },
    zh: {
      name: '仅凭原样公布的列即被挑出',
      sentence: (value) => `仅凭原样公布的列即可挑出 ${value} 的主体。`,
      weigh: (value) => `知道原样公布各列的人可以找到 ${value} 的主体。`,
    },
  },
} as const satisfies Figure<{ readonly rows: number; readonly subjects: number }>;
