import { useRef } from 'preact/hooks';
import { type Inspection, inspectData } from '../api/calls.ts';
import { type Answer, useAnswer } from './answer.ts';
import type { Choices } from './choices.ts';
import { choices } from './work.ts';

/** Answers that were heard, by what was asked: going back to a screen asks nothing twice. In memory alone. */
const known = new Map<string, Inspection>();

/** What the data holds as the choices have it read, and how people stand as the roles have it. */
export function useInspection(chosen: Choices | undefined = choices.value): Answer<Inspection> {
  const key =
    chosen === undefined
      ? undefined
      : JSON.stringify([chosen.data, chosen.reading, chosen.subject, Object.entries(chosen.roles).sort()]);
  const before = key === undefined ? undefined : known.get(key);
  const asked = useAnswer(before === undefined ? key : undefined, async (signal) => {
    const found = asWhole(await inspectData(chosen as Choices, signal)); // there is a key
    if (known.size > 50) known.clear();
    if (key !== undefined) known.set(key, found);
    return found;
  });
  const last = useRef<Inspection>(undefined);
  const value = before ?? (asked.isBusy ? undefined : asked.value);
  if (value !== undefined) last.current = value;
  if (before !== undefined) return { value: before, isBusy: false, again: asked.again };
  const shown = asked.problem === undefined ? (value ?? last.current) : undefined;
  return { ...asked, ...(shown === undefined ? {} : { value: shown }) };
}

/** Of a source whose original one may not see less is told: what is missing is left empty, not guessed. */
function asWhole(told: Inspection): Inspection {
  if ('roles' in told) return told;
  const { fields, subjects, questions = [] } = told as unknown as ReducedInspection; // the other answer of this call
  return {
    ...(told as Inspection),
    subjects: subjects.map((name) => ({ name, weight: 0, for: [], against: [] })),
    fields: fields.map(({ columns, missing, distinct = 0, ...field }) => ({
      ...field,
      columns: Array.from({ length: columns }, () => field.name),
      cents: false,
      uuids: false,
      digits: false,
      even: false,
      rows: 0,
      missing: missing === 'some' ? Number.NaN : 0,
      odd: 0,
      distinct,
      counted: false,
      histogram: [],
    })),
    roles: fields.map(({ name, role, as }) => ({ name, columns: [name], role, reason: '', ...(as === undefined ? {} : { as }) })),
    everyNthRow: 1,
    notations: {
      join: [],
      columns: [],
      notes: [],
      open: questions.map((one) => ({ ...one, evidence: '', choices: [] })),
    },
  };
}

type Field = Inspection['fields'][number];
type Suggestion = Inspection['roles'][number];

interface ReducedInspection {
  readonly subjects: readonly string[];
  readonly fields: readonly {
    readonly name: string;
    readonly columns: number;
    readonly kind: Field['kind'];
    readonly role: Suggestion['role'];
    readonly as?: NonNullable<Suggestion['as']>;
    readonly missing: 'none or few' | 'some';
    readonly distinct?: number;
  }[];
  readonly questions?: readonly { readonly column: string; readonly setting: 'timeFormat' | 'decimal' | 'encoding' }[];
}
