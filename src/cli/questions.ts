import { inEnglish } from '../base/told.ts';
import type { Choices } from '../inspect/drafting.ts';
import type { Inspection } from '../inspect/inspection.ts';
import { subjectsAmong } from '../inspect/shape.ts';
import { aboutMethod, seriesMethodNames, usualSeriesMethod } from '../policy/series-methods.ts';

/** A question with a default and a why; the answer is one of its options. */
export interface Question<Answers = Choices> {
  readonly ask: string;
  readonly why: string;
  readonly options: readonly { readonly value: string; readonly label: string; readonly hint: string }[];
  /** What is suggested, given what was answered before. */
  readonly initial: (before: Answers) => string;
  /** The choices with the answer among them. */
  readonly take: (choices: Answers, answer: string) => Answers;
}

/** What only a person can say, in the order it is asked. */
export function questionsAbout(found: Inspection): readonly Question[] {
  return [...howGroupsAreMade(found), ...whatIsFollowed(found), ...whoseClock(found), ...roleOfEach(found), whoHoldsIt, howMany];
}

/** Asked before all others, as the answer changes what other columns are for. */
export function whoIsProtected({ fields, shape, subjects }: Inspection): readonly Question[] {
  if (shape.kind === 'long') return []; // its subject is what makes it long
  const columns = subjectsAmong(fields, shape, subjects).map(({ name, distinct, rows }) => ({
    value: name,
    label: name,
    hint: [
      distinct === rows ? 'one row each' : `${inEnglish(distinct)} of them`,
      ...(subjects.find((one) => one.name === name)?.for.slice(0, 2) ?? []),
    ].join('; '),
  }));
  const row = shape.kind === 'events' ? [] : [{ value: 'row', label: 'each row is one subject', hint: 'no column names them' }];
  const options = [...columns, ...row];
  return options.length === 0
    ? []
    : [
        {
          ask: 'Who is protected?',
          why: 'k counts these, never rows: with the wrong one, a device is hidden where you mean a person.',
          options,
          initial: () => shape.subject ?? options[0].value,
          take: (choices, subject) => ({ ...choices, subject }),
        },
      ];
}

function howGroupsAreMade({ shape }: Inspection): readonly Question[] {
  if (shape.kind !== 'series' && shape.kind !== 'long') return [];
  const usualFirst = [usualSeriesMethod, ...seriesMethodNames.filter((name) => name !== usualSeriesMethod)];
  return [
    {
      ask: 'How are curves put into groups?',
      why: 'What groups are made by is kept best.',
      options: usualFirst.map((value) => ({ value, label: value, hint: aboutMethod(value) })),
      initial: () => usualSeriesMethod,
      take: (choices, method) => ({ ...choices, method }),
    },
  ];
}

/** An id links what one subject did; for counts nobody needs it. */
function whatIsFollowed({ shape }: Inspection): readonly Question[] {
  if (shape.kind !== 'events') return [];
  const options = [
    { value: 'shared', label: 'where k subjects did the same', hint: 'a number links only what k of them share' },
    { value: 'drop', label: 'no', hint: 'counts of events; no id leaves' },
    { value: 'rotate:day', label: 'within a day', hint: 'an id for each day: some can be singled out' },
    { value: 'rotate:week', label: 'within a week', hint: 'an id for each week: more of them can be singled out' },
  ] as const;
  return [
    {
      ask: 'Must readers follow the events of one subject?',
      why: 'An id links events: anyone who knows a few of them may find the rest.',
      options,
      initial: () => 'shared',
      take: (choices, answer) => ({ ...choices, pseudonym: options.find(({ value }) => value === answer)?.value ?? 'shared' }),
    },
  ];
}

function whoseClock({ offsets }: Inspection): readonly Question[] {
  if (offsets === undefined) return [];
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return [
    {
      ask: 'Whose clock counts?',
      why: `Times have ${offsets} different offsets from UTC; hours and days are told by one clock.`,
      options: [...new Set(['UTC', here])].map((value) => ({
        value,
        label: value,
        hint: value === 'UTC' ? 'nobody changes it in summer' : 'of this computer',
      })),
      initial: () => 'UTC',
      take: (choices, timeZone) => ({ ...choices, timeZone }),
    },
  ];
}

const roles = ['quasi', 'sensitive', 'drop'] as const;

function roleOfEach({ roles: suggested, shape }: Inspection): readonly Question[] {
  if (shape.kind === 'events') return [];
  return suggested
    .filter(({ role, as }) => (role === 'quasi' && as !== 'time' && as !== 'prefix') || role === 'sensitive')
    .map(({ name, role, reason }) => ({
      ask: `What is "${name}"?`,
      why: `Suggested: ${role}. ${reason}.`,
      options: [
        { value: 'quasi', label: 'quasi-identifier', hint: 'others could know it: published as a range or a set' },
        { value: 'sensitive', label: 'sensitive', hint: 'what readers want to learn: published unchanged' },
        { value: 'drop', label: 'dropped', hint: 'must not leave' },
      ],
      initial: () => role,
      take: (choices, answer) => {
        const chosen = roles.find((known) => known === answer);
        return chosen === undefined || chosen === role ? choices : { ...choices, roles: { ...choices.roles, [name]: chosen } };
      },
    }));
}

const whoHoldsIt: Question = {
  ask: 'Who will hold the release?',
  why: 'It decides what a run warns about and what it refuses.',
  options: [
    { value: 'internal', label: 'colleagues', hint: 'internal' },
    { value: 'partner', label: 'a named partner', hint: 'partner' },
    { value: 'public', label: 'anybody', hint: 'public' },
  ],
  initial: () => 'internal',
  take: (choices, answer) => ({ ...choices, release: answer === 'public' || answer === 'partner' ? answer : 'internal' }),
};

const howMany: Question = {
  ask: 'How many subjects must look alike?',
  why: 'k: 5 is usual inside an organisation, 11 is often asked of public releases.',
  options: ['5', '11', '20', '50'].map((value) => ({ value, label: value, hint: `at best 1 in ${value} is the right one` })),
  initial: ({ release }) => (release === 'public' ? '11' : '5'),
  take: (choices, answer) => ({ ...choices, k: Number(answer) }),
};
