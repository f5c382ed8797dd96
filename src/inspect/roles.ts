import { type FieldFacts, isRun, isUnique } from './field.ts';
import { isMoment, isNumeric } from './look.ts';
import { says } from './name-hints.ts';
import type { Shape } from './shape.ts';

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

export function rolesFor(
  shape: Shape,
  fields: readonly FieldFacts[],
  associations: readonly Association[],
  impliedSensitive: readonly string[] = [],
): readonly Suggestion[] {
  return fields.map((field) => ({
    name: field.name,
    columns: field.columns,
    ...(ofShape(shape, field) ?? ofColumn(field, shape, associations, impliedSensitive)),
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
      if (name === shape.place)
        return { role: 'quasi', as: 'prefix', reason: 'where somebody was: codes that share their beginnings' };
      return name === shape.amount ? { role: 'value', reason: 'an amount: published as a mean' } : undefined;
    case 'table':
      return undefined;
    default:
      return shape satisfies never;
  }
}

const subjectReason = (field: FieldFacts): string =>
  isUnique(field)
    ? 'unique: no two rows share it'
    : `it repeats, ${(field.rows / Math.max(1, field.distinct)).toFixed(1)} rows each on average`;

function ofColumn(
  field: FieldFacts,
  shape: Shape,
  associations: readonly Association[],
  impliedSensitive: readonly string[],
): Told {
  const { name, kind, distinct, missing, rows } = field;
  if (shape.kind === 'events') return { role: 'drop', reason: 'not needed: an event is published by its class and time' };
  if (impliedSensitive.includes(name))
    return { role: 'sensitive', reason: `the class that the file itself names${namesPeople(field)}` };
  if (kind === 'empty' || missing === rows) return { role: 'drop', reason: 'empty' };
  if (distinct === 1) return { role: 'drop', reason: 'one value throughout says nothing' };
  if (isRun(field)) return { role: 'drop', reason: 'a second series; one is published at a time' };
  if (says(name, 'person')) return { role: 'drop', reason: 'its name says that it leads to a person' };
  if (isUnique(field) && (kind === 'text' || kind === 'code')) return { role: 'drop', reason: 'an identifier: unique text' };
  if (isUnique(field) && kind === 'whole' && says(name, 'subject'))
    return { role: 'drop', reason: 'an identifier: a number of its own in each row' };
  if (isMoment(kind) || kind === 'clock')
    return { role: 'drop', reason: 'dates single people out; make a year or an age of it to keep it' };
  if (says(name, 'quasi')) return quasi(field, 'others can know it, as its name says');
  if (says(name, 'sensitive'))
    return { role: 'sensitive', reason: `what readers want to learn, as its name says${namesPeople(field)}` };
  if (isNumeric(kind)) return quasi(field, 'a number that others could know or guess');
  if (distinct > mostCategories) return { role: 'drop', reason: 'too many different texts: each says much about few' };
  const tied = associations.find(({ one, other, strength }) => strength >= strong && (one === name || other === name));
  if (tied !== undefined)
    return quasi(field, `goes with "${tied.one === name ? tied.other : tied.one}", so whoever knows one knows the other`);
  return { role: 'sensitive', reason: `sensitive? ${distinct} texts that go with nothing else here` };
}

/** Published unchanged, values of hardly two rows each lead to people whatever stands beside them. */
const namesPeople = ({ rows, missing, distinct }: FieldFacts): string =>
  rows > 1 && 2 * distinct > rows - missing ? '; but (nearly) unique, so as good as a name: round it, or drop it' : '';

const quasi = (field: FieldFacts, reason: string): Told => ({
  role: 'quasi',
  as: isNumeric(field.kind) ? 'number' : field.kind === 'code' ? 'prefix' : 'category',
  reason,
});
