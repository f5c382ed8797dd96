import { type FieldFacts, isRun, isUnique } from './field.ts';
import { isMoment, isNumeric } from './look.ts';
import { says } from './name-hints.ts';
import type { Relations, Within } from './within.ts';

/** A column that could be who is protected. */
export interface SubjectEvidence {
  readonly name: string;
  /** What speaks for it less what speaks against it. */
  readonly weight: number;
  readonly for: readonly string[];
  readonly against: readonly string[];
}

/** One voice for or against a subject: 1 is what a count says, 4 is a name that leaves no doubt. */
interface Voice {
  readonly weight: number;
  readonly words: string;
}

/** So much must speak for a column that is to be the subject: its repeats beside a time, or a name. */
const enough = 2;
/** Columns whose weights differ by less are a tie, and only a person can say which. */
const tie = 1;
/** More are not compared: what tells ids apart is asked of each. */
const mostCandidates = 8;

/** The columns that are worth asking about: whatever repeats and is no measurement, the most different values first. */
export function worthAsking(fields: readonly FieldFacts[]): readonly FieldFacts[] {
  return fields
    .filter((field) => repeats(field) && (couldName(field) || (isNumeric(field.kind) && namesSubject(field))))
    .toSorted((a, b) => Number(namesSubject(b)) - Number(namesSubject(a)) || b.distinct - a.distinct)
    .slice(0, mostCandidates);
}

export const couldName = (field: FieldFacts): boolean => !isRun(field) && ['whole', 'code', 'text'].includes(field.kind);

/** Filled rows for each value. */
export const rowsEach = ({ rows, missing, distinct }: FieldFacts): number => (rows - missing) / Math.max(1, distinct);

const repeats = (field: FieldFacts): boolean => field.distinct >= 2 && rowsEach(field) >= 1.05;

const namesSubject = ({ name, uuids }: FieldFacts): boolean => uuids || says(name, 'subject');

/** Times that something happened at: those of a kind, and numbers that a name calls so. */
export const timesAmong = (fields: readonly FieldFacts[]): readonly FieldFacts[] => [
  ...fields.filter(({ kind, distinct }) => kind === 'time' && distinct > 1),
  ...fields.filter(({ kind, distinct }) => kind === 'date' && distinct > 1),
  ...fields.filter(({ kind, distinct }) => kind === 'clock' && distinct > 1),
  ...fields.filter(
    ({ kind, name, distinct }) => kind === 'whole' && distinct > 1 && says(name, 'time') && !says(name, 'subject'),
  ),
];

/** Two columns of the same values: where something began and where it ended. Numbers that are no ids often share a range by chance. */
export function twinsAmong(fields: readonly FieldFacts[], { twins }: Relations): readonly string[] {
  const twoTimes = fields.filter(({ kind, distinct }) => isMoment(kind) && distinct > 1).length > 1;
  const fieldOf = (name: string) => fields.find((field) => field.name === name);
  const mayBeTrusted = (name: string) => {
    const field = fieldOf(name);
    return field !== undefined && (field.kind !== 'whole' || twoTimes || says(name, 'place') || says(name, 'id'));
  };
  const same = twins.filter(({ one, other, share }) => share >= 0.5 && mayBeTrusted(one) && mayBeTrusted(other));
  return [...new Set(same.flatMap(({ one, other }) => [one, other]))];
}

/** The pairs of columns that may be twins: alike in kind, many values, about as many of each. */
export function pairsWorthAsking(fields: readonly FieldFacts[]): readonly (readonly [string, string])[] {
  const many = fields
    .filter((field) => couldName(field) && field.distinct >= (field.kind === 'whole' ? 20 : 5) && rowsEach(field) >= 1.05)
    .slice(0, 12);
  return many.flatMap((one, place) =>
    many
      .slice(place + 1)
      .filter(
        (other) =>
          (one.kind === 'whole') === (other.kind === 'whole') &&
          Math.min(one.distinct, other.distinct) >= 0.5 * Math.max(one.distinct, other.distinct),
      )
      .map((other) => [one.name, other.name] as const),
  );
}

