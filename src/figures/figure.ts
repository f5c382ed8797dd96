import type { Language } from '../base/languages.ts';
import type { Family } from '../policy/family.ts';
import type { Rule } from '../release/rules.ts';
import type { ByColumn, JudgedEvents, JudgedSeries, JudgedTable } from './judged.ts';

/**
 * A figure: one number (or one for each column) that tells people what a release kept, lost or leaves open. Whatever is known of it stands
 * here once: summary, report, public edition, comparison and sweep go through the list of figures and name none.
 */
export interface Figure<Value = unknown> {
  /** Its key in JSON. */
  readonly id: string;
  /** One number, one for each column, or something of its own. */
  readonly kind: 'number' | 'columns' | 'other';
  /** Where a summary has it; `risk`: in a comparison alone. */
  readonly part: 'measure' | 'release' | 'verdict' | 'risk';
  /** Of a figure that each column has: which columns. A name in a public report is one of these, or it could say anything. */
  readonly columns?: 'quasi' | 'kept';
  /** The families that have it, and what each of them must know. */
  readonly families: {
    readonly series?: InFamily<JudgedSeries, Value>;
    readonly events?: InFamily<JudgedEvents, Value>;
    readonly table?: InFamily<JudgedTable, Value>;
  };
  /** What it is computed from, in one sentence. */
  readonly from: string;
  /** The heading of docs/metrics.md that defines it. */
  readonly defined: string;
  readonly unit: 'decimal' | 'percent' | 'whole';
  readonly range: readonly [least: number, most: number];
  readonly better: 'less' | 'more' | 'neither';
  readonly words: Readonly<Record<Language, FigureWords>>;
  /** Where a page has it: among the losses, or as a sentence that answers a question. */
  readonly page?: 'loss' | 'singling' | 'inference';
  /** What the summary of a run says of it on the terminal; nothing where there is nothing to say. */
  phrase?(value: Value, beside: Beside): Phrase | undefined;
  /** The numbers in its value that pages show, with their columns; all of them, where left out. */
  parts?(value: Value): readonly (readonly [column: string, value: number])[];
  readonly comparison?: InComparison;
  readonly sweep?: InSweep<Value>;
  readonly weighing?: Weighing<Value>;
}

interface InFamily<Judged, Value> {
  /** Its value in what the judges found; undefined where it does not apply. Figures of `measure` have one. */
  readonly find?: (judged: Judged) => Value | undefined;
  /** What of it leaves with the release; `inside`: nothing. */
  readonly tell: Rule | 'inside';
  /** No report of this family is without it, public ones included. */
  readonly always?: true;
}

interface FigureWords {
  readonly name: string;
  /** Of a figure that each column has. */
  readonly nameIn?: (column: string) => string;
  /** How to read it. */
  readonly meaning?: string;
  /** It as a sentence. */
  readonly sentence?: (value: string, column: string) => string;
  /** What to weigh, where it is beyond what is usable. */
  readonly weigh?: (value: string, column: string) => string;
}

/** From where on a figure is to be weighed before anybody signs, and what changes it. */
interface Weighing<Value> {
  /** What gives somebody away comes before what was lost. */
  readonly about: 'risk' | 'loss';
  /** As docs/metrics.md says: at most this, or at least, where more is better. */
  readonly usable: number;
  /** The numbers held to it, with their columns; those that pages show, where left out. */
  numbers?(value: Value): readonly (readonly [column: string, value: number])[];
  /** The flag that changes it. */
  flag(beside: Beside & { readonly column: string }): string;
}

/** What a figure may mention beside itself. */
export interface Beside {
  readonly family: Family;
  readonly method?: string | undefined;
  readonly l?: number | undefined;
  /** The other figures that are one number, by their ids. */
  readonly numbers: Readonly<Record<string, number | undefined>>;
}

/** Part of the line that begins with the word `line`; `before` parts it from what stands there already. */
export interface Phrase {
  readonly line: string;
  readonly text: string;
  readonly before?: string;
}

interface InComparison {
  /** Its name in lower case, where left out. */
  readonly label?: string;
  /** A public report may have kept it inside. */
  readonly mayStay?: true;
  /** Without a row where no release has it. */
  readonly mayLack?: true;
  /** What the verifier counted in the released files beats what a report says. */
  readonly count?: (counted: Counted) => number | undefined;
}

/** What the verifier found in the released files. */
export interface Counted {
  readonly family: Family;
  readonly groups: number;
  readonly leaves: number;
  readonly smallestGroup: number;
  readonly smallestLeaf: number;
  /** Where they can be counted in what leaves. */
  readonly subjects: number | undefined;
}

/** Every figure of a sweep is in its JSON and CSV. */
interface InSweep<Value> {
  /** Its short name, as the terminal has it. */
  readonly head?: string;
  /** How the terminal prints it, under its short name in lower case. */
  readonly terminal?: (value: number) => string;
  /** The one number that settings are compared by, of a figure that has several. */
  number?(value: Value): number;
  /** Of a loss that settings are weighed by: what is lost. */
  readonly weighed?: string;
  /** The limit of a sweep that holds it down, or up where more is better. */
  readonly limit?: string;
}

type Known = 'id' | 'part' | 'families';

/** A figure that is one number. */
export const numberFigure = <const Own extends Omit<Figure<number>, 'kind'>>(
  own: Own,
): Figure<number> & Pick<Own, Known> & { readonly kind: 'number' } => ({ ...own, kind: 'number' });

/** A figure that each column has. */
export const columnFigure = <const Own extends Omit<Figure<ByColumn>, 'kind'> & Required<Pick<Figure, 'columns'>>>(
  own: Own,
): Figure<ByColumn> & Pick<Own, Known> & { readonly kind: 'columns' } => ({ ...own, kind: 'columns' });
