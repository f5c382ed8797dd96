import type { Counter } from '../base/counting.ts';
import { calendarColumns } from '../release/calendar-columns.ts';
import { bandRows, boundsOf } from './cell-checks.ts';
import type { EventLines } from './events/event-lines.ts';
import { type Layout, list } from './layout.ts';
import { type Answer, seriesAnswers } from './series/answers.ts';
import type { SourceColumn } from './source.ts';
import type { PopulationSize } from './table/population.ts';
import type { Flow } from './table/table-flow.ts';

/** How many classes have how many subjects, smallest first. */
export type ClassSizes = readonly (readonly [size: number, classes: number])[];

/** What a release holds how often, counted in its bytes. */
export type Census = SeriesCensus | EventsCensus | TableCensus;

/** Groups by their envelopes, leaves by their GroupIDs. */
export interface SeriesSizes {
  readonly groups: ClassSizes;
  readonly leaves: ClassSizes;
}

export interface SeriesCensus extends SeriesSizes {
  readonly kind: 'series';
  /** The most frequent patterns, over all groups. */
  readonly patterns: readonly { readonly pattern: string; readonly level: number; readonly subjects: number }[];
  /** Records whose pattern says nothing. */
  readonly flat: number;
  readonly answers: readonly Answer[];
  /** Of the bands asked about, those that no group has. */
  readonly strangeBands: number;
}

/** Whether to count, and which bands to look for. */
export type CensusAsked = boolean | ShownBands;

/** Some groups that a report shows: how many subjects they have, and the bounds of their band at the named instants. */
export interface ShownBands {
  readonly instants: readonly string[];
  readonly bands: readonly { readonly size: number; readonly lower: readonly number[]; readonly upper: readonly number[] }[];
}

export interface EventsCensus {
  readonly kind: 'events';
  readonly combinations: ClassSizes;
  /** Events by place in time: one label for each of the columns, then how many. */
  readonly calendar?: { readonly columns: readonly string[]; readonly cells: readonly CalendarCell[] };
  /** The rows themselves, where they were put together by their lines: whoever judges them further need not read the file again. */
  readonly rows?: EventLines;
}

/** Combinations of labels; records and subjects behind them are known where evidence is. */
export interface TableCensus {
  readonly kind: 'table';
  readonly combinations: ClassSizes;
  /** How many combinations have so many subjects and records; counts from a hundred on have two digits. */
  readonly crowd: readonly { readonly subjects: number; readonly records: number; readonly combinations: number }[];
  /** For each column of labels that is a prefix, how many combinations have each. */
  readonly labels: readonly LabelCounts[];
  readonly flow?: Flow;
  /** Where a population was at hand: how many of it the labels of combinations are true of. */
  readonly population?: readonly PopulationSize[];
  /** Some published rows as they are, without the columns that are published unchanged. */
  readonly rows: readonly Readonly<Record<string, string>>[];
}

export interface LabelCounts {
  readonly column: string;
  readonly kind: 'prefix' | 'code';
  readonly labels: readonly (readonly [label: string, combinations: number])[];
}

export interface CalendarCell {
  readonly labels: readonly string[];
  readonly events: number;
}

const mostPatterns = 12;

type ToldPattern = SeriesCensus['patterns'][number];

/** The most frequent ones, of equally frequent ones those that come first by pattern and level, both as text. */
export const topPatterns = (patterns: readonly ToldPattern[]): readonly ToldPattern[] =>
  [...patterns]
    .sort((a, b) => b.subjects - a.subjects || byText(a.pattern, b.pattern) || byText(String(a.level), String(b.level)))
    .slice(0, mostPatterns);

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Of the table `leaves` that a series was read into, where each GroupID has one envelope. */
export async function seriesCensus(
  counter: Counter,
  layout: Layout,
  sizes: SeriesSizes,
  shown?: ShownBands,
): Promise<SeriesCensus> {
  const { pattern, level } = layout;
  const [flat] = await counter.numbers(
    `SELECT coalesce(CAST(sum(n) AS BIGINT), 0) FROM leaves WHERE TRY_CAST(${level.sql} AS INTEGER) = 1`,
  );
  const patterns = await counter.ask(
    `SELECT ${list([pattern, level])}, CAST(sum(n) AS BIGINT) FROM leaves GROUP BY ALL ORDER BY 3 DESC, 1, 2 LIMIT ${mostPatterns}`,
  );
  return {
    kind: 'series',
    ...sizes,
    patterns: patterns.map(([word, at, subjects]) => ({ pattern: String(word), level: Number(at), subjects: Number(subjects) })),
    flat,
    answers: await seriesAnswers(counter, layout),
    strangeBands: shown === undefined ? 0 : await countStrange(counter, layout, shown),
  };
}

