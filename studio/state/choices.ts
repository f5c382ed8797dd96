import type { NamedData } from '../api/calls.ts';

/** Where a column may be put by hand; the columns that make the table what it is stay where they are. */
export type ChosenRole = 'quasi' | 'sensitive' | 'drop';
export type Audience = 'internal' | 'partner' | 'public';

/** All that a person chose on the way to a release: ids, names of columns, settings; never a cell of the data. */
export interface Choices {
  readonly data: NamedData;
  /** How the file is to be read, where its cells leave it open: keys of a policy. */
  readonly reading: Readonly<Record<string, unknown>>;
  /** Who is protected, where it is not who is suggested; `row` where each row is one. */
  readonly subject?: string | undefined;
  readonly roles: Readonly<Record<string, ChosenRole>>;
  readonly audience?: Audience;
  readonly k?: number | undefined;
  readonly method?: string | undefined;
  readonly pseudonym?: 'shared' | 'drop' | 'rotate:day' | 'rotate:week';
  readonly timeZone?: string | undefined;
  /** Further settings of the policy, over those of the draft: p, l, maxLevel and so on. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** The sweep that was made for these choices, and the release. */
  readonly sweep?: string;
  readonly release?: string;
  /** Marks of the policies that these were made of: after another choice they are of former ones. */
  readonly sweepOf?: string;
  readonly releaseOf?: string;
}

export const firstChoices = (data: NamedData): Choices => ({ data, reading: {}, roles: {}, settings: {} });

/** Every choice with those before it, so that each can be undone; `at` is the one that counts. */
export interface Steps {
  readonly steps: readonly Choices[];
  readonly at: number;
}

const most = 40;

export const chosenIn = ({ steps, at }: Steps): Choices => steps[at];

/** One more choice. What was undone before is gone. */
export function addStep({ steps, at }: Steps, choices: Choices): Steps {
  const kept = [...steps.slice(0, at + 1), choices].slice(-most);
  return { steps: kept, at: kept.length - 1 };
}

/** The same choice with what came of it, such as the id of a job: nothing that anybody would undo. */
export const noteIn = ({ steps, at }: Steps, note: Partial<Choices>): Steps => ({
  steps: steps.map((one, place) => (place === at ? { ...one, ...note } : one)),
  at,
});

export const undoIn = ({ steps, at }: Steps): Steps => ({ steps, at: Math.max(0, at - 1) });
export const redoIn = ({ steps, at }: Steps): Steps => ({ steps, at: Math.min(steps.length - 1, at + 1) });
