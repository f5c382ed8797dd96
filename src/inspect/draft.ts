import type { FieldFacts } from './field.ts';
import type { Inspection } from './inspection.ts';
import type { Suggestion } from './roles.ts';
import { toldShape } from './shape.ts';
import { type Setting, scalar, yamlText } from './yaml-text.ts';

/** What a person chose over what was suggested. */
export interface Choices {
  /** A column, or `row` where each row is one subject. */
  readonly subject?: string;
  readonly method?: string;
  readonly release?: 'internal' | 'partner' | 'public';
  readonly k?: number;
  /** Other roles than the suggested ones, by field. */
  readonly roles?: Readonly<Record<string, 'quasi' | 'sensitive' | 'drop'>>;
}

export interface Draft {
  readonly text: string;
  /** What a person has to know or to do before it runs; nothing where it runs as it is. */
  readonly notes: readonly string[];
}

/** A policy file for what was found, each line with its reason. `input` is how the file names it, from the folder it will lie in. */
export function draftPolicy(found: Inspection, input: string, choices: Choices = {}): Draft {
  const { shape, rows } = found;
  const subject = choices.subject ?? shape.subject;
  const chosen = withChoices(found, choices, subject);
  const settings = [
    { key: 'version', value: 1, why: '' },
    input.includes('://')
      ? ({
          key: 'input',
          value: input.replace(/\/\/[^@/]*@/, '//'),
          why: 'may hold a password: give it on the command line',
          off: true,
        } as const)
      : { key: 'input', value: input, why: '' },
    { key: 'out', value: 'release', why: 'the folder to be made; hand it over without internal/' },
    ...settingsOf(found, chosen, choices, subject),
    release(choices),
  ];
  const head = [
    '# yaml-language-server: $schema=./policy.schema.json',
    '# (for editors: shoal schema > policy.schema.json)',
    `# Suggested by "shoal init" for ${rows.toLocaleString('en-GB')} rows. It looks like ${toldShape(shape)}.`,
    '# Read every line: what others could know and what may leave is for you to say. Then "shoal plan", then "shoal run".',
  ];
  return { text: `${head.join('\n')}\n${yamlText(settings)}`, notes: notesOn(found, subject) };
}

/** Roles as suggested, except where somebody chose otherwise; whoever is protected leaves their former role. */
function withChoices(
  { roles, shape }: Inspection,
  { roles: other = {} }: Choices,
  subject: string | undefined,
): readonly Suggestion[] {
  return roles.map((suggested) => {
    const chosen = Object.hasOwn(other, suggested.name) ? other[suggested.name] : undefined;
    if (suggested.name === subject) return { ...suggested, role: 'subject' };
    if (suggested.role === 'subject' && shape.kind !== 'events') return { ...suggested, role: 'drop', reason: 'an identifier' };
    return chosen === undefined ? suggested : { ...suggested, role: chosen, reason: 'your choice' };
  });
}