/** Bands that a group may have, and the columns they are told of: none where it is not told of all instants that there are such columns. */
export function bandsAsked(
  { envelope }: Layout,
  { instants, bands }: ShownBands,
): { readonly columns: readonly SourceColumn[]; readonly bands: ShownBands['bands'] } {
  const series = envelope.filter(({ declared }) => declared.role === 'series' && declared.kind !== 'upper');
  const columns = instants.flatMap((name) => series.find(({ declared }) => (declared.of ?? declared.name) === name) ?? []);
  const isTold = columns.length > 0 && columns.length === instants.length;
  const isWhole = ({ lower, upper }: ShownBands['bands'][number]) =>
    lower.length === instants.length && upper.length === instants.length;
  return { columns, bands: isTold ? bands.filter(isWhole) : [] };
}

/** Bands that no group has; two groups may have the same. */
async function countStrange(counter: Counter, layout: Layout, shown: ShownBands): Promise<number> {
  const { group, envelope } = layout;
  const { columns, bands: whole } = bandsAsked(layout, shown);
  if (whole.length === 0) return shown.bands.length;
  const { unnested, lower, upper } = bandRows(columns, envelope);
  const first = boundsOf(columns[0], envelope[envelope.indexOf(columns[0]) + 1]);
  const heads = `SELECT min(rowid) AS leaf, CAST(sum(n) AS DOUBLE) AS size FROM leaves GROUP BY ${group.sql}`;
  const near = `SELECT * FROM leaves JOIN (${heads}) AS heads ON leaves.rowid = leaf
    SEMI JOIN (SELECT * FROM shown WHERE place = 0) AS asked ON asked.size = heads.size AND low = ${first.lower} AND high = ${first.upper}`; // few are, and only their other bounds are read
  const groups = `SELECT leaf, size, place, ${lower} AS low, ${upper} AS high FROM (SELECT leaf, size, ${unnested} FROM (${near}))`;
  let found = 0;
  const atOnce = Math.max(1, Math.floor(mostNumbers / columns.length));
  for (let from = 0; from < whole.length; from += atOnce) {
    const [some] = await counter.numbers(
      `WITH shown AS MATERIALIZED (${shownSql(whole.slice(from, from + atOnce))})
      SELECT count(DISTINCT band) FROM (SELECT band FROM shown JOIN (${groups}) USING (place, size, low, high) GROUP BY leaf, band HAVING count(*) = ${columns.length})`,
    );
    found += some;
  }
  return shown.bands.length - found;
}

/** One row for each instant of each band. */
function shownSql(bands: ShownBands['bands']): string {
  const points = bands.flatMap(({ size, lower, upper }, band) =>
    lower.map((low, place) => [band, place, size, low, upper[place]]),
  );
  const constants = ['band', 'place', 'size', 'low', 'high'].map(
    (name, i) => `unnest(CAST('${JSON.stringify(points.map((point) => Number(point[i])))}' AS DOUBLE[])) AS ${name}`, // one constant, whatever it holds
  );
  return `SELECT ${constants.join(', ')}`;
}

/** Of one query: a forged report may ask about any number of bands. */
const mostNumbers = 2000;

/** Of the table `combinations` that an event log was read into. */
export async function eventsCensus(counter: Counter, quasi: readonly SourceColumn[]): Promise<EventsCensus> {
  const names = calendarColumns(quasi.map(({ declared }) => declared.name));
  const columns = names.flatMap((name) => quasi.find(({ declared }) => declared.name === name) ?? []);
  const combinations = await sizesIn(counter, 'combinations');
  if (columns.length === 0) return { kind: 'events', combinations };
  const cells = await counter.ask(
    `SELECT ${list(columns)}, CAST(sum(n) AS BIGINT) FROM combinations GROUP BY ${list(columns)} ORDER BY ALL`,
  );
  return {
    kind: 'events',
    combinations,
    calendar: {
      columns: names,
      cells: cells.map((row) => ({ labels: row.slice(0, -1).map(String), events: Number(row.at(-1)) })),
    },
  };
}

export async function sizesIn(counter: Counter, table: string): Promise<ClassSizes> {
  const rows = await counter.ask(`SELECT size, count(*) FROM ${table} GROUP BY size ORDER BY size`);
  return rows.map(([size, classes]) => [Number(size), Number(classes)]);
}
