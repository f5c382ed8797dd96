import { type FieldFacts, isRun, isUnique } from './field.ts';
import { isMoment, isNumeric } from './look.ts';
import { says } from './name-hints.ts';
import { couldName, isGrid, likeliest, rowsEach, type SubjectEvidence, subjectsIn, timesAmong, twinsAmong } from './subjects.ts';
import { noRelations, type Relations, type Within } from './within.ts';

/** What a table is, and the columns that make it so. */
export type Shape =
  | { readonly kind: 'series'; readonly series: string; readonly subject?: string | undefined }
  | { readonly kind: 'long'; readonly subject: string; readonly time: string; readonly value: string }
  | { readonly kind: 'events'; readonly subject: string; readonly time: string; readonly event: string }
  | {
      readonly kind: 'transactions';
      /** Nobody, where no column repeats that could be. */
      readonly subject?: string | undefined;
      readonly time: string;
      /** Where it was: one place, or where it began and where it ended. */
      readonly places: readonly string[];
      /** What was bought. */
      readonly article?: string | undefined;
      /** What was paid or counted. */
      readonly amount?: string | undefined;
    }
  | { readonly kind: 'table'; readonly subject?: string | undefined };

/** Something that a table could be, and what speaks for it. */
export interface ShapeEvidence {
  readonly kind: Shape['kind'];
  readonly for: readonly string[];
}

/** The shape, what speaks for it and for others, and who could be protected. */
export interface Judged {
  readonly shape: Shape;
  /** The shape itself first, then what else it could be. */
  readonly shapes: readonly ShapeEvidence[];
  readonly subjects: readonly SubjectEvidence[];
}

export const shapeOf = (fields: readonly FieldFacts[], relations: Relations = noRelations): Shape =>
  judgeShape(fields, relations).shape;

/** A series wins over anything: its columns are there to be seen. Then what repeats in time, then any table. `named` is who a person says is protected. */
export function judgeShape(fields: readonly FieldFacts[], relations: Relations = noRelations, named?: string): Judged {
  const subjects = subjectsIn(fields, relations);
  const chosen = fields.find(({ name }) => name === (named ?? likeliest(subjects)?.name));
  const found = candidates(fields, relations, chosen, named);
  const [{ shape }] = found;
  return { shape, shapes: found.map((one) => ({ kind: one.shape.kind, for: one.for })), subjects };
}

interface Candidate {
  readonly shape: Shape;
  readonly for: readonly string[];
}

function candidates(
  fields: readonly FieldFacts[],
  relations: Relations,
  subject: FieldFacts | undefined,
  named: string | undefined,
): readonly [Candidate, ...Candidate[]] {
  const table: Candidate = {
    shape: { kind: 'table', subject: named ?? subject?.name },
    for: [
      subject === undefined || isUnique(subject)
        ? 'no run of numbered columns, and no subject that repeats in time'
        : 'nothing says when',
    ],
  };
  const run = fields.filter(isRun).toSorted((a, b) => b.columns.length - a.columns.length)[0];
  if (run !== undefined)
    return [
      {
        shape: { kind: 'series', series: run.name, subject: table.shape.subject },
        for: [`${run.columns.length} columns of numbers count up`],
      },
    ];
  const repeated = subject === undefined || subject.distinct === subject.rows ? undefined : subject;
  const own = relations.within.find((within) => within.subject === repeated?.name);
  const inTime = [
    repeated === undefined ? undefined : longIn(fields, repeated, own),
    ...eventsFirst(
      transactionsIn(fields, relations, { subject: repeated, own, named }),
      repeated === undefined ? undefined : eventsIn(fields, relations, repeated, own),
    ),
  ].filter((candidate) => candidate !== undefined);
  return inTime.length === 0 ? [table] : (inTime as [Candidate, ...Candidate[]]);
}

/** A column that is called an event or activity makes it a log, whatever was paid beside it. */
const eventsFirst = (sales: Candidate | undefined, log: Candidate | undefined): readonly (Candidate | undefined)[] =>
  log?.shape.kind === 'events' && isCalledEvent(log.shape.event) ? [log, sales] : [sales, log];

const isCalledEvent = (name: string): boolean => /event|activit|aktivi|attivit|concept.name|dogodek|ereignis|zdarzen/i.test(name);

/** One number for each subject and instant. */
function longIn(fields: readonly FieldFacts[], subject: FieldFacts, own: Within | undefined): Candidate | undefined {
  const others = fields.filter((field) => field !== subject);
  const time = [
    ...timesAmong(others),
    ...others.filter(({ kind, distinct }) => kind === 'whole' && distinct >= 4 && own !== undefined),
  ].find(
    (when) =>
      isGrid(subject, when, own) &&
      (isMoment(when.kind) || when.kind === 'clock' || says(when.name, 'time') || fills(subject, when, own)),
  );
  if (time === undefined) return undefined;
  const numbers = others.filter(
    (field) =>
      field !== time && isNumeric(field.kind) && field.distinct > 1 && changesIn(own, field) && !says(field.name, 'postal'),
  );
  const value = numbers.find(({ name }) => says(name, 'reading')) ?? numbers.find(({ kind }) => kind === 'number') ?? numbers[0];
  if (value === undefined) return undefined;
  return {
    shape: { kind: 'long', subject: subject.name, time: time.name, value: value.name },
    for: [`each "${subject.name}" has one row at each of ${time.distinct} "${time.name}"`, `"${value.name}" is a number there`],
  };
}

