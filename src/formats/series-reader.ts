import { Refusal } from '../base/problem.ts';
import { badSeriesFile, unsupportedSeriesFile } from './input-problems.ts';

/** Takes the lines of one file of series, one after the other. Whatever is wrong with a line travels out as a refusal. */
export interface SeriesReader {
  /** A series, or nothing where the line is none. */
  take(line: string, number: number): SeriesRow | undefined;
}

export interface SeriesRow {
  /** Numbers as they were written, empty where one is missing. */
  readonly values: readonly string[];
  /** The class of the series, or whatever a model is to predict of it. */
  readonly label?: { readonly name: 'class' | 'target'; readonly text: string };
}

/** Roles that a file format itself gives to its columns. */
export interface ImpliedRoles {
  readonly series: readonly string[];
  readonly sensitive: readonly string[];
}

/** What readers of one kind of file have in common. */
export interface Complaints {
  bad(line: number, why: string): Refusal;
  unsupported(line: number, why: string): Refusal;
  /** The number in a cell, or nothing where it is missing. */
  number(cell: string, line: number): string;
}

export function complaintsAbout(name: string, kind: string): Complaints {
  const bad = (line: number, why: string) => new Refusal(badSeriesFile(name, kind, line, why));
  return {
    bad,
    unsupported: (line, why) => new Refusal(unsupportedSeriesFile(name, kind, line, why)),
    number(cell, line) {
      const text = cell.trim();
      if (isNumber.test(text)) return text;
      if (isMissing.test(text)) return '';
      throw bad(line, text === '' ? 'A value is empty; a missing one is written ?.' : 'A value is not a number.');
    },
  };
}

const isNumber = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const isMissing = /^(?:\?|nan)$/i;
