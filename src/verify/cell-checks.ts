import type { Manifest } from '../release/manifest.ts';
import type { CellFault } from './cell-breaches.ts';
import { text } from './counter.ts';
import type { SourceColumn } from './source.ts';

/** What the cells of one column owe, as SQL over any table that has the column. */
export interface CellCheck {
  readonly column: SourceColumn;
  /** Other columns that the check reads. */
  readonly with: readonly SourceColumn[];
  /** Columns to compute first: DuckDB shares no work between the branches of a CASE. */
  readonly derived: readonly string[];
  /** The kind of fault, or NULL. */
  readonly fault: string;
}

/** Checks of the columns that make up an envelope: intervals, bounds and labels. */
export function envelopeChecks(columns: readonly SourceColumn[]): CellCheck[] {
  return columns.map((column, i) => {
    const { kind } = column.declared;
    if (kind === 'interval') return intervalCheck(column);
    if (kind === 'lower') return numberCheck(column);
    if (kind === 'label') return emptyCheck(column);
    const band = bandOf(columns.slice(i - 1, i + 1)); // bounds are declared next to each other
    return numberCheck(column, { ...band, faults: [[`${band.lower} > ${band.upper}`, 'inverted-interval']] });
  });
}

/** A curve is a number inside the band that it is made from. */
export function curveCheck(column: SourceColumn, envelope: readonly SourceColumn[]): CellCheck {
  const series = envelope.filter(
    ({ declared: { role, of } }) => role === 'series' && of !== undefined && of === column.declared.of,
  );
  if (series.length === 0) return numberCheck(column);
  const band = bandOf(series);
  const outside = `NOT coalesce(${numberIn(column)} BETWEEN ${band.lower} AND ${band.upper}, true)`; // a malformed band is told elsewhere
  return numberCheck(column, { ...band, faults: [[outside, 'curve-outside-band']] });
}

export const emptyCheck = (column: SourceColumn): CellCheck => ({
  column,
  with: [],
  derived: [],
  fault: firstOf([`${column.sql} = ''`, 'empty-cell']),
});

export function groupCheck(column: SourceColumn): CellCheck {
  const malformed = `NOT regexp_full_match(${column.sql}, '[1-9][0-9]*')`;
  const fault = firstOf([`${column.sql} = ''`, 'empty-cell'], [malformed, 'malformed-group-id']);
  return { column, with: [], derived: [], fault };
}

export function levelCheck(column: SourceColumn, { maxLevel }: Manifest['pattern']): CellCheck {
  const { sql } = column;
  const fault = firstOf(
    [`${sql} = ''`, 'empty-cell'],
    [`NOT regexp_full_match(${sql}, '-?(?:0|[1-9][0-9]*)')`, 'malformed-level'],
    [`coalesce(TRY_CAST(${sql} AS INTEGER), 0) NOT BETWEEN 1 AND ${maxLevel}`, 'level-out-of-range'],
  );
  return { column, with: [], derived: [], fault };
}

export function patternCheck(column: SourceColumn, level: SourceColumn, { form, segments }: Manifest['pattern']): CellCheck {
  const { sql } = column;
  switch (form) {
    case 'word': {
      const symbols = `left('abcdefghijklmnopqrstuvwxyz', ${sql}_level)`;
      const fault = firstOf(
        [`${sql} = ''`, 'empty-cell'],
        [`NOT regexp_full_match(${sql}, '[a-z]+')`, 'malformed-pattern'],
        [`length(${sql}) <> ${segments}`, 'wrong-pattern-length'],
        [`${sql}_level <= 26 AND ltrim(${sql}, ${symbols}) <> ''`, 'symbol-outside-level'], // nothing is left of a sound word
      );
      const sound = `CASE WHEN regexp_full_match(${level.sql}, '[1-9][0-9]?') THEN CAST(${level.sql} AS INTEGER) END AS ${sql}_level`;
      return { column, with: [level], derived: [sound], fault };
    }
  }
  form satisfies never;
  return { column, with: [], derived: [], fault: 'NULL' };
}

type Fault = readonly [condition: string, fault: CellFault];

