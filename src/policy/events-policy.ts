import * as z from 'zod';
import { askedOfLogs } from './asked-format.ts';
import { columnList } from './column-list.ts';
import { areEdges } from './durations.ts';
import { type EventColumnName, tellWindow } from './event-columns.ts';
import { needsLinks, needsOrder } from './link-problems.ts';
import { badValue, flattenNotQuasi, keptSubject, repeatedColumn, sharedWithoutWindow } from './problems.ts';
import { timeZone } from './time-zone.ts';

/** A preset may have a week that is none stand in flattened cells; where nothing is flattened it says nothing either. */
const idleWeek = 100;

/** What a reader of the release is told: short, and of signs that can be seen. */
const shortWord = z
  .string()
  .min(1)
  .max(40)
  .regex(/^\P{Cc}*$/u, 'no control characters');

const idle = { flatValue: '*', hourBlock: 3, periods: { night: 22, morning: 6, daytime: 8, afternoon: 17 } } as const;

/** What may stand for a subject. */
export const pseudonyms = [
  ...['random', 'drop', 'shared', 'shared:day', 'shared:week'],
  ...['rotate:day', 'rotate:week', 'rotate:month', 'keep'],
] as const;

/** The settings of event logs, beside those of every method. */
export const eventsKeys = {
  format: z.enum(askedOfLogs).default('csv').describe('Format of the released data; arrow and xes come beside CSV'),
  subject: z.string().min(1).default('subject').describe('Column that names the protected subject'),
  time: z.string().min(1).default('time').describe('Column of timestamps, with or without an offset'),
  event: z.string().min(1).default('event').describe('Column of event codes'),
  mapping: z
    .union(
      [
        z.string().min(1),
        z.record(z.string().min(1), z.string().min(1)).refine((classes) => Object.keys(classes).length > 0, 'at least one code'),
      ],
      'expected a file, or classes by code',
    )
    .optional()
    .describe('Class of each event code, * for any text: a YAML or CSV file, or its lines; by default the code'),
  unmapped: z
    .enum(['fail', 'other', 'drop'])
    .default('fail')
    .describe('Events without a class in the mapping: refuse, class other_event, or leave out'),
  removeClasses: columnList.default([]).describe('Classes to leave out before counting; "none" for none'),
  quasi: columnList
    .default(['generalized_event', 'week_number', 'weekday', 'time_period'])
    .describe('Derived columns, or columns of the input, whose combination k subjects must share'),
  flatten: columnList
    .default(['week_number'])
    .describe('Columns to flatten, in this order, in combinations below k; "sweep" searches; "none" for none'),
  flatValue: z.union([z.number(), shortWord]).default(idle.flatValue).describe('Content of a flattened cell; not a real value'),
  reduce: z
    .enum(['events', 'users'])
    .default('events')
    .describe('What to leave out if a combination still fails: its events, or its subjects'),
  hourBlock: z.int().min(1).max(24).default(idle.hourBlock).describe('Hours in one block of quantized_hour'),
  timeZone: timeZone.optional().describe('Time zone for timestamps with an offset; by default as written'),
  periods: z
    .record(shortWord, z.int().min(0).max(23))
    .refine((periods) => Object.keys(periods).length > 0, 'at least one part of the day')
    .refine((periods) => new Set(Object.values(periods)).size === Object.keys(periods).length, 'two parts begin at the same hour')
    .default(idle.periods)
    .describe('Parts of the day, each with its first hour'),
  pseudonym: z
    .enum(pseudonyms)
    .default('random')
    .describe(
      'What replaces the subject: a random id, nothing, a number for what k subjects share in a day or week, an id per day, week or month, or the subject itself',
    ),
  confidence: z
    .number()
    .gt(0)
    .lt(1)
    .multipleOf(0.001)
    .optional()
    .describe('With shared numbers: of those with one event, the largest share that may be known to have another'),
  alsoProtect: z
    .string()
    .min(1)
    .optional()
    .describe('Column of a second party, such as who acted: every combination has k of these too'),
  order: z
    .enum(['none', 'position'])
    .default('none')
    .describe('With shared numbers: "position" publishes the order of events where k subjects have the same'),
  traces: z
    .int()
    .min(2)
    .optional()
    .describe('With shared numbers: publishes whole traces, in order, that at least so many subjects share'),
  durations: columnList
    .refine(areEdges, 'edges such as 1m,1h,8h,1d,1w, each longer than the one before')
    .optional()
    .describe('With an order: edges of bins for the time since the previous event, published where k subjects share all'),
  onEmptySubject: z.enum(['fail', 'drop']).default('fail').describe('Rows without a subject: refuse, or leave out and count'),
  onBadTime: z.enum(['fail', 'drop']).default('fail').describe('Rows with an unreadable timestamp: refuse, or leave out'),
  maxUnicity: z
    .number()
    .min(0)
    .max(1)
    .default(0.09)
    .describe('Largest share of subjects that a public release may single out; by one to four of their events'),
};