/** Numbers that nothing calls a time must number the rows of each subject, each once. */
const fills = (subject: FieldFacts, time: FieldFacts, own: Within | undefined): boolean =>
  subject.rows >= 0.98 * subject.distinct * time.distinct || ((own?.pairs[time.name] ?? 0) >= 0.999 && rowsEach(subject) >= 8);

/** Whether a column has different values inside a subject, as far as that was counted. */
const changesIn = (own: Within | undefined, { name }: FieldFacts): boolean => own === undefined || (own.varies[name] ?? 1) > 0.02;

/** Filled nearly everywhere: what is paid at each purchase, and not what a few events report. */
const isFilled = ({ rows, missing }: FieldFacts): boolean => missing <= 0.3 * rows;

/** Whoever has the rows: a column that repeats, what others do inside it, and what a person said. */
interface Protected {
  readonly subject: FieldFacts | undefined;
  readonly own: Within | undefined;
  readonly named: string | undefined;
}

/** Trips and purchases: a time, with places or an article, and mostly something paid. */
function transactionsIn(
  fields: readonly FieldFacts[],
  relations: Relations,
  { subject, own, named }: Protected,
): Candidate | undefined {
  const times = timesAmong(fields.filter((field) => field !== subject));
  const time = times.find((when) => changesIn(own, when));
  if (time === undefined || (subject !== undefined && isGrid(subject, time, own))) return undefined;
  const rest = fields.filter((field) => field !== subject && !(isUnique(field) && couldName(field)) && !times.includes(field));
  const numbers = rest.filter((field) => isNumeric(field.kind) && field.distinct > 1 && isFilled(field) && changesIn(own, field));
  const ends = endsAmong(rest, relations, fields);
  const amount =
    numbers.find((field) => says(field.name, 'money') && field.kind === 'number') ??
    numbers.find(({ cents, name }) => cents && !says(name, 'place') && !says(name, 'reading')) ??
    numbers.find(({ name }) => says(name, 'money'));
  const article = rest.find((field) => says(field.name, 'article') && couldName(field) && field.distinct > 1);
  const quantity = numbers.find(({ name }) => says(name, 'quantity'));
  const site = rest.find(
    (field) => says(field.name, 'place') && !isNumberOfPlace(field) && field.distinct > 1 && changesIn(own, field),
  );
  const common = { kind: 'transactions' as const, subject: subject?.name ?? named, time: time.name };
  const paid = amount === undefined ? [] : [`"${amount.name}" is paid in each row`];
  if (ends.length === 2)
    return {
      shape: { ...common, places: ends, amount: amount?.name },
      for: [`"${ends[0]}" and "${ends[1]}" have the same values, as the two ends of a trip`, ...paid],
    };
  if (
    article !== undefined &&
    (amount !== undefined || quantity !== undefined || fields.some(({ name }) => says(name, 'record')))
  )
    return {
      shape: {
        ...common,
        places: site === undefined ? [] : [site.name],
        article: article.name,
        amount: (amount ?? quantity)?.name,
      },
      for: [
        `"${article.name}" says what was bought`,
        ...(amount === undefined && quantity !== undefined ? [`"${quantity.name}" says how many`] : paid),
      ],
    };
  if (site !== undefined && amount !== undefined)
    return { shape: { ...common, places: [site.name], amount: amount.name }, for: [`"${site.name}" says where`, ...paid] };
  const thing = amount === undefined ? undefined : unnamedThing(rest, subject, own);
  if (thing !== undefined && amount?.cents === true && subject !== undefined)
    return {
      shape: {
        ...common,
        places: thing.kind === 'code' ? [thing.name] : [],
        article: thing.kind === 'code' ? undefined : thing.name,
        amount: amount.name,
      },
      for: [`"${thing.name}" says where or what`, ...paid],
    };
  return undefined;
}

/** Degrees of latitude say where to the metre: they are no code of a place. */
const isNumberOfPlace = ({ kind }: FieldFacts): boolean => kind === 'number';

/** The two ends of a trip: the names of the places rather than their numbers. */
function endsAmong(rest: readonly FieldFacts[], relations: Relations, fields: readonly FieldFacts[]): readonly string[] {
  const twins = twinsAmong(fields, relations);
  const ends = rest.filter(({ name }) => twins.includes(name));
  const texts = ends.filter(({ kind }) => kind !== 'whole');
  const pair = relations.twins
    .filter(
      ({ one, other, share }) => share >= 0.5 && ends.some(({ name }) => name === one) && ends.some(({ name }) => name === other),
    )
    .toSorted((a, b) => preference(b, texts) - preference(a, texts))[0];
  return pair === undefined ? [] : [pair.one, pair.other];
}