function intervalCheck(column: SourceColumn): CellCheck {
  const { sql, declared } = column;
  const { derived, lower, upper } = bandOf([column]);
  const [exact, loose] = [numberOf(declared.decimals), anyNumber].map((number) => `\\[${number}-${number}\\]`);
  const signedZero = `regexp_matches(${sql}, '^\\[-0(?:\\.0*)?-|--0(?:\\.0*)?\\]$')`;
  const fault = textFault(sql, exact, loose, 'malformed-interval', [
    [`coalesce(NOT isfinite(${lower}) OR NOT isfinite(${upper}), true)`, 'not-finite'],
    [`${lower} > ${upper}`, 'inverted-interval'],
    [`CASE WHEN ${lower} = 0 OR ${upper} = 0 THEN ${signedZero} END`, 'malformed-interval'],
  ]);
  return { column, with: [], derived, fault };
}

/** A number of a cell of its own; `faults` are what else can be wrong with a sound one. */
function numberCheck(
  column: SourceColumn,
  more: {
    readonly with: readonly SourceColumn[];
    readonly derived: readonly string[];
    readonly faults: readonly Fault[];
  } = noMore,
): CellCheck {
  const { sql, declared, type } = column;
  const value = numberIn(column);
  const derived = [...more.derived, `TRY_CAST(${sql} AS DOUBLE) AS ${value}`];
  if (type === 'double') {
    const scale = `1e${declared.decimals ?? 0}`;
    const exactBelow = `9007199254740992 / ${scale}`; // beyond it a double has no digits left to be off the grid with
    const fault = firstOf(
      [`${sql} IS NULL`, 'empty-cell'],
      [`NOT isfinite(${sql})`, 'not-finite'],
      [`abs(${sql}) < ${exactBelow} AND round(${sql} * ${scale}) / ${scale} <> ${sql}`, 'wrong-decimals'],
      ...more.faults,
    );
    return { column, with: more.with, derived, fault };
  }
  const fault = textFault(sql, numberOf(declared.decimals), anyNumber, 'malformed-number', [
    [`coalesce(NOT isfinite(${value}), true)`, 'not-finite'],
    [`${value} = 0 AND starts_with(${sql}, '-')`, 'malformed-number'],
    ...more.faults,
  ]);
  return { column, with: more.with, derived, fault };
}

const noMore = { with: [], derived: [], faults: [] };

/** The two bounds as numbers, from the one cell of an interval or from the two of a lower and an upper bound. */
function bandOf(columns: readonly SourceColumn[]) {
  const [first, last] = [columns[0], columns[columns.length - 1]];
  if (first !== last) {
    const derived = [first, last].map((bound) => `TRY_CAST(${bound.sql} AS DOUBLE) AS ${numberIn(bound)}`);
    return { with: [first, last], derived, lower: numberIn(first), upper: numberIn(last) };
  }
  const { sql } = first;
  const cut = `instr(substr(${sql}, 3), '-')`; // the dash between the bounds: the first one after '[' and what may be a sign
  const lower = `TRY_CAST(substr(${sql}, 2, ${cut}) AS DOUBLE) AS ${sql}_lower`;
  const upper = `TRY_CAST(substr(${sql}, ${cut} + 3, length(${sql}) - ${cut} - 3) AS DOUBLE) AS ${sql}_upper`;
  return { with: columns, derived: [lower, upper], lower: `${sql}_lower`, upper: `${sql}_upper` };
}

const numberIn = ({ sql }: SourceColumn): string => `${sql}_value`;

/** Text that must match one form exactly; what matches only the loose one has other decimals than declared. */
const textFault = (sql: string, exact: string, loose: string, malformed: CellFault, faults: readonly Fault[]): string =>
  `CASE WHEN ${sql} = '' THEN 'empty-cell' WHEN regexp_full_match(${sql}, ${text(exact)}) THEN ${firstOf(...faults)} ELSE ${firstOf(
    [`regexp_matches(${sql}, '(?i)nan|inf')`, 'not-finite'],
    [`regexp_full_match(${sql}, ${text(loose)})`, 'wrong-decimals'],
    ['true', malformed],
  )} END`;

const anyNumber = '-?[0-9]+(?:\\.[0-9]*)?';

const numberOf = (decimals = 0): string => `-?(?:0|[1-9][0-9]*)${decimals > 0 ? `\\.[0-9]{${decimals}}` : ''}`;

const firstOf = (...faults: readonly Fault[]): string =>
  `CASE ${faults.map(([condition, fault]) => `WHEN ${condition} THEN '${fault}'`).join(' ')} END`;
