import { expect } from 'vitest';

export type Row = Readonly<Record<string, string>>;

/** Rows of a released CSV text by column name; quotes are double. */
export function releasedRows(text: string): readonly Row[] {
  const [names, ...rows] = recordsOf(text);
  expect(new Set(rows.map((cells) => cells.length))).toEqual(new Set([names.length]));
  return rows.map((cells) => Object.fromEntries(names.map((name, c) => [name, cells[c]])));
}

function recordsOf(text: string): string[][] {
  const records: string[][] = [];
  let cells: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n)/g)) {
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    records.push(cells);
    cells = [];
  }
  return records;
}

/** The two bounds a released row publishes for a column, as one cell or as two. */
export function bandOf(row: Row, column: string): readonly [number, number] {
  const [, low, high] = /^\[(-?[\d.]+)-(-?[\d.]+)\]$/.exec(row[column] ?? '') ?? ['', row[`${column}_min`], row[`${column}_max`]];
  return [Number(low), Number(high)];
}

export interface Promised {
  readonly series: readonly string[];
  /** Labels of categories and bands of numbers beside the series. */
  readonly quasi?: readonly string[];
  readonly k?: number;
  readonly p?: number;
}

/**
 * What is promised of every release: each class of equal bands and labels holds k rows, each pattern in it P, and each band contains
 * the values of its members, found by the unique tag in a sensitive column.
 */
export function expectPromisesKept(
  rows: readonly Row[],
  originals: ReadonlyMap<string, readonly number[]>,
  { series, quasi = [], k = 5, p = 2 }: Promised,
): void {
  const published = [...series, ...quasi];
  const bands = (row: Row) => JSON.stringify(published.map((column) => row[column] ?? bandOf(row, column)));
  expect(Math.min(...sizes(rows, bands).values())).toBeGreaterThanOrEqual(k);
  const patterns = sizes(rows, (row) => JSON.stringify([bands(row), row.Pattern, row.Level]));
  expect(Math.min(...patterns.values())).toBeGreaterThanOrEqual(p);
  const outside = rows.flatMap((row) =>
    series.flatMap((column, c) => {
      const [low, high] = bandOf(row, column);
      const value = originals.get(row.Tag)?.[c] ?? Number.NaN;
      return low <= value && value <= high ? [] : [{ tag: row.Tag, column, low, value, high }];
    }),
  );
  expect(outside).toEqual([]);
  expect(new Set(rows.map(({ Tag }) => Tag)).size).toBe(rows.length);
}

function sizes(rows: readonly Row[], keyOf: (row: Row) => string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + 1);
  return counts;
}
