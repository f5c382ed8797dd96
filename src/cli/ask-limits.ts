import type { Family } from '../policy/family.ts';
import type { Settings } from '../policy/settings-file.ts';
import { askText } from './ask.ts';
import type { Parsed } from './command.ts';
import type { World } from './world.ts';

const limits = ['maxValueLoss', 'maxPatternLoss', 'maxQuasiLoss', 'maxRecordsLost', 'minRetention'] as const;
type Limit = (typeof limits)[number];

/** What is asked of each family, and why; an empty answer is no limit. */
const questions: Readonly<Record<Family, readonly (readonly [Limit, string])[]>> = {
  series: [
    ['maxValueLoss', 'How wide may the published bands be at most, on average, in units of the data?'],
    ['maxPatternLoss', 'How much may shapes lose? 0 is the same shape, 1 no shape.'],
    ['maxRecordsLost', 'Which share of subjects may be left out? 0.02 is 2 %.'],
  ],
  events: [
    ['maxQuasiLoss', 'How much may an event lose of what it says? 0 is nothing, 1 all.'],
    ['maxRecordsLost', 'Which share of events may be left out? 0.02 is 2 %.'],
  ],
  table: [
    ['maxQuasiLoss', 'How much may a record lose of what it says? 0 is nothing, 1 all.'],
    ['maxRecordsLost', 'Which share of records may be left out? 0.02 is 2 %.'],
  ],
};

/** The limits that a person gives when asked, undefined when they leave; nothing is asked where some are given already, or where nobody is there. */
export async function askLimits(
  settings: Settings,
  flags: Parsed['flags'],
  world: World,
): Promise<Partial<Record<Limit, number>> | undefined> {
  const { sweep } = settings;
  const known = typeof sweep === 'object' && sweep !== null && limits.some((limit) => limit in sweep);
  const given = limits.some((limit) => flags[limit.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)] !== undefined);
  if (!world.asks || known || given) return {};
  const { familyIn } = await import('../policy/policy.ts');
  const { familyOfMethod } = await import('../policy/family.ts');
  const [method] = String(flags.method ?? '').split(',');
  const found = familyIn(settings);
  const family = familyOfMethod(method) ?? (found.ok ? found.value.family : undefined);
  if (family === undefined) return {}; // the sweep will say what is wrong
  const answers: Partial<Record<Limit, number>> = {};
  for (const [limit, question] of questions[family]) {
    const answer = await askText(question, 'Enter: no limit', isLimit, world);
    if (answer === undefined) return undefined;
    if (answer.trim() !== '') answers[limit] = Number(answer);
  }
  return answers;
}

const isLimit = (text: string): boolean => text.trim() === '' || (Number.isFinite(Number(text)) && Number(text) >= 0);
