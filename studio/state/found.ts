import { computed, signal } from '@preact/signals';
import { type Inspection, inspectData } from '../api/calls.ts';
import { type Answer, useAnswer } from './answer.ts';
import type { Choices } from './choices.ts';
import { choices } from './work.ts';

/** What was found, in all of the data or in its first lines. */
export type Found = Inspection & { readonly head?: true };

/** Answers that were heard, by what was asked: going back to a screen asks nothing twice. In memory alone. */
const known = new Map<string, Found>();

async function askOnce(key: string, choices: Choices, quick: boolean, signal: AbortSignal): Promise<Found> {
  const full = `${quick} ${key}`;
  const before = known.get(full);
  if (before !== undefined) return hear(key, before);
  const found = asWhole(await inspectData(choices, quick, signal));
  if (known.size > 50) known.clear();
  known.set(full, found);
  if (quick && found.head !== true) known.set(`false ${key}`, found); // it was small
  return hear(key, found);
}

/** The last answer of any screen, for the line that stands on all of them. */
const heard = signal<{ readonly key: string; readonly found: Found } | undefined>(undefined);

function hear(key: string, found: Found): Found {
  heard.value = { key, found };
  return found;
}

/** What was found last of the data that is open, and whether it is of the choices as they are now. */
export const lastFound = computed(() => {
  const chosen = choices.value;
  if (chosen === undefined || heard.value === undefined || !heard.value.key.startsWith(`[${JSON.stringify(chosen.data)},`))
    return undefined;
  return { found: heard.value.found, isNow: heard.value.key === keyOf(chosen) };
});

const keyOf = ({ data, reading, subject, roles }: Choices): string =>
  JSON.stringify([data, reading, subject, Object.entries(roles).sort()]);

/**
 * What the data holds as the choices have it read, and how people stand as the roles have it. A large file is looked at twice: its first lines for
 * an answer within seconds, then all of it, unless `isMoving`: who moves columns does not wait for all of a large file at each step.
 */
export function useInspection({ isMoving = false }: { readonly isMoving?: boolean } = {}): Answer<Found> {
  const chosen = choices.value;
  const key = chosen === undefined ? undefined : keyOf(chosen);
  const ask = (quick: boolean) => (signal: AbortSignal) => askOnce(key ?? '', chosen as Choices, quick, signal); // there is a key
  const first = useAnswer(key, ask(true));
  const needsAll = !isMoving && key !== undefined && !first.isBusy && first.value?.head === true;
  const all = useAnswer(needsAll ? key : undefined, ask(false));
  if (!needsAll) return first;
  const value = all.isBusy ? first.value : (all.value ?? first.value);
  return {
    isBusy: all.isBusy,
    again: all.again,
    ...(value === undefined ? {} : { value }),
    ...(all.problem === undefined ? {} : { problem: all.problem }),
  };
}

/** Of a source whose original one may not see less is told: what is missing is left empty, not guessed. */
function asWhole(told: Found): Found {
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
    roles: fields.map(({ name, role, as }) => ({
      name,
      columns: [name],
      role,
      reason: '',
      told: [],
      ...(as === undefined ? {} : { as }),
    })),
    everyNthRow: 1,
    notations: {
      join: [],
      columns: [],
      notes: [],
      toldNotes: [],
      open: questions.map((one) => ({ ...one, evidence: '', told: [], choices: [] })),
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