const preference = ({ one, other, share }: Relations['twins'][number], texts: readonly FieldFacts[]): number =>
  2 * Number(texts.some(({ name }) => name === one) && texts.some(({ name }) => name === other)) +
  Number(says(one, 'place') && says(other, 'place')) +
  share / 2;

/** Ids or codes that repeat beside an amount and change inside a subject: an article or a place that no name calls so. */
const unnamedThing = (
  rest: readonly FieldFacts[],
  subject: FieldFacts | undefined,
  own: Within | undefined,
): FieldFacts | undefined =>
  rest
    .filter(
      (field) =>
        field !== subject &&
        ['code', 'text'].includes(field.kind) &&
        field.distinct >= 5 &&
        rowsEach(field) >= 2 &&
        changesIn(own, field) &&
        !says(field.name, 'event') &&
        !says(field.name, 'remark') &&
        !says(field.name, 'quasi') &&
        !says(field.name, 'record'),
    )
    .toSorted((a, b) => Number(b.digits) - Number(a.digits))[0];

/** Something that happens to a subject again and again, and has a time. */
function eventsIn(
  fields: readonly FieldFacts[],
  relations: Relations,
  subject: FieldFacts,
  own: Within | undefined,
): Candidate | undefined {
  const others = fields.filter((field) => field !== subject && !isUnique(field));
  const times = fields.filter(
    (field) => field !== subject && isMoment(field.kind) && field.distinct > 1 && changesIn(own, field),
  );
  const time = times.find(({ kind }) => kind === 'time') ?? times[0];
  if (time === undefined) return undefined;
  const twins = twinsAmong(fields, relations);
  const codes = others.filter(
    (field) =>
      field !== time &&
      (field.kind === 'text' || field.kind === 'code' || (field.kind === 'whole' && says(field.name, 'event'))) &&
      field.distinct >= 2 &&
      field.distinct <= Math.min(1000, field.rows / 5) &&
      isFilled(field) &&
      (changesIn(own, field) || says(field.name, 'event')) &&
      !twins.includes(field.name) &&
      !says(field.name, 'remark'),
  );
  const event = codes.toSorted((a, b) => eventness(b, own) - eventness(a, own))[0];
  return event === undefined
    ? undefined
    : {
        shape: { kind: 'events', subject: subject.name, time: time.name, event: event.name },
        for: [`"${time.name}" says when`, `"${event.name}" has ${event.distinct} values that change inside a subject`],
      };
}

/** How much a column says what happened: its name, and more than two or three values. */
function eventness(field: FieldFacts, own: Within | undefined): number {
  const { name, distinct } = field;
  const called = says(name, 'event') ? 2 : 0;
  const exact = isCalledEvent(name) ? 2 : 0;
  const still = changesIn(own, field) ? 0 : 4;
  const less = /lifecycle|transition|status|type|resource|org:/i.test(name) ? 1 : 0;
  return (
    called +
    exact -
    still -
    less +
    (distinct >= 4 ? 1 : 0) -
    ((['quasi', 'place', 'sensitive', 'article', 'record'] as const).some((hint) => says(name, hint)) ? 2 : 0)
  );
}

/** Every column that could be who is protected, the likeliest first. */
export function subjectsAmong(
  fields: readonly FieldFacts[],
  shape: Shape,
  subjects: readonly SubjectEvidence[],
): readonly FieldFacts[] {
  const weight = ({ name }: FieldFacts) => subjects.find((one) => one.name === name)?.weight ?? -100;
  return fields
    .filter((field) => couldName(field) && field.distinct > 1)
    .toSorted(
      (a, b) =>
        Number(b.name === shape.subject) - Number(a.name === shape.subject) || weight(b) - weight(a) || b.distinct - a.distinct,
    )
    .slice(0, 8);
}

/** What makes it this shape, for a person. */
export function describeShape(shape: Shape): string {
  switch (shape.kind) {
    case 'series':
      return `series: ${shape.series} are numbers that count up, one curve in each row`;
    case 'long':
      return `series in a long table: each "${shape.subject}" has one "${shape.value}" at each "${shape.time}"`;
    case 'events':
      return `an event log: "${shape.subject}" repeats, "${shape.time}" says when and "${shape.event}" what`;
    case 'transactions':
      return `transactions: ${shape.subject === undefined ? 'nobody is named' : `"${shape.subject}" repeats`}, with ${partsOf(shape)}`;
    case 'table':
      return 'a table: no run of numbered columns, and no subject that repeats in time';
    default:
      return shape satisfies never;
  }
}

function partsOf({ places, article, time, amount }: Extract<Shape, { kind: 'transactions' }>): string {
  const parts = [
    ...(places.length === 2 ? [`two places ("${places[0]}", "${places[1]}")`] : places.map((name) => `a place ("${name}")`)),
    ...(article === undefined ? [] : [`an article ("${article}")`]),
    `a time ("${time}")`,
    ...(amount === undefined ? [] : [`an amount ("${amount}")`]),
  ];
  return `${parts.slice(0, -1).join(', ')} and ${parts[parts.length - 1]}`;
}
