/**
 * The counting port: a database that counts and forgets, as judges have it lent. They write their own SQL for it, as a judge that shared the
 * makers' way of asking would repeat their mistakes; docs/engine.md says which dialect.
 */
export interface Counting {
  /** Lends a counter that no other judgement sees anything of, and that is gone when `use` is done. */
  withCounter<Value>(use: (counter: Counter) => Promise<Value>, needs?: CounterNeeds): Promise<Value>;
}

export interface CounterNeeds {
  /** Rows may come in any order, which is faster. */
  readonly anyOrder?: boolean;
  /** How large the file is that is counted. */
  readonly bytes?: number | undefined;
  /** Hears now and then how far the question at hand is, 0 to 1. */
  readonly onShare?: ((share: number) => void) | undefined;
}

export interface CountingLimits {
  /** Where it is left out, as many as the machine has, and one for a small file. */
  readonly threads?: number | undefined;
  readonly memoryBytes?: number | undefined;
  /** Once it is aborted nothing more is counted. */
  readonly signal?: AbortSignal | undefined;
}

export interface Counter {
  /** Rows of numbers, text and nulls; whole numbers come as numbers. */
  ask(sql: string): Promise<readonly (readonly unknown[])[]>;
  /** The first row of numbers. */
  numbers(sql: string): Promise<readonly number[]>;
  /** Columns of unsigned 32-bit numbers without gaps. */
  columns(sql: string, count: number): Promise<readonly Uint32Array[]>;
  /** Columns of doubles without gaps. */
  doubles(sql: string, count: number): Promise<readonly Float64Array[]>;
  /** The same piece by piece; a piece is lent until the next one. */
  stream(sql: string, count: number, take: (columns: readonly Uint32Array[]) => void): Promise<void>;
}

/** How many bytes there are in all; unknown where one of them is. */
export const sumOfKnown = (bytes: readonly (number | undefined)[]): number | undefined =>
  bytes.reduce((sum, one) => (sum === undefined || one === undefined ? undefined : sum + one), 0);

/** The bytes asked about cannot be read as what they are declared to be. The message may quote them: it is not for people. */
export class Unreadable extends Error {}

/** What the counting would have needed more of. */
export class CountingLimit extends Error {
  readonly lacks: 'memory' | 'space';
  constructor(lacks: 'memory' | 'space') {
    super(`not enough ${lacks} to count in`);
    this.lacks = lacks;
  }
}

/** A table as judges read it: SQL for the counting port. */
export interface LentTable {
  /** What stands after FROM. */
  readonly table: string;
  /** The name of each column, and the SQL of its cells. */
  readonly columns: readonly { readonly name: string; readonly sql: string }[];
}