/** Everything that could be who is protected, the likeliest first, with what speaks for and against each. */
export function subjectsIn(fields: readonly FieldFacts[], relations: Relations): readonly SubjectEvidence[] {
  const repeating = worthAsking(fields).map((field) => weigh(field, voicesOn(field, fields, relations)));
  const unique = fields
    .filter((field) => isUnique(field) && couldName(field))
    .map((field) => weigh(field, voicesOnUnique(field, fields, likeliest(repeating) !== undefined)));
  const distinct = (name: string) => fields.find((field) => field.name === name)?.distinct ?? 0;
  return [...repeating, ...unique].toSorted((a, b) => b.weight - a.weight || distinct(b.name) - distinct(a.name));
}

/** The likeliest, unless too little speaks for it. */
export const likeliest = (subjects: readonly SubjectEvidence[]): SubjectEvidence | undefined =>
  subjects.find(({ weight }) => weight >= enough);

/** Those for which as much speaks as for the likeliest, it among them; one or none where there is no doubt. */
export function tiedSubjects(subjects: readonly SubjectEvidence[]): readonly SubjectEvidence[] {
  const first = likeliest(subjects);
  return first === undefined ? [] : subjects.filter(({ weight }) => weight >= enough && first.weight - weight < tie);
}

const weigh = ({ name }: FieldFacts, voices: readonly Voice[]): SubjectEvidence => ({
  name,
  weight: voices.reduce((sum, { weight }) => sum + weight, 0),
  for: voices.filter(({ weight }) => weight > 0).map(({ words }) => words),
  against: voices.filter(({ weight }) => weight < 0).map(({ words }) => words),
});

function voicesOn(field: FieldFacts, fields: readonly FieldFacts[], relations: Relations): readonly Voice[] {
  const own = relations.within.find(({ subject }) => subject === field.name);
  const each = rowsEach(field);
  const voices: Voice[] = [...voicesOfName(field), ...voicesOfForm(field)];
  if (each >= 1.2) voices.push({ weight: 1, words: `it repeats, ${each.toFixed(1)} rows each` });
  if (field.distinct < 10 || (field.distinct < 50 && each > 100))
    voices.push({ weight: -3, words: `only ${field.distinct} values` });
  if (field.distinct >= 170 && each >= 1.2) voices.push({ weight: 1, words: 'each value has at most a few rows of a thousand' });
  if (field.missing > 0.5 * field.rows) voices.push({ weight: -2, words: 'mostly empty' });
  if (twinsAmong(fields, relations).includes(field.name))
    voices.push({ weight: -4, words: 'another column has the same values, as the two ends of a trip' });
  return own === undefined ? voices : [...voices, ...voicesOfRows(field, own, fields, relations)];
}

function voicesOfName({ name, uuids }: FieldFacts): readonly Voice[] {
  const voices: Voice[] = [];
  if (says(name, 'subject')) voices.push({ weight: 4, words: 'its name says so' });
  else if (says(name, 'id')) voices.push({ weight: 2, words: 'its name says that it numbers something' });
  if (uuids) voices.push({ weight: 1, words: 'its values are made to tell things apart' });
  if (says(name, 'record')) voices.push({ weight: -5, words: 'its name says what was done, not who did it' });
  else if (isAttribute(name)) voices.push({ weight: -5, words: 'its name says what somebody is or where, not who' });
  return voices;
}

/** What a name says of somebody or something, and not who it is: a postcode, a class of vehicles, a section of road, an article. */
const isAttribute = (name: string): boolean =>
  (['place', 'quasi', 'sensitive', 'article', 'remark', 'money', 'quantity'] as const).some((hint) => says(name, hint)) ||
  (says(name, 'event') && !says(name, 'subject')) ||
  (says(name, 'time') && !says(name, 'subject') && !says(name, 'id'));

function voicesOfForm({ kind, digits, even, distinct, histogram, rows }: FieldFacts): readonly Voice[] {
  if (kind === 'code') return [{ weight: 1, words: 'letters and digits, as ids have' }];
  if (kind === 'text') return digits && distinct > 50 ? [{ weight: 1, words: 'every value has digits, as ids have' }] : [];
  const flat = histogram.length > 0 && Math.max(...histogram) <= 3 * Math.max(Math.min(...histogram), 1 / Math.max(1, rows));
  if (even && flat && distinct > 100) return [{ weight: 1, words: 'numbers of the same length, spread evenly, as ids are' }];
  return even || flat ? [] : [{ weight: -2, words: 'numbers spread as measurements are' }];
}

