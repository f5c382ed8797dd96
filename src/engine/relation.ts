import type { ReleaseFormat } from '../formats/formats.ts';
import type { CodeLog } from './coded-log.ts';

/**
 * Relational steps as data: plain, JSON-serialisable values that say what is to be worked out and nothing of how. Every engine compiles
 * them, and all owe the same answer, so each form has one meaning, told here. An engine's own SQL appears nowhere.
 *
 * - A **number** is whole and has up to 64 bits, or 126 where it is held as `int128`, as every sum is. Arithmetic that leaves them is a fault of ours.
 * - A **text** is a sequence of Unicode characters. Texts are equal where their bytes in UTF-8 are, and that is also their order.
 * - A **time** is a wall clock without a zone, in the proleptic Gregorian calendar.
 * - Anything may be **missing**. A call of something missing is missing, unless its meaning says otherwise; what is neither true nor false
 *   holds nowhere. Missing values group as one value. They sort after all others.
 */
export type Expression =
  | { readonly kind: 'column'; readonly name: string }
  /** As decimal digits, since JSON has no numbers of 64 bits. */
  | { readonly kind: 'number'; readonly digits: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'missing'; readonly type: Type }
  | { readonly kind: 'call'; readonly name: CallName; readonly of: readonly Expression[] }
  /** The same value held as another type; a number that does not fit is a fault of ours. */
  | { readonly kind: 'as'; readonly type: Type; readonly of: Expression }
  /** Item number `at` of a list, counted from 0. */
  | { readonly kind: 'pick'; readonly list: readonly number[] | readonly string[]; readonly at: Expression }
  /** Whether a text is one of these. */
  | { readonly kind: 'among'; readonly of: Expression; readonly texts: readonly string[] }
  /** The number of a text in a numbering (see Step), counted from 0; missing where it is not in it. */
  | { readonly kind: 'numbered'; readonly by: string; readonly of: Expression }
  /** The first branch that holds. */
  | { readonly kind: 'case'; readonly branches: readonly Branch[]; readonly otherwise: Expression }
  /**
   * MD5 of the key, a slash and the text, as a number of 128 bits whose first byte counts least: an order nobody foretells without the key. Steps
   * name their key and never hold it: what is data may be logged or explained. A lot is the first eight bytes of it without their last two bits, so that two lots add up within 64 bits.
   */
  | { readonly kind: 'drawn'; readonly key: string; readonly of: Expression; readonly lot?: true }
  | Window
  | SourceCell;

export type Branch = readonly [holds: Expression, value: Expression];

/** How a column is held in a table: it decides memory, never a result. */
export type Type = 'uint32' | 'int32' | 'int64' | 'uint64' | 'int128' | 'text';

/** Calls with one meaning each; those of texts look at characters, not bytes. */
export type CallName =
  /** Of two numbers or more. */
  | 'add'
  | 'subtract'
  | 'multiply'
  /** Whole division and its remainder, of two numbers of which none is below 0. */
  | 'divide'
  | 'remainder'
  | 'equal'
  | 'less'
  | 'atLeast'
  | 'and'
  | 'or'
  | 'not'
  /** True or false of anything. */
  | 'isMissing'
  /** The first that is not missing. */
  | 'firstKnown'
  /** Texts end to end; a number stands as its decimal digits. */
  | 'join'
  /** Without the spaces (U+0020) around it. */
  | 'trimmed'
  | 'holdsNul'
  /** The first eight bytes of the MD5 of a text's UTF-8, or of a number's digits, as an unsigned number whose first byte counts least. */
  | 'key'
  /** Whether some letter has another small letter, another capital; any character but `!` to `~`; any beyond ASCII. */
  | 'holdsCapitals'
  | 'holdsSmallLetters'
  | 'holdsUnusual'
  | 'holdsForeign'
  /** Of a time; months, days and weeks count from 1, hours from 0. Weeks, their years and weekdays (Monday is 1) are ISO 8601's. */
  | 'year'
  | 'month'
  | 'day'
  | 'hour'
  | 'isoYear'
  | 'isoWeek'
  | 'isoWeekday'
  /** Whole seconds since the midnight of a time. */
  | 'secondOfDay'
  /** Days from 1970-01-01 to the day of a time; and the time at which such a day begins. */
  | 'dayNumber'
  | 'dayBegin'
  /** The time at which an hour begins that is counted from 1970-01-01T00:00:00 on. */
  | 'hourBegin';

