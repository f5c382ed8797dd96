import { type FieldFacts, isRun, isUnique } from './field.ts';
import { isMoment, isNumeric } from './look.ts';
import { says } from './name-hints.ts';
import { because, type Reason, tellReasons } from './reasons.ts';
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
  /** The same by code. */
  readonly told: readonly Reason[];
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
  return fields.map((field) => {
    const { told, ...suggested } = ofShape(shape, field) ?? ofColumn(field, shape, beside);
    return { name: field.name, columns: field.columns, ...suggested, reason: tellReasons(told), told };
  });
}

type Suggested = Pick<Suggestion, 'role' | 'as' | 'told'>;

/** The columns that make the table what it is. */
function ofShape(shape: Shape, field: FieldFacts): Suggested | undefined {
  const { name } = field;
  if (name === shape.subject) return { role: 'subject', told: [subjectReason(field)] };
  switch (shape.kind) {
    case 'series':
      return name === shape.series
        ? { role: 'series', told: [because('counts-up', { columns: field.columns.length })] }
        : undefined;
    case 'long':
      if (name === shape.time) return { role: 'time', told: [because('same-instants')] };
      return name === shape.value ? { role: 'value', told: [because('one-number')] } : undefined;
    case 'events':
      if (name === shape.time) return { role: 'time', told: [because('dates-with-time')] };
      return name === shape.event ? { role: 'event', told: [because('codes-repeat', { codes: field.distinct })] } : undefined;
    case 'transactions':
      if (name === shape.time) return { role: 'quasi', as: 'time', told: [because('when-there')] };
      if (shape.places.includes(name)) return placeOf(field, because('where-there'));
      if (name === shape.article) return placeOf(field, because('what-bought'));
      return name === shape.amount ? { role: 'value', told: [because('mean-amount')] } : undefined;
    case 'table':
      return undefined;
    default:
      return shape satisfies never;
  }
}

/** Codes and ids lose their ends first; words are a set. */
const placeOf = ({ kind, digits, even }: FieldFacts, reason: Reason): Suggested =>
  kind === 'code' || (kind === 'text' && digits && even)
    ? { role: 'quasi', as: 'prefix', told: [reason, because('share-beginnings')] }
    : { role: 'quasi', as: 'category', told: [reason] };

const subjectReason = (field: FieldFacts): Reason =>
  isUnique(field)
    ? because('subject-unique')
    : because('subject-repeats', { each: Number((field.rows / Math.max(1, field.distinct)).toFixed(1)) });

function ofColumn(field: FieldFacts, shape: Shape, { associations = [], impliedSensitive = [], within }: Beside): Suggested {
  const { name, kind, distinct, missing, rows } = field;
  if (impliedSensitive.includes(name)) return { role: 'sensitive', told: [because('file-class'), ...namesPeople(field)] };
  if (kind === 'empty' || missing === rows) return { role: 'drop', told: [because('empty')] };
  if (shape.kind === 'events') return { role: 'drop', told: [because('event-needs-not')] };
  if (distinct === 1) return { role: 'drop', told: [because('one-value')] };
  if (isRun(field)) return { role: 'drop', told: [because('second-series')] };
  if (says(name, 'person')) return { role: 'drop', told: [because('leads-to-person')] };
  if (says(name, 'remark') && !isNumeric(kind)) return { role: 'drop', told: [because('typed-words')] };
  if (isUnique(field) && (kind === 'text' || kind === 'code')) return { role: 'drop', told: [because('unique-text')] };
  if (isUnique(field) && kind === 'whole' && numbersSomething(name)) return { role: 'drop', told: [because('own-number')] };
  if (isMoment(kind) || kind === 'clock') return { role: 'drop', told: [because('dates-single-out')] };
  if (shape.kind === 'long' && (within?.varies[name] ?? 0) > 0)
    return {
      role: 'drop',
      told: [because(isNumeric(kind) ? 'another-value' : 'changes-inside')],
    };
  if (says(name, 'record') && !isNumeric(kind) && distinct > mostCategories)
    return { role: 'drop', told: [because('numbers-deeds')] };
  if (numbersSomething(name) && kind !== 'number' && distinct > mostCategories)
    return { role: 'drop', told: [because('numbers-something')] };
  if (says(name, 'postal') || says(name, 'quasi')) return quasi(field, because('name-known'));
  if (says(name, 'sensitive')) return { role: 'sensitive', told: [because('name-wanted'), ...namesPeople(field)] };
  if (shape.kind === 'transactions') return { role: 'drop', told: [because('record-needs-not')] };
  if (isNumeric(kind)) return quasi(field, because('number-guessed'));
  if (distinct > mostCategories) return { role: 'drop', told: [because('many-texts')] };
  const tied = associations.find(({ one, other, strength }) => strength >= strong && (one === name || other === name));
  if (tied !== undefined) return quasi(field, because('goes-with', { column: tied.one === name ? tied.other : tied.one }));
  return { role: 'sensitive', told: [because('few-texts', { texts: distinct })] };
}

const numbersSomething = (name: string): boolean => says(name, 'id') || says(name, 'subject') || says(name, 'record');

/** Published unchanged, values of hardly two rows each lead to people whatever stands beside them. */
const namesPeople = ({ rows, missing, distinct }: FieldFacts): readonly Reason[] =>
  rows > 1 && 2 * distinct > rows - missing ? [because('nearly-unique')] : [];

const quasi = (field: FieldFacts, reason: Reason): Suggested => ({ role: 'quasi', as: publishedAs(field), told: [reason] });

/** Postal codes, and whole numbers that are names of something, are no quantities: between two of them lies nothing. */
function publishedAs({ name, kind, even, distinct }: FieldFacts): NonNullable<Suggestion['as']> {
  if (kind === 'code' || says(name, 'postal')) return even || kind === 'code' ? 'prefix' : 'category';
  if (!isNumeric(kind)) return 'category';
  const named =
    kind === 'whole' &&
    (says(name, 'id') || (says(name, 'quasi') && /class|klasse|type|typ|art$|code|categor|kateg|unit|ward/i.test(name)));
  return named && distinct <= mostCategories ? 'category' : 'number';
}
