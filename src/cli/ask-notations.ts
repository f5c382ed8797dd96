import { shellWord } from '../base/shell-word.ts';
import type { FoundNotation, OpenNotation } from '../inspect/find-notations.ts';
import type { Inspection } from '../inspect/inspection.ts';
import { ambiguousNotation } from './problems.ts';
import type { Question } from './questions.ts';

/** What nobody but a person can say of how a file is written; of those at hand also what is merely likely is asked. */
export function openNotations({ notations }: Inspection, asks: boolean): readonly OpenNotation[] {
  if (notations === undefined) return [];
  const likely = asks ? notations.columns.flatMap(({ likely: one }: FoundNotation) => one ?? []) : [];
  return [...notations.open, ...likely];
}

/** The flag that says which of two readings is meant. */
function flagFor({ setting, column, parts = [] }: OpenNotation, choice: OpenNotation['choices'][number]): string {
  if (setting === 'encoding') return `--encoding ${choice.value}`;
  const join = parts.length === 0 ? '' : `--join ${shellWord(`${column}=${parts.join('+')}`)} `;
  if (setting === 'timeFormat') return `${join}--time-format ${shellWord(`${column}=${choice.value}`)}`;
  const thousands = choice.notation?.kind === 'number' ? choice.notation.thousands : undefined;
  return thousands === undefined
    ? `--decimal ${shellWord(`${column}=${choice.value}`)}`
    : `--thousands ${shellWord(`${column}=${thousands}`)}`;
}

export const describeOpen = (open: OpenNotation): string =>
  `${open.column === '' ? '' : `"${open.column}": `}${open.evidence}; say which: ${open.choices.map((choice) => flagFor(open, choice)).join(' or ')}`;

export const askedNotation = (open: OpenNotation) =>
  ambiguousNotation(
    open,
    open.choices.map((choice) => flagFor(open, choice)),
  );

type Settings = Readonly<Record<string, unknown>>;

/** One question for each; the answers are settings to look at the file with once more. */
export function notationQuestions({ notations }: Inspection, open: readonly OpenNotation[]): readonly Question<Settings>[] {
  const join = Object.fromEntries((notations?.join ?? []).map(({ name, parts }) => [name, parts]));
  return open.map((one) => ({
    ask: one.setting === 'encoding' ? 'How are the letters of this file stored?' : `How is "${one.column}" written?`,
    why: `${one.evidence}.`,
    options: one.choices.map((choice, place) => ({ value: String(place), label: choice.value, hint: choice.means })),
    initial: () => '0',
    take: (settings, answer) => {
      const { value, notation } = one.choices[Number(answer)] ?? one.choices[0];
      if (one.setting === 'encoding') return { ...settings, encoding: value };
      const joined = Object.hasOwn(join, one.column) ? { join } : {};
      if (notation?.kind !== 'number')
        return { ...settings, ...joined, timeFormat: { ...mapOf(settings.timeFormat), [one.column]: value } };
      const { decimal, thousands } = notation;
      return {
        ...settings,
        decimal: { ...mapOf(settings.decimal), [one.column]: decimal },
        ...(thousands === undefined ? {} : { thousands: { ...mapOf(settings.thousands), [one.column]: thousands } }),
      };
    },
  }));
}

const mapOf = (setting: unknown): Settings => (typeof setting === 'object' && setting !== null ? (setting as Settings) : {});