/** Cells of the input, by what stands in its file. */
export type SourceCell =
  /** A cell as text; an empty one may be missing. */
  | { readonly kind: 'cell'; readonly column: string }
  /** The normal form of a cell (frame/normal-form.ts); its spellings have been settled (see Relational). */
  | { readonly kind: 'normalForm'; readonly column: string }
  /**
   * The local time a cell tells, by ISO 8601 (decision 0024), else missing. Where `offsets` are expected, one with an offset is read on the clock
   * of `zone`, or as it is written where there is none; where they are not, it is missing. With `days` a date alone is told too, as its midnight: for
   * those who ask it for no clock.
   */
  | {
      readonly kind: 'localTime';
      readonly column: string;
      readonly zone?: string | undefined;
      readonly offsets: boolean;
      readonly days?: boolean;
    }
  /** True of every text that carries an offset, and perhaps of some that do not: quick to tell. */
  | { readonly kind: 'maybeOffset'; readonly column: string }
  /** Minutes from UTC that a text carries; missing where it carries none or is no time. */
  | { readonly kind: 'offset'; readonly column: string };

/** Over all rows that agree in `within`: their number in an order, from 1; the same where equals share one; a sum. */
export type Window =
  | { readonly kind: 'rowNumber'; readonly within: readonly Expression[]; readonly order: readonly Expression[] }
  | { readonly kind: 'rank'; readonly order: readonly Expression[] }
  | { readonly kind: 'sumWithin'; readonly within: readonly Expression[]; readonly of: Expression };

/** What is told of the rows of a group, or of those among them for which `where` holds. A count, and a sum, of nothing is 0; `any` of nothing is false. */
export type Aggregate =
  | { readonly tell: 'count'; readonly where?: Expression }
  | { readonly tell: 'distinct' | 'sum' | 'least' | 'greatest' | 'any'; readonly of: Expression; readonly where?: Expression };

export type Named<Of> = readonly [name: string, of: Of];

/** Rows with named columns. They have no order unless they are those of a table that keeps one. */
export type Relation =
  /** Every row of the opened input; only a `select` over it can name its cells. */
  | { readonly kind: 'source' }
  | { readonly kind: 'table'; readonly name: string }
  /** Whole numbers `from` to `to`, both included. */
  | { readonly kind: 'range'; readonly column: string; readonly from: number; readonly to: number }
  | { readonly kind: 'select'; readonly rows: Relation; readonly columns: readonly Named<Expression>[] }
  | { readonly kind: 'filter'; readonly rows: Relation; readonly where: Expression }
  /** A row for each set of keys that occurs; without keys one row, even of nothing. */
  | {
      readonly kind: 'group';
      readonly rows: Relation;
      readonly by: readonly Named<Expression>[];
      readonly tell: readonly Named<Aggregate>[];
    }
  /** Rows that agree in the columns `on`, which stand once; what is missing agrees with nothing. `semi` and `without` keep rows of the left that have a match, or none. */
  | {
      readonly kind: 'join';
      readonly how: 'inner' | 'left' | 'semi' | 'without';
      readonly left: Relation;
      readonly right: Relation;
      readonly on: readonly string[];
    }
  | { readonly kind: 'distinct'; readonly rows: Relation }
  /** Each row as often as its column `times` says, which is missing nowhere; `column` numbers them from 1. */
  | { readonly kind: 'repeat'; readonly rows: Relation; readonly times: string; readonly column: string }
  /** All rows of both, by the place of their columns. */
  | { readonly kind: 'union'; readonly rows: readonly Relation[] };

/** Rows to be told, stored or written: what of them, and in which order. `columns` and `order` speak of the columns of `rows`. */
export interface Query {
  readonly rows: Relation;
  readonly columns?: readonly Named<Expression>[];
  readonly order?: readonly Expression[];
}

export type Step =
  /** A new table, in place of any of that name. One made with an order, or from the source, keeps that order. */
  | {
      readonly step: 'create';
      readonly table: string;
      readonly as: Query;
      /** With a column `place` besides: the number of its row in the source, from 1. */
      readonly places?: boolean;
      /** What is written from it must be the same bytes on any number of threads. */
      readonly sameBytes?: boolean;
    }
  /**
   * New values for the rows of a table that agree with one of `from` in the columns `on`. They are columns of `from`, under the same names. Where
   * several agree with a row, all of them have the same values.
   */
  | {
      readonly step: 'update';
      readonly table: string;
      readonly set: readonly string[];
      readonly from: Relation;
      readonly on: readonly string[];
    }
  | { readonly step: 'drop'; readonly tables: readonly string[] }
  /** Numbers for texts, which are all different, by their place in this list. */
  | { readonly step: 'number'; readonly name: string; readonly texts: readonly string[] };

