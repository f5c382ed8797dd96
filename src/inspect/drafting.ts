import { inEnglish } from '../base/told.ts';
import type { FieldFacts } from './field.ts';
import type { Inspection } from './inspection.ts';
import { reasonOf } from './reasons.ts';
import type { Role, Suggestion } from './roles.ts';
import { type SubjectEvidence, tiedSubjects } from './subjects.ts';
import type { Entry, Setting } from './yaml-text.ts';

/** What a person chose over what was suggested. */
export interface Choices {
  /** A column, or `row` where each row is one subject. */
  readonly subject?: string;
  readonly method?: string;
  readonly release?: 'internal' | 'partner' | 'public';
  readonly k?: number;
  /** Of event logs: whether an id links the events of one subject, and for how long. */
  readonly pseudonym?: 'shared' | 'drop' | 'rotate:day' | 'rotate:week';
  /** Whose clock counts, where times have several offsets. */
  readonly timeZone?: string;
  /** Other roles than the suggested ones, by field. */
  readonly roles?: Readonly<Record<string, 'quasi' | 'sensitive' | 'drop'>>;
}

/** All that the settings of a shape are drafted from. */
export interface Drafting {
  readonly found: Inspection;
  readonly subjects: number;
  readonly choices: Choices;
  readonly subject: string | undefined;
  /** Those of whom only a person can say which is protected; none where somebody has said so. */
  readonly tied: readonly SubjectEvidence[];
  readonly k: number;
  /** The lines that every shape has: who is protected, and by how many. */
  readonly subjectLine: Setting;
  readonly kLine: Setting;
  /** Of rows that name nobody, where there are some. */
  readonly nobodyLines: readonly Setting[];
  /** The columns of a role, each with its reason; of quasi-identifiers with their kinds. */
  columnsWith(role: Role): readonly Entry[];
  fieldOf(name: string): FieldFacts | undefined;
}

export function draftingOf(found: Inspection, choices: Choices): Drafting {
  const { fields, rows, standing } = found;
  const subject = choices.subject ?? found.shape.subject;
  const roles = withChoices(found, choices.roles, subject);
  const tied = choices.subject === undefined ? subjectsInDoubt(found) : [];
  const fieldOf = (name: string) => fields.find((field) => field.name === name);
  const counted = subject === found.shape.subject ? standing?.subjects : undefined; // spellings of one subject count once
  const subjects = subject === 'row' ? rows : (counted ?? fieldOf(subject ?? '')?.distinct ?? rows);
  const k = choices.k ?? Math.max(2, Math.min(choices.release === 'public' ? 11 : 5, subjects));
  return {
    found,
    subjects,
    choices,
    subject,
    tied,
    k,
    subjectLine: subjectLine(subject, roles, tied.length > 1),
    kLine: { key: 'k', value: k, why: `least subjects that look alike, of ${inEnglish(subjects)} here` },
    nobodyLines:
      (fieldOf(subject ?? '')?.missing ?? 0) > 0
        ? [{ key: 'onEmptySubject', value: 'drop', why: 'some rows name nobody: they are left out, and counted' }]
        : [],
    columnsWith: (role) =>
      roles
        .filter((suggested) => suggested.role === role)
        .map(({ name, as, reason }) => ({ name: role === 'quasi' && as !== undefined ? `${name}:${as}` : name, why: reason })),
    fieldOf,
  };
}

/** Those of whom only a person can say which is protected. A long table has no doubt: whoever has a row at each instant is its subject. */
export function subjectsInDoubt({ subjects, shape, named }: Inspection): readonly SubjectEvidence[] {
  const tied = named === true || shape.kind === 'long' ? [] : tiedSubjects(subjects);
  return tied.length > 1 ? tied : [];
}

/** Roles as suggested, except where somebody chose otherwise; whoever is protected leaves their former role. */
export function withChoices(
  { roles, shape }: Pick<Inspection, 'roles' | 'shape'>,
  other: Choices['roles'] = {},
  subject: string | undefined = shape.subject,
): readonly Suggestion[] {
  return roles.map((suggested) => {
    const chosen = Object.hasOwn(other, suggested.name) ? other[suggested.name] : undefined;
    if (suggested.name === subject) return { ...suggested, role: 'subject' };
    if (suggested.role === 'subject' && shape.kind !== 'events')
      return { ...suggested, role: 'drop', ...reasonOf('an-identifier') };
    return chosen === undefined ? suggested : { ...suggested, role: chosen, ...reasonOf('chosen') };
  });
}

function subjectLine(subject: string | undefined, roles: readonly Suggestion[], tied: boolean): Setting {
  if (subject === undefined)
    return {
      key: 'subject',
      value: 'row',
      why: 'no column says who is protected: name one, or say row if each row is one subject',
      off: true,
    };
  if (tied)
    return { key: 'subject', value: subject, why: 'who is protected? As much speaks for another column: say which', off: true };
  if (subject === 'row') return { key: 'subject', value: 'row', why: 'each row is one subject' };
  return { key: 'subject', value: subject, why: `who is protected; ${roles.find(({ name }) => name === subject)?.reason ?? ''}` };
}