/** What the other columns do inside its rows. */
function voicesOfRows(field: FieldFacts, own: Within, fields: readonly FieldFacts[], relations: Relations): readonly Voice[] {
  const voices: Voice[] = [];
  const times = timesAmong(fields).filter((time) => time !== field);
  const [time] = times;
  if (time !== undefined && own.repeated >= 5) {
    if (isRecord(own, time))
      voices.push({ weight: -5, words: `all its rows have one "${time.name}": it is one occasion, not somebody` });
    else if ((own.varies[time.name] ?? 0) >= 0.5) voices.push({ weight: 1, words: `its rows have different "${time.name}"` });
  }
  if (times.some((when) => isGrid(field, when, own)))
    voices.push({ weight: 3, words: 'it has one row at (nearly) each instant' });
  const settled = fields.filter((other) => other !== field && isSettledBy(own, other));
  if (settled.length > 0 && own.repeated >= 5)
    voices.push({
      weight: Math.min(1.5, 0.5 + 0.5 * settled.length),
      words: `"${settled[0].name}"${settled.length > 1 ? ' and others stay' : ' stays'} the same in all its rows`,
    });
  if (own.together) voices.push({ weight: 1, words: 'its rows stand together' });
  const occasion = relations.within.find(
    (other) =>
      other !== own &&
      time !== undefined &&
      isRecord(other, time) &&
      other.varies[field.name] !== undefined &&
      other.varies[field.name] <= 0.02,
  );
  if (occasion !== undefined) voices.push({ weight: 3, words: `each "${occasion.subject}" belongs to one of them` });
  const finer = relations.within.find((other) => other !== own && isPartOf(other, field, fields));
  if (occasion === undefined && finer !== undefined)
    voices.push({ weight: 1.5, words: `each "${finer.subject}" belongs to one of them` });
  return voices;
}

/** Many ids that each belong to one of many others: orders of customers, or people of households. */
function isPartOf(finer: Within, coarser: FieldFacts, fields: readonly FieldFacts[]): boolean {
  const fine = fields.find(({ name }) => name === finer.subject);
  if (fine === undefined || coarser.distinct < 170 || fine.distinct < 1.2 * coarser.distinct) return false;
  return finer.repeated >= 5 && (finer.varies[coarser.name] ?? 1) <= 0.02;
}

const isRecord = (own: Within, time: FieldFacts): boolean =>
  own.repeated >= 5 && own.varies[time.name] !== undefined && own.varies[time.name] <= 0.2;

/** The same in all rows of nearly every value, though it differs in the table. */
const isSettledBy = (own: Within, { name, distinct, kind }: FieldFacts): boolean =>
  distinct >= 2 && !isMoment(kind) && own.varies[name] !== undefined && own.varies[name] <= 0.02;

/**
 * Nearly every subject has a row at nearly every instant, and none has two. Where the pairs were counted, subjects may begin and end at
 * different instants, as stays in a hospital do.
 */
export function isGrid(subject: FieldFacts, time: FieldFacts, own?: Within): boolean {
  const cells = subject.distinct * time.distinct;
  const rows = subject.rows - subject.missing;
  if (time.distinct < 4 || time.distinct > 100_000 || subject.distinct < 5 || rows > 1.2 * cells || rows < 2 * time.distinct)
    return false;
  const pairs = own?.pairs[time.name];
  return pairs === undefined ? rows >= 0.7 * cells : pairs >= 0.98 && rows >= 0.25 * cells && rowsEach(subject) >= 4;
}

function voicesOnUnique(field: FieldFacts, fields: readonly FieldFacts[], othersRepeat: boolean): readonly Voice[] {
  const voices: Voice[] = [...voicesOfName(field)];
  if (field.kind === 'code' || (field.kind === 'text' && field.digits))
    voices.push({ weight: 1, words: 'its values are made as ids are' });
  if (field.kind !== 'whole') voices.push({ weight: 1, words: 'no two rows share it' });
  else if (field === fields[0]) voices.push({ weight: 2, words: 'no two rows share it, and it comes first' });
  if (field === fields[0] && field.kind !== 'whole') voices.push({ weight: 1, words: 'it comes first' });
  if (othersRepeat && timesAmong(fields).length > 0)
    voices.push({ weight: -1, words: 'it may number what happened: something else repeats in time' });
  return voices;
}
