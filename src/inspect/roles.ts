import { type FieldFacts, isRun, isUnique } from './field.ts';
import { isMoment, isNumeric } from './look.ts';
import { says } from './name-hints.ts';
import type { Shape } from './shape.ts';
import type { Within } from './within.ts';

export type Role = 'subject' | 'series' | 'time' | 'value' | 'event' | 'quasi' | 'sensitive' | 'drop';

/** What a column is probably for, and why; a person decides. */
export interface Suggestion {
  readonly name: string;
  readonly columns: readonly string[];
  readonly role: Role;
  /** How a quasi-identifier is published. */
  readonly as?: 'number' | 'category' | 'prefix' | 'time';
  readonly reason: string;
}

/** Two columns that tell each other's value: Cramér's V, from 0 to 1. */
export interface Association {
  readonly one: string;
  readonly other: string;
  readonly strength: number;
}

const strong = 0.5;
/** Texts with more values than this say too much about one person to be a category. */
export const mostCategories = 50;

/** What is known across columns when roles are suggested. */
export interface Beside {
  readonly associations?: readonly Association[];
  /** Columns that the format of the file calls classes. */
  readonly impliedSensitive?: readonly string[] | undefined;
  /** What columns do inside the subject, where it repeats. */
  readonly within?: Within | undefined;
}

export function rolesFor(shape: Shape, fields: readonly FieldFacts[], beside: Beside = {}): readonly Suggestion[] {
  return fields.map((field) => ({
    name: field.name,
    columns: field.columns,
    ...(ofShape(shape, field) ?? ofColumn(field, shape, beside)),
  }));
}

type Told = Pick<Suggestion, 'role' | 'as' | 'reason'>;

/** The columns that make the table what it is. */
function ofShape(shape: Shape, field: FieldFacts): Told | undefined {
  const { name } = field;
  if (name === shape.subject) return { role: 'subject', reason: subjectReason(field) };
  switch (shape.kind) {
    case 'series':
      return name === shape.series ? { role: 'series', reason: `${field.columns.length} numbers that count up` } : undefined;
    case 'long':
      if (name === shape.time) return { role: 'time', reason: 'the same instants for every subject' };
      return name === shape.value ? { role: 'value', reason: 'one number at each instant' } : undefined;
    case 'events':
      if (name === shape.time) return { role: 'time', reason: 'dates with a time' };
      return name === shape.event ? { role: 'event', reason: `${field.distinct} codes that repeat` } : undefined;
    case 'transactions':
      if (name === shape.time) return { role: 'quasi', as: 'time', reason: 'when somebody was there' };
      if (shape.places.includes(name)) return placeOf(field, 'where somebody was');
      if (name === shape.article) return placeOf(field, 'what somebody bought');
      return name === shape.amount ? { role: 'value', reason: 'an amount: published as a mean' } : undefined;
    case 'table':
      return undefined;
    default:
      return shape satisfies never;
  }
}

/** Codes and ids lose their ends first; words are a set. */
const placeOf = ({ kind, digits, even }: FieldFacts, reason: string): Told =>
  kind === 'code' || (kind === 'text' && digits && even)
    ? { role: 'quasi', as: 'prefix', reason: `${reason}: codes that share their beginnings` }
    : { role: 'quasi', as: 'category', reason };

const subjectReason = (field: FieldFacts): string =>
  isUnique(field)
    ? 'unique: no two rows share it'
    : `it repeats, ${(field.rows / Math.max(1, field.distinct)).toFixed(1)} rows each on average`;

function ofColumn(field: FieldFacts, shape: Shape, { associations = [], impliedSensitive = [], within }: Beside): Told {
  const { name, kind, distinct, missing, rows } = field;
  if (impliedSensitive.includes(name))
    return { role: 'sensitive', reason: `the class that the file itself names${namesPeople(field)}` };
  if (kind === 'empty' || missing === rows) return { role: 'drop', reason: 'empty' };
  if (shape.kind === 'events') return { role: 'drop', reason: 'not needed: an event is published by its class and time' };
  if (distinct === 1) return { role: 'drop', reason: 'one value throughout says nothing' };
  if (isRun(field)) return { role: 'drop', reason: 'a second series; one is published at a time' };
  if (says(name, 'person')) return { role: 'drop', reason: 'its name says that it leads to a person' };
  if (says(name, 'remark') && !isNumeric(kind)) return { role: 'drop', reason: 'words that somebody typed may say anything' };
  if (isUnique(field) && (kind === 'text' || kind === 'code')) return { role: 'drop', reason: 'an identifier: unique text' };
  if (isUnique(field) && kind === 'whole' && numbersSomething(name))
    return { role: 'drop', reason: 'an identifier: a number of its own in each row' };
  if (isMoment(kind) || kind === 'clock')
    return { role: 'drop', reason: 'dates single people out; make a year or an age of it to keep it' };
  if (shape.kind === 'long' && (within?.varies[name] ?? 0) > 0)
    return {
      role: 'drop',
      reason: isNumeric(kind)
        ? 'another value that changes; one is published at a time'
        : 'it changes inside a subject, and a curve has one',
    };
  if (says(name, 'record') && !isNumeric(kind) && distinct > mostCategories)
    return { role: 'drop', reason: 'it numbers what was done: an identifier' };
  if (numbersSomething(name) && kind !== 'number' && distinct > mostCategories)
    return { role: 'drop', reason: 'an identifier: its name says that it numbers something' };
  if (says(name, 'postal') || says(name, 'quasi')) return quasi(field, 'others can know it, as its name says');
  if (says(name, 'sensitive'))
    return { role: 'sensitive', reason: `what readers want to learn, as its name says${namesPeople(field)}` };
  if (shape.kind === 'transactions')
    return { role: 'drop', reason: 'not needed: counts are by place or article, time and what names say' };
  if (isNumeric(kind)) return quasi(field, 'a number that others could know or guess');
  if (distinct > mostCategories) return { role: 'drop', reason: 'too many different texts: each says much about few' };
  const tied = associations.find(({ one, other, strength }) => strength >= strong && (one === name || other === name));
  if (tied !== undefined)
    return quasi(field, `goes with "${tied.one === name ? tied.other : tied.one}", so whoever knows one knows the other`);
  return { role: 'sensitive', reason: `sensitive? ${distinct} texts that go with nothing else here` };
}

const numbersSomething = (name: string): boolean => says(name, 'id') || says(name, 'subject') || says(name, 'record');

/** Published unchanged, values of hardly two rows each lead to people whatever stands beside them. */
const namesPeople = ({ rows, missing, distinct }: FieldFacts): string =>
  rows > 1 && 2 * distinct > rows - missing ? '; but (nearly) unique, so as good as a name: round it, or drop it' : '';

const quasi = (field: FieldFacts, reason: string): Told => ({ role: 'quasi', as: publishedAs(field), reason });

/** Postal codes, and whole numbers that are names of something, are no quantities: between two of them lies nothing. */
function publishedAs({ name, kind, even, distinct }: FieldFacts): NonNullable<Suggestion['as']> {
  if (kind === 'code' || says(name, 'postal')) return even || kind === 'code' ? 'prefix' : 'category';
  if (!isNumeric(kind)) return 'category';
  const named =
    kind === 'whole' &&
    (says(name, 'id') || (says(name, 'quasi') && /class|klasse|type|typ|art$|code|categor|kateg|unit|ward/i.test(name)));
  return named && distinct <= mostCategories ? 'category' : 'number';
}
