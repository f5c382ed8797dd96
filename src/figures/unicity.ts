import { type About, fields, isObject, listOf, oneOf } from '../release/rules.ts';
import { shareInSteps } from '../release/tellable.ts';
import type { Figure } from './figure.ts';
import type { Unicity } from './judged.ts';
import { plain } from './print.ts';
import { publicRisk } from './usable.ts';

/** Without how many were looked at and the interval, which tells it: few subjects have as many events. */
function tellUnicity(value: unknown, about: About): unknown {
  const sampled = isObject(value) && isCount(value.sampled) ? value.sampled : about.subjects;
  const known = fields({
    points: oneOf(1, 2, 3, 4),
    share: (found) => (typeof found === 'number' ? shareInSteps(found, sampled, about.k) : undefined),
  });
  return known(value, about);
}

const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value > 0;

const largestShare = (value: readonly Unicity[]): number => Math.max(0, ...value.map(({ share }) => share));

/** What an id gives away. */
export const unicity = {
  id: 'unicity',
  kind: 'other',
  part: 'measure',
  families: { events: { find: (judged) => judged.unicity, tell: listOf(tellUnicity, 4) } },
  from: 'The share of a sample of released subjects that 1 to 4 of their own published combinations single out.',
  defined: 'Unicity',
  unit: 'percent',
  range: [0, 1],
  better: 'less',
  phrase: (value) => ({
    line: 'ids',
    text: `${value
      .map(
        ({ points, share, low = share, high = share }) => `${points} known: ${percent(share)} (${percent(low)}-${percent(high)})`,
      )
      .join(', ')} of subjects singled out by that many of their own events`,
  }),
  sweep: { head: 'Singled out by ids', number: largestShare, terminal: plain.percent },
  weighing: {
    about: 'risk',
    usable: publicRisk,
    numbers: (value) => [['', largestShare(value)]],
    flag: () => '--pseudonym drop',
  },
  words: {
    en: {
      name: 'Unicity',
      weigh: (value) => `A few of their own events single out ${value} of the subjects, and lead to all the others.`,
    },
    it: {
      name: 'Unicità',
      weigh: (value) => `Pochi dei propri eventi individuano ${value} dei soggetti e portano a tutti gli altri.`,
    },
    sl: { name: 'Edinstvenost', weigh: (value) => `Nekaj lastnih dogodkov izloči ${value} subjektov in vodi do vseh drugih.` },
    zh: { name: '唯一率', weigh: (value) => `少数几个自己的事件即可挑出 ${value} 的主体，并由此找到其余所有事件。` },
  },
} as const satisfies Figure<readonly Unicity[]>;

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
