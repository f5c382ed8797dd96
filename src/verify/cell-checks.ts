import type { ManifestColumn, SeriesManifest } from '../release/manifest.ts';
import type { CellFault } from './cell-breaches.ts';
import { text } from './counter.ts';
import { plainNumber } from './numbering.ts';
import type { SourceColumn } from './source.ts';
import { unitsOf } from './step-units.ts';

/** What the cells of one column owe, as SQL over any table that has the column. */
export interface CellCheck {
  readonly column: SourceColumn;
  /** Other columns that the check reads. */
  readonly with: readonly SourceColumn[];
  /** Columns to compute first: DuckDB shares no work between the branches of a CASE. */
  readonly derived: readonly string[];
  /** The kind of fault, or NULL. */
  readonly fault: string;
  /** The same for a cell by another name, where columns may owe the same. */
  readonly of?: (cell: string) => Pick<CellCheck, 'derived' | 'fault'>;
}

/** Checks of the columns that make up an envelope: intervals, bounds and labels. */
export function envelopeChecks(columns: readonly SourceColumn[]): CellCheck[] {
  return columns.map((column, i) => {
    const { kind } = column.declared;
    if (kind === 'interval') return intervalCheck(column);
    if (kind === 'lower') return numberCheck(column);
    if (kind === 'upper') return numberCheck(column, columns[i - 1]); // declared next to each other
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
  const malformed = `NOT regexp_full_match(${column.sql}, '${plainNumber}')`;
  const fault = firstOf([`${column.sql} = ''`, 'empty-cell'], [malformed, 'malformed-group-id']);
  return { column, with: [], derived: [], fault };
}

/** An id that means nothing: a whole number, or, where it is the subject's own name, any text. */
export function subjectCheck(column: SourceColumn): CellCheck {
  if (column.declared.kind !== 'id') return emptyCheck(column);
  const malformed = `NOT regexp_full_match(${column.sql}, '${plainNumber}')`;
  return { ...emptyCheck(column), fault: firstOf([`${column.sql} = ''`, 'empty-cell'], [malformed, 'malformed-subject-id']) };
}

export function levelCheck(column: SourceColumn, { maxLevel }: SeriesManifest['pattern']): CellCheck {
  const { sql } = column;
  const fault = firstOf(
    [`${sql} = ''`, 'empty-cell'],
    [`NOT regexp_full_match(${sql}, '-?(?:0|[1-9][0-9]*)')`, 'malformed-level'],
    [`coalesce(TRY_CAST(${sql} AS INTEGER), 0) NOT BETWEEN 1 AND ${maxLevel}`, 'level-out-of-range'],
  );
  return { column, with: [], derived: [], fault };
}

/** A word has one letter for each segment; of an interval pattern each segment is a letter, or a range of them from low to high. */
export function patternCheck(
  column: SourceColumn,
  level: SourceColumn,
  { form, segments }: SeriesManifest['pattern'],
): CellCheck {
  const { sql } = column;
  const interval = form === 'interval';
  const letters = `left('abcdefghijklmnopqrstuvwxyz', ${sql}_level)${interval ? " || '-|'" : ''}`;
  const found = interval ? `length(${sql}) - length(replace(${sql}, '|', '')) + 1` : `length(${sql})`;
  const fault = firstOf(
    [`${sql} = ''`, 'empty-cell'],
    [`NOT regexp_full_match(${sql}, ${text(interval ? `${range}(?:\\|${range})*` : '[a-z]+')})`, 'malformed-pattern'],
    [`${found} <> ${segments}`, 'wrong-pattern-length'],
    ...(interval ? [[`regexp_matches(${sql}, ${text(notRising)})`, 'inverted-symbols'] as const] : []),
    [`${sql}_level <= 26 AND ltrim(${sql}, ${letters}) <> ''`, 'symbol-outside-level'], // nothing is left of a sound pattern
  );
  const sound = `CASE WHEN regexp_full_match(${level.sql}, '[1-9][0-9]?') THEN CAST(${level.sql} AS INTEGER) END AS ${sql}_level`;
  return { column, with: [level], derived: [sound], fault };
}

const range = '[a-z](?:-[a-z])?';

/** A range whose second letter is not after its first: `b-a`, and `b-b`, which would be another way to write `b`. */
const notRising = Array.from({ length: 26 }, (_, i) => String.fromCharCode(97 + i))
  .map((letter) => `${letter}-[a-${letter}]`)
  .join('|');

/** A number in a cell of its own: a curve's, a lower bound, or an upper one with the lower one it must not be below. */
export function numberCheck(column: SourceColumn, lower?: SourceColumn): CellCheck {
  const { sql, declared, type } = column;
  const value = numberIn(column);
  const partner = lower === undefined ? [] : [lower];
  const inverted = partner.map((bound): Fault => [`${numberIn(bound)} > ${value}`, 'inverted-interval']);
  const derived = [...partner, column].map((bound) => `TRY_CAST(${bound.sql} AS DOUBLE) AS ${numberIn(bound)}`);
  if (type === 'double') {
    const scale = `1e${declared.decimals ?? 0}`;
    const exactBelow = `9007199254740992 / ${scale}`; // beyond it a double has no digits left to be off the grid with
    const fault = firstOf(
      [`${sql} IS NULL`, 'empty-cell'],
      [`NOT isfinite(${sql})`, 'not-finite'],
      [`abs(${sql}) < ${exactBelow} AND round(${sql} * ${scale}) / ${scale} <> ${sql}`, 'wrong-decimals'],
      ...inverted,
      ...offStepOfDouble(declared, sql),
    );
    return { column, with: partner, derived, fault };
  }
  const fault = textFault(sql, { exact: numberOf(declared.decimals), loose: anyNumber, malformed: 'malformed-number' }, [
    [`coalesce(NOT isfinite(${value}), true)`, 'not-finite'],
    [`${value} = 0 AND starts_with(${sql}, '-')`, 'malformed-number'],
    ...inverted,
    ...offStep(declared, sql),
  ]);
  return { column, with: partner, derived, fault };
}

/** The numbers of a band: from the one cell of an interval, or from a lower bound and the upper bound next to it. */
export function boundsOf(column: SourceColumn, next: SourceColumn): { readonly lower: string; readonly upper: string } {
  const { lower, upper } = column.declared.kind === 'interval' ? boundTexts(column) : { lower: column.sql, upper: next.sql };
  return { lower: `TRY_CAST(${lower} AS DOUBLE)`, upper: `TRY_CAST(${upper} AS DOUBLE)` };
}

/**
 * The bands of several columns of an envelope, one below the other: what to unnest, and the bounds in a row of that. Planning takes longer than counting in
 * a small release, and this way the bounds are planned once, not for each column.
 */
export function bandRows(
  columns: readonly SourceColumn[],
  envelope: readonly SourceColumn[],
): { readonly unnested: string; readonly lower: string; readonly upper: string } {
  const unnest = (cells: readonly string[], name: string) => `unnest([${cells.join(', ')}]) AS ${name}`;
  const places = unnest([...columns.keys()].map(String), 'place');
  if (columns.every(({ declared }) => declared.kind === 'interval')) {
    const bounds = boundsOf({ ...columns[0], sql: 'cell' }, columns[0]);
    return {
      unnested: `${places}, ${unnest(
        columns.map(({ sql }) => sql),
        'cell',
      )}`,
      ...bounds,
    };
  }
  const bounds = columns.map((column) => boundsOf(column, envelope[envelope.indexOf(column) + 1]));
  const [lower, upper] = [bounds.map((bound) => bound.lower), bounds.map((bound) => bound.upper)];
  return { unnested: `${places}, ${unnest(lower, 'lower')}, ${unnest(upper, 'upper')}`, lower: 'lower', upper: 'upper' };
}

/** The bounds that an interval says, as text. */
function boundTexts({ sql }: SourceColumn): { readonly lower: string; readonly upper: string } {
  const cut = `instr(substr(${sql}, 3), '-')`; // the dash between the bounds: the first one after '[' and what may be a sign
  return { lower: `substr(${sql}, 2, ${cut})`, upper: `substr(${sql}, ${cut} + 3, length(${sql}) - ${cut} - 3)` };
}

function intervalCheck(column: SourceColumn): CellCheck {
  const of = (cell: string) => intervalFault({ ...column, sql: cell });
  return { column, with: [], ...of(column.sql), of };
}

function intervalFault(column: SourceColumn): Pick<CellCheck, 'derived' | 'fault'> {
  const { sql, declared } = column;
  const bounds = boundsOf(column, column);
  const [lower, upper] = [`${sql}_lower`, `${sql}_upper`];
  const [exact, loose] = [numberOf(declared.decimals), anyNumber].map((number) => `\\[${number}-${number}\\]`);
  const signedZero = `regexp_matches(${sql}, '^\\[-0(?:\\.0*)?-|--0(?:\\.0*)?\\]$')`;
  const fault = textFault(sql, { exact, loose, malformed: 'malformed-interval' }, [
    [`coalesce(NOT isfinite(${lower}) OR NOT isfinite(${upper}), true)`, 'not-finite'],
    [`${lower} > ${upper}`, 'inverted-interval'],
    [`CASE WHEN ${lower} = 0 OR ${upper} = 0 THEN ${signedZero} END`, 'malformed-interval'],
    ...Object.values(boundTexts(column)).flatMap((bound) => offStep(declared, bound)),
  ]);
  return { derived: [`${bounds.lower} AS ${lower}`, `${bounds.upper} AS ${upper}`], fault };
}

/** Bounds are compared with the step in whole numbers of the last decimal place: no rounding decides. */
export function offStep(declared: ManifestColumn, bound: string): Fault[] {
  const step = stepIn(declared);
  return step === undefined
    ? []
    : [[`coalesce(TRY_CAST(replace(${bound}, '.', '') AS HUGEINT) % ${step} <> 0, true)`, 'off-step']];
}

/** A double on the grid of its decimals stands for one whole number, as long as it has digits enough. */
function offStepOfDouble(declared: ManifestColumn, sql: string): Fault[] {
  const step = stepIn(declared);
  const scale = `1e${declared.decimals ?? 0}`;
  const whole = `CASE WHEN abs(${sql}) < 9007199254740992 / ${scale} THEN CAST(round(${sql} * ${scale}) AS HUGEINT) END`;
  return step === undefined ? [] : [[`coalesce((${whole}) % ${step} <> 0, true)`, 'off-step']];
}

/** SQL for a column's step in units of its last decimal place; what is no whole number of them was found before. */
function stepIn({ snap, decimals = 0 }: ManifestColumn): string | undefined {
  const units = snap === undefined ? undefined : unitsOf(snap, decimals);
  return units === undefined ? undefined : `CAST('${units}' AS HUGEINT)`;
}

type Fault = readonly [condition: string, fault: CellFault];

const numberIn = ({ sql }: SourceColumn): string => `${sql}_value`;

interface TextForm {
  readonly exact: string;
  /** What matches only this one has other decimals than declared. */
  readonly loose: string;
  readonly malformed: CellFault;
}

/** Text that must match one form exactly. */
const textFault = (sql: string, { exact, loose, malformed }: TextForm, faults: readonly Fault[]): string =>
  `CASE WHEN ${sql} = '' THEN 'empty-cell' WHEN regexp_full_match(${sql}, ${text(exact)}) THEN ${firstOf(...faults)} ELSE ${firstOf(
    [`regexp_matches(${sql}, '(?i)nan|inf')`, 'not-finite'],
    [`regexp_full_match(${sql}, ${text(loose)})`, 'wrong-decimals'],
    ['true', malformed],
  )} END`;

const anyNumber = '-?[0-9]+(?:\\.[0-9]*)?';

export const numberOf = (decimals = 0): string => `-?(?:0|[1-9][0-9]*)${decimals > 0 ? `\\.[0-9]{${decimals}}` : ''}`;

export const firstOf = (...faults: readonly Fault[]): string =>
  `CASE ${faults.map(([condition, fault]) => `WHEN ${condition} THEN '${fault}'`).join(' ')} END`;
