import type { Figure } from './figure.ts';
import type { KeptLinks } from './judged.ts';

/** What shared numbers keep of the links between a subject's events. It tells of pairs that few may have, so it stays inside. */
export const links = {
  id: 'links',
  kind: 'other',
  part: 'measure',
  families: { events: { find: (judged) => judged.links, tell: 'inside' } },
  from: 'Pairs of published events of one subject that share a number, beside all such pairs of a day and of a week.',
  defined: 'Links kept',
  unit: 'percent',
  range: [0, 1],
  better: 'more',
  phrase: ({ sameDay, sameWeek, linkedEvents, sizes, certainPartners, mostTold }) => ({
    line: 'links',
    text: [
      ...(sameDay === undefined ? [] : [`${percent(sameDay)} of those within a day kept`]),
      ...(sameWeek === undefined ? [] : [`${percent(sameWeek)} within a week`]),
      `${percent(linkedEvents)} of events linked (with 2, 3, 4, 5 and more under a number: ${sizes.slice(1).map(percent).join(', ')})`,
      `${percent(certainPartners)} of known events tell another for certain`,
      `the surest of ${percent(mostTold)} of its subjects`,
      'numbers are not subjects',
    ].join(', '),
  }),
  words: {
    en: { name: 'Links kept' },
    it: { name: 'Collegamenti conservati' },
    sl: { name: 'Ohranjene povezave' },
    zh: { name: '保留的联系' },
  },
} as const satisfies Figure<KeptLinks>;

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
