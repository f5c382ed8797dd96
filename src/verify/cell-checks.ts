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
    if (kind === 'lower') return boundCheck(column);
    if (kind === 'upper') return boundCheck(column, columns[i - 1]); // declared next to each other
    return emptyCheck(column);
  });
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

function intervalCheck(column: SourceColumn): CellCheck {
  const { sql, declared } = column;
  const [exact, loose] = [numberOf(declared.decimals), anyNumber].map((number) => text(`\\[${number}-${number}\\]`));
  const cut = `instr(substr(${sql}, 3), '-')`; // the dash between the bounds: the first one after '[' and what may be a sign
  const lower = `TRY_CAST(substr(${sql}, 2, ${cut}) AS DOUBLE) AS ${sql}_lower`;
  const upper = `TRY_CAST(substr(${sql}, ${cut} + 3, length(${sql}) - ${cut} - 3) AS DOUBLE) AS ${sql}_upper`;
  const signedZero = `regexp_matches(${sql}, '^\\[-0(?:\\.0*)?-|--0(?:\\.0*)?\\]$')`;
  const sound = firstOf(
    [`coalesce(NOT isfinite(${sql}_lower) OR NOT isfinite(${sql}_upper), true)`, 'not-finite'],
    [`${sql}_lower > ${sql}_upper`, 'inverted-interval'],
    [`CASE WHEN ${sql}_lower = 0 OR ${sql}_upper = 0 THEN ${signedZero} END`, 'malformed-interval'],
  );
  const fault = `CASE WHEN ${sql} = '' THEN 'empty-cell' WHEN regexp_full_match(${sql}, ${exact}) THEN ${sound} ELSE ${firstOf(
    [`regexp_matches(${sql}, '(?i)nan|inf')`, 'not-finite'],
    [`regexp_full_match(${sql}, ${loose})`, 'wrong-decimals'],
    ['true', 'malformed-interval'],
  )} END`;
  return { column, with: [], derived: [lower, upper], fault };
}

function boundCheck(column: SourceColumn, lower?: SourceColumn): CellCheck {
  const { sql, declared, type } = column;
  const partner = lower === undefined ? [] : [lower];
  const inverted = partner.map((bound) => [`${numberIn(bound)} > ${numberIn(column)}`, 'inverted-interval'] as const);
  const derived = [...partner, column].map((bound) => `TRY_CAST(${bound.sql} AS DOUBLE) AS ${numberIn(bound)}`);
  if (type === 'double') {
    const scale = `1e${declared.decimals ?? 0}`;
    const exactBelow = `9007199254740992 / ${scale}`; // beyond it a double has no digits left to be off the grid with
    const fault = firstOf(
      [`${sql} IS NULL`, 'empty-cell'],
      [`NOT isfinite(${sql})`, 'not-finite'],
      [`abs(${sql}) < ${exactBelow} AND round(${sql} * ${scale}) / ${scale} <> ${sql}`, 'wrong-decimals'],
      ...inverted,
    );
    return { column, with: partner, derived, fault };
  }
  const sound = firstOf(
    [`coalesce(NOT isfinite(${numberIn(column)}), true)`, 'not-finite'],
    [`${numberIn(column)} = 0 AND starts_with(${sql}, '-')`, 'malformed-number'],
    ...inverted,
  );
  const fault = `CASE WHEN ${sql} = '' THEN 'empty-cell' WHEN regexp_full_match(${sql}, ${text(numberOf(declared.decimals))}) THEN ${sound} ELSE ${firstOf(
    [`regexp_matches(${sql}, '(?i)nan|inf')`, 'not-finite'],
    [`regexp_full_match(${sql}, ${text(anyNumber)})`, 'wrong-decimals'],
    ['true', 'malformed-number'],
  )} END`;
  return { column, with: partner, derived, fault };
}

const numberIn = ({ sql }: SourceColumn): string => `${sql}_value`;

const anyNumber = '-?[0-9]+(?:\\.[0-9]*)?';

const numberOf = (decimals = 0): string => `-?(?:0|[1-9][0-9]*)${decimals > 0 ? `\\.[0-9]{${decimals}}` : ''}`;

const firstOf = (...faults: readonly (readonly [condition: string, fault: CellFault])[]): string =>
  `CASE ${faults.map(([condition, fault]) => `WHEN ${condition} THEN '${fault}'`).join(' ')} END`;