/** The part of an events policy that one setting alone cannot judge. */
interface Related {
  readonly quasi: readonly string[];
  readonly flatten: readonly string[];
  readonly pseudonym: string;
  readonly release: string;
  readonly k: number;
  readonly subject: string;
  readonly reduce: string;
  readonly alsoProtect?: string | undefined;
  readonly confidence?: number | undefined;
  readonly order: string;
  readonly traces?: number | undefined;
  readonly durations?: readonly string[] | undefined;
}

export function eventsProblem(policy: Related) {
  const { quasi, flatten, pseudonym, release, k, confidence, order, traces } = policy;
  const { alsoProtect, subject, reduce, durations } = policy;
  const twice = quasi.find((name, place) => quasi.indexOf(name) < place);
  if (twice !== undefined) return repeatedColumn(twice);
  const stray = flattenedColumns(flatten).find((name) => !quasi.includes(name));
  if (stray !== undefined) return flattenNotQuasi(stray, quasi);
  if (pseudonym === 'keep' && release !== 'internal') return keptSubject(release);
  if (alsoProtect !== undefined && (alsoProtect === subject || quasi.includes(alsoProtect)))
    return badValue('alsoProtect', 'neither the subject nor a column that is published');
  if (alsoProtect !== undefined && reduce === 'users') return badValue('alsoProtect', 'only with --reduce events');
  const window = pseudonym === 'shared:day' ? 'day' : 'week';
  const links = pseudonym.startsWith('shared');
  const idle = {
    confidence: confidence !== undefined,
    order: order !== 'none',
    traces: traces !== undefined,
    durations: durations !== undefined,
  };
  const odd = Object.entries(idle).find(([, given]) => given);
  if (!links && odd !== undefined) return needsLinks(odd[0], pseudonym);
  if (durations !== undefined && !tellsOrder({ order, traces })) return needsOrder();
  if (traces !== undefined && traces < k) return badValue('traces', `at least k = ${k}`);
  if (links && traces === undefined && !tellWindow(quasi, window)) return sharedWithoutWindow(pseudonym, window);
  return undefined;
}

/** The columns to flatten in order; none for a sweep, which looks at all of them. */
export const flattenedColumns = (flatten: readonly string[]): readonly EventColumnName[] =>
  (flatten.length === 1 && ['sweep', 'none'].includes(flatten[0]) ? [] : flatten) as readonly EventColumnName[]; // eventsProblem vouches

/** The columns whose cells may be published coarser than they are. */
export const coarsenedColumns = ({ quasi, flatten }: Pick<Related, 'quasi' | 'flatten'>): readonly string[] =>
  flatten.length === 1 && flatten[0] === 'sweep' ? quasi : flattenedColumns(flatten);

/** A setting that nothing published depends on is as if it were left out: a release says nothing that its data cannot answer for. */
export function withoutIdle<Given extends Pick<Related, 'quasi' | 'flatten'> & { readonly flatValue: string | number }>(
  policy: Given,
): Given {
  return {
    ...policy,
    ...(coarsenedColumns(policy).length === 0 && policy.flatValue !== idleWeek ? { flatValue: idle.flatValue } : {}),
    ...(policy.quasi.includes('quantized_hour') ? {} : { hourBlock: idle.hourBlock }),
    ...(policy.quasi.includes('time_period') ? {} : { periods: { ...idle.periods } }),
  };
}

/** A list where the word `none` stands for an empty one. */
export const unlessNone = (names: readonly string[]): readonly string[] =>
  names.length === 1 && names[0] === 'none' ? [] : names;

/** Whether a release tells the order of linked events. */
export const tellsOrder = ({ order, traces }: { readonly order: string; readonly traces?: number | undefined }): boolean =>
  order === 'position' || traces !== undefined;