/** The hexadecimal keys that steps name. */
export type Keys = Readonly<Record<string, string>>;

export type Cell = number | string | boolean | null;

/** What is not alike in the texts of a column. */
export interface Signs {
  readonly capitals: boolean;
  readonly smallLetters: boolean;
  /** Blanks, controls, and whatever is not ASCII. */
  readonly unusual: boolean;
  readonly foreign: boolean;
}

/** An engine with one input open: it runs steps over it and over the tables they made. A fault of the input is thrown as a Refusal. */
export interface Relational {
  readonly input: { readonly name: string; readonly columns: readonly string[] };
  /** Whether the place of a row is its number in the input. Elsewhere it only tells rows apart: equal rows may have each other's. */
  readonly numbersRows: boolean;
  /** `onShare` hears how far each step is, 0 to 1, where the engine knows. */
  run(steps: readonly Step[], keys?: Keys, onShare?: (share: number) => void): Promise<void>;
  /** Numbers beyond 2^53 lose their last digits: ask for none. */
  ask(query: Query): Promise<readonly (readonly Cell[])[]>;
  /** Columns of whole numbers below 2^32, chunk by chunk; they are good until the next chunk. */
  stream(query: Query): AsyncIterable<readonly Uint32Array[]>;
  /** A new table of these columns, in place of any of that name. */
  put(table: string, columns: readonly Named<Uint32Array | readonly string[]>[]): Promise<void>;
  /** Codes a log whose lines are plain, where the engine can: no other step need read its rows then. */
  readonly codeLog?: CodeLog | undefined;
  /** CSV has a header, semicolons, quotes where they are needed, and LF at the end of a line; Parquet is compressed with zstd. */
  write(query: Query, path: string, format: ReleaseFormat): Promise<void>;
  /** The first row of the input for which something holds, counted from 1, and in words where it stands. */
  findRow(where: Expression): Promise<{ readonly row: number; readonly place: string } | undefined>;
  /** Gives `normalForm` of a column its meaning; `signs` tell what is in its texts. Answers how many texts share their form with another. */
  settleSpellings(column: string, signs: Signs): Promise<number>;
}

export const column = (name: string): Expression => ({ kind: 'column', name });
export const number = (value: number | bigint): Expression => ({ kind: 'number', digits: String(value) });
export const text = (of: string): Expression => ({ kind: 'text', text: of });
export const missing = (type: Type): Expression => ({ kind: 'missing', type });
export const call = (name: CallName, ...of: readonly Expression[]): Expression => ({ kind: 'call', name, of });
export const as = (type: Type, of: Expression): Expression => ({ kind: 'as', type, of });
export const pick = (list: readonly number[] | readonly string[], at: Expression): Expression => ({ kind: 'pick', list, at });
export const when = (branches: readonly Branch[], otherwise: Expression): Expression => ({ kind: 'case', branches, otherwise });

export const count = (where?: Expression): Aggregate => ({ tell: 'count', ...(where === undefined ? {} : { where }) });
export const tell = (what: Exclude<Aggregate['tell'], 'count'>, of: Expression, where?: Expression): Aggregate => ({
  tell: what,
  of,
  ...(where === undefined ? {} : { where }),
});

export const source: Relation = { kind: 'source' };
export const table = (name: string): Relation => ({ kind: 'table', name });
export const select = (rows: Relation, ...columns: readonly Named<Expression>[]): Relation => ({ kind: 'select', rows, columns });
export const filter = (rows: Relation, where: Expression): Relation => ({ kind: 'filter', rows, where });
export const group = (rows: Relation, by: readonly Named<Expression>[], ...tell: readonly Named<Aggregate>[]): Relation => ({
  kind: 'group',
  rows,
  by,
  tell,
});
export const join = (
  left: Relation,
  right: Relation,
  on: readonly string[],
  how: 'inner' | 'left' | 'semi' | 'without' = 'inner',
): Relation => ({ kind: 'join', how, left, right, on });
export const distinct = (rows: Relation): Relation => ({ kind: 'distinct', rows });
export const repeat = (rows: Relation, times: string, column: string): Relation => ({ kind: 'repeat', rows, times, column });

/** A column under its own name. */
export const same = (name: string): Named<Expression> => [name, column(name)];

export const create = (name: string, rows: Relation, order?: readonly Expression[]): Step => ({
  step: 'create',
  table: name,
  as: { rows, ...(order === undefined ? {} : { order }) },
});

/** The one row of an answer, as numbers. */
export async function askNumbers(engine: Relational, rows: Relation): Promise<readonly number[]> {
  const [row] = await engine.ask({ rows });
  return row.map(Number);
}