function settingsOf(
  { shape, fields, mapped, standing, rows }: Inspection,
  roles: readonly Suggestion[],
  choices: Choices,
  subject: string | undefined,
): readonly Setting[] {
  const fieldOf = (name: string): FieldFacts | undefined => fields.find((field) => field.name === name);
  const subjects = subject === 'row' ? rows : (fieldOf(subject ?? '')?.distinct ?? standing?.subjects ?? rows);
  const publicly = choices.release === 'public';
  const k = choices.k ?? Math.max(2, Math.min(publicly ? 11 : 5, subjects));
  const promise: Setting = {
    key: 'k',
    value: k,
    why: `least subjects that look alike, of ${subjects.toLocaleString('en-GB')} here`,
  };
  const protectedOnes = subjectSetting(subject, roles);
  const listed = (role: Suggestion['role'], kinds: boolean) =>
    roles
      .filter((suggested) => suggested.role === role)
      .map(({ name, as, reason }) => ({ name: kinds && as !== undefined ? `${name}:${as}` : name, why: reason }));
  switch (shape.kind) {
    case 'series':
    case 'long': {
      const method = choices.method ?? 'naive';
      const series = shape.kind === 'series' ? fieldOf(shape.series) : undefined;
      const gaps = series?.missing ?? fieldOf(shape.kind === 'long' ? shape.value : '')?.missing ?? 0;
      const instants = series?.columns.length ?? fieldOf(shape.kind === 'long' ? shape.time : '')?.distinct ?? 0;
      return [
        { key: 'method', value: method, why: methodReasons[method] ?? '' },
        ...(shape.kind === 'long'
          ? [
              {
                key: 'long',
                value: { subject: shape.subject, time: shape.time, value: shape.value },
                why: 'one row per subject and instant',
              },
            ]
          : [
              protectedOnes,
              { key: 'series', value: [{ name: shape.series, why: `${instants} instants, in this order` }], why: '' },
            ]),
        {
          key: 'quasi',
          value: listed('quasi', true).map(asSeriesKind),
          why: 'what else others could know: published as a range or a set',
        },
        { key: 'sensitive', value: listed('sensitive', false), why: 'published unchanged' },
        { key: 'drop', value: listed('drop', false), why: 'must not leave' },
        promise,
        {
          key: 'p',
          value: Math.min(k, publicly || method !== 'naive' ? 5 : 2),
          why: 'least subjects of a group who share a pattern',
        },
        {
          key: 'segments',
          value: Math.min(instants, instants >= 48 ? 8 : 4),
          why: `letters of a pattern, each the mean of a stretch of ${instants} instants`,
        },
        gaps === 0
          ? { key: 'missing', value: 'fail', why: 'no cell of the series is empty' }
          : gaps <= 0.05 * rows * (series?.columns.length ?? 1)
            ? { key: 'missing', value: 'interpolate', why: 'a few cells are empty: filled from their neighbours, and counted' }
            : { key: 'missing', value: 'drop', why: 'many cells are empty: subjects with gaps are left out' },
      ];
    }
    case 'events':
      return [
        { key: 'method', value: 'events', why: 'every published combination is shared by k subjects' },
        protectedOnes,
        { key: 'time', value: shape.time, why: '' },
        { key: 'event', value: shape.event, why: '' },
        ...(mapped === true ? [] : ownCodes),
        promise,
        {
          key: 'pseudonym',
          value: publicly ? 'drop' : 'random',
          why: publicly
            ? 'no id leaves: an id links the events of one subject'
            : 'a fresh id; it links the events of one subject, and the report says how far that goes',
        },
        ...((fieldOf(shape.time)?.odd ?? 0) + (fieldOf(shape.time)?.missing ?? 0) > 0
          ? [{ key: 'onBadTime', value: 'drop', why: 'some times cannot be read: those events are left out, and counted' }]
          : []),
      ];
    case 'transactions':
    case 'table':
      return [
        { key: 'method', value: 'kaca', why: 'records are clustered, then generalised as far as a cluster needs' },
        protectedOnes,
        { key: 'quasi', value: listed('quasi', true), why: 'what others could know: generalised until k subjects share it' },
        ...(shape.kind === 'transactions'
          ? [
              {
                key: 'aggregate',
                value: [
                  { name: 'count', why: 'one row per combination, with its number of records' },
                  { name: `avg:${shape.amount}`, why: 'and their mean' },
                ],
                why: 'take it out to publish record by record',
              },
            ]
          : [{ key: 'sensitive', value: listed('sensitive', false), why: 'published unchanged' }]),
        {
          key: 'drop',
          value: [...listed('drop', false), ...(shape.kind === 'transactions' ? listed('sensitive', false) : [])],
          why: 'must not leave',
        },
        promise,
        { key: 'clustering', value: 'hierarchy', why: 'along prefixes and ranges: less is lost than with kmeans' },
      ];
    default:
      return shape satisfies never;
  }
}

const methodReasons: Readonly<Record<string, string>> = {
  naive: 'grouped by value first: narrow bands (kapra: by shape first, truer patterns)',
  kapra: 'grouped by shape first: true patterns (naive: by value first, narrower bands)',
};

/** The mapping that is built in does not know these codes, so they are published as they are. */
const ownCodes: readonly Setting[] = [
  {
    key: 'quasi',
    value: [
      { name: 'event', why: 'the code itself; name a mapping file to publish classes' },
      ...['week_number', 'weekday', 'time_period'].map((name) => ({ name, why: '' })),
    ],
    why: 'what is published of an event',
  },
  { key: 'unmapped', value: 'other', why: 'the telecare mapping does not cover these codes' },
  { key: 'removeClasses', value: 'none', why: 'no class is left out' },
];

/** Series know two kinds of quasi-identifiers. */
const asSeriesKind = ({ name, why }: { name: string; why: string }) => ({
  name: name.replace(/:(prefix|time)$/, ':category'),
  why,
});

function subjectSetting(subject: string | undefined, roles: readonly Suggestion[]): Setting {
  if (subject === undefined)
    return {
      key: 'subject',
      value: 'row',
      why: 'no column says who is protected: name one, or say row if each row is one subject',
      off: true,
    };
  if (subject === 'row') return { key: 'subject', value: 'row', why: 'each row is one subject' };
  return { key: 'subject', value: subject, why: `who is protected; ${roles.find(({ name }) => name === subject)?.reason ?? ''}` };
}

function release({ release = 'internal' }: Choices): Setting {
  const why = { internal: 'stays among colleagues', partner: 'goes to a named partner', public: 'anybody may have it' }[release];
  return { key: 'release', value: release, why };
}

function notesOn({ shape, fields, standing }: Inspection, subject: string | undefined): readonly string[] {
  const notes: string[] = [];
  if (subject === undefined)
    notes.push('Who is protected? The line "subject" is commented out: no column says so. Until it is there, nothing runs.');
  const field = fields.find(({ name }) => name === subject);
  if (shape.kind === 'series' && field !== undefined && field.distinct < field.rows)
    notes.push(
      `"${field.name}" stands in several rows, but each subject must be one curve: average its rows, choose one, or name another subject.`,
    );
  if (field !== undefined && field.missing > 0)
    notes.push(`${field.missing} rows have no "${field.name}": complete them or leave them out of the input.`);
  for (const { name, odd, kind } of fields)
    if (odd > 0 && kind !== 'time' && kind !== 'date')
      notes.push(`${scalar(name)} holds ${odd} cells that are no numbers: correct them or give it another role.`);
  if (standing !== undefined && standing.subjects < 10) notes.push(`Only ${standing.subjects} subjects: k cannot be more.`);
  return notes;
}
