import { type FieldFacts, isRun, isUnique } from './field.ts';
import { isNumeric } from './look.ts';
import { says } from './name-hints.ts';

/** What a table is, and the columns that make it so. */
export type Shape =
  | { readonly kind: 'series'; readonly series: string; readonly subject?: string | undefined }
  | { readonly kind: 'long'; readonly subject: string; readonly time: string; readonly value: string }
  | { readonly kind: 'events'; readonly subject: string; readonly time: string; readonly event: string }
  | {
      readonly kind: 'transactions';
      readonly subject: string;
      readonly time: string;
      readonly place: string;
      readonly amount: string;
    }
  | { readonly kind: 'table'; readonly subject?: string | undefined };

/** A series wins over anything: its columns are there to be seen. Then what repeats in time, then any table. */
export function shapeOf(fields: readonly FieldFacts[]): Shape {
  const run = fields.filter(isRun).toSorted((a, b) => b.columns.length - a.columns.length)[0];
  const unique = identifierAmong(fields);
  if (run !== undefined) return { kind: 'series', series: run.name, subject: unique?.name ?? repeatedAmong(fields)?.name };
  const subject = repeatedAmong(fields);
  return (
    (subject === undefined ? undefined : inTime(fields, subject)) ?? { kind: 'table', subject: unique?.name ?? subject?.name }
  );
}

/** What holds one value for each row and is no measurement: the most telling name first; a number only by its name or as first column. */
function identifierAmong(fields: readonly FieldFacts[]): FieldFacts | undefined {
  const unique = fields.filter((field) => isUnique(field) && ['whole', 'code', 'text'].includes(field.kind));
  return (
    unique.find(({ name, uuids }) => uuids || says(name, 'subject')) ??
    unique.find((field) => field.kind !== 'whole' || field === fields[0])
  );
}

/** Every column that could be who is protected, the likeliest first. */
export const subjectsAmong = (fields: readonly FieldFacts[], shape: Shape): readonly FieldFacts[] =>
  fields
    .filter((field) => !isRun(field) && ['whole', 'code', 'text'].includes(field.kind) && field.distinct > 1)
    .toSorted((a, b) => Number(b.name === shape.subject) - Number(a.name === shape.subject) || b.distinct - a.distinct)
    .slice(0, 8);

/**
 * Somebody with several rows: text or codes, numbers only where the name says so. A telling name needs but a few repeats, as the first part
 * of a log has; without one, two rows each on average.
 */
function repeatedAmong(fields: readonly FieldFacts[]): FieldFacts | undefined {
  const repeats = fields.filter(
    ({ name, kind, rows, distinct }) =>
      distinct >= 2 && distinct <= 0.95 * rows && !isAttribute(name) && ['text', 'code', 'whole'].includes(kind),
  );
  const named = repeats.filter(({ name, uuids }) => uuids || (says(name, 'subject') && !says(name, 'event')));
  const unnamed = repeats.filter(({ kind, rows, distinct }) => kind === 'code' && distinct > 20 && distinct <= rows / 2);
  return named.toSorted((a, b) => b.distinct - a.distinct)[0] ?? unnamed[0];
}

/** What a name says of somebody or somewhere, and not who it is: a postcode, a class of vehicles, a section of road. */
const isAttribute = (name: string): boolean => says(name, 'place') || says(name, 'quasi') || says(name, 'sensitive');

function inTime(fields: readonly FieldFacts[], subject: FieldFacts): Shape | undefined {
  const others = fields.filter((field) => field !== subject);
  const time =
    others.find(({ kind }) => kind === 'time') ??
    others.find(({ kind }) => kind === 'date') ??
    others.find(({ kind }) => kind === 'clock') ??
    others.find(({ kind, name }) => kind === 'whole' && says(name, 'time'));
  if (time === undefined) return undefined;
  const rest = others.filter((field) => field !== time);
  const common = { subject: subject.name, time: time.name };
  const numbers = rest.filter(({ kind, distinct }) => isNumeric(kind) && distinct > 1);
  const value = numbers.find(({ kind }) => kind === 'number') ?? numbers[0];
  if (value !== undefined && isGrid(subject, time)) return { kind: 'long', ...common, value: value.name };
  const place = rest.find((field) => field.kind === 'code' || (says(field.name, 'place') && !isNumeric(field.kind)));
  const amount = numbers.find(({ name, cents }) => cents || says(name, 'money'));
  if (place !== undefined && amount !== undefined && time.kind === 'time')
    return { kind: 'transactions', ...common, place: place.name, amount: amount.name };
  const texts = rest.filter(
    ({ kind, rows, distinct }) => kind === 'text' && distinct >= 2 && distinct <= Math.min(1000, rows / 5),
  );
  const event = texts.find(({ name }) => says(name, 'event')) ?? texts[0];
  return event !== undefined && time.kind === 'time' ? { kind: 'events', ...common, event: event.name } : undefined;
}

/** Nearly every subject has a row at nearly every instant. */
function isGrid(subject: FieldFacts, time: FieldFacts): boolean {
  const cells = subject.distinct * time.distinct;
  return time.distinct >= 4 && time.distinct <= 10_000 && subject.rows >= 0.7 * cells && subject.rows <= 1.2 * cells;
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
      return `transactions: "${shape.subject}" repeats, with a place ("${shape.place}"), a time ("${shape.time}") and an amount ("${shape.amount}")`;
    case 'table':
      return 'a table: no run of numbered columns, and no subject that repeats in time';
    default:
      return shape satisfies never;
  }
}
