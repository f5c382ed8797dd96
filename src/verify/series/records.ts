import type { Counter } from '../../base/counting.ts';
import { invariant } from '../../base/problem.ts';
import type { ManifestColumn, SeriesManifest } from '../../release/manifest.ts';
import type { CellBreach } from '../cell-breaches.ts';
import { text } from '../counter.ts';
import { list } from '../layout.ts';
import { countNumbers, numberingBreach, plainNumber } from '../numbering.ts';
import type { Source, SourceColumn } from '../source.ts';
import type { RecordBreach } from './record-breaches.ts';

/** The records of a long release, one row each, so that k and P are counted over records and never over their instants. */
export interface Records {
  readonly breaches: readonly (RecordBreach | CellBreach)[];
  /** Rows of the file. */
  readonly rows: number;
  /** The same release with a column for each instant; absent where rows cannot be put together to records. */
  readonly wide?: { readonly source: Source; readonly manifest: SeriesManifest };
}

/**
 * Puts the rows of a long release back together. Whoever knows a curve compares it with all intervals of a record, so the envelope is
 * the vector of its intervals over all instants: each record must have each declared instant once, and say the same of itself in every row.
 */
export async function gatherRecords(counter: Counter, source: Source, manifest: SeriesManifest): Promise<Records> {
  const { instants = [], data } = manifest;
  const release = longLayout(source);
  const values = instants.map((instant, place) => `(${text(instant)}, ${place})`);
  await counter.ask(`CREATE OR REPLACE TEMP TABLE instants AS SELECT * FROM (VALUES ${values.join(', ')}) AS i(instant, place)`);
  const { breaches, rows } = await checkRecords(counter, release, instants.length, data.file);
  if (breaches.some(({ kind }) => kind !== 'gap-in-numbers')) return { breaches, rows };
  await counter.ask(`CREATE OR REPLACE TEMP TABLE records AS ${recordsQuery(release, instants.length)}`);
  const columns = wideColumns(release, instants);
  return {
    breaches,
    rows,
    wide: {
      source: { table: 'records', scan: (alias) => `records AS ${alias}`, columns, numbered: firstRows(release) },
      manifest: { ...manifest, columns: columns.map(({ declared }) => declared) },
    },
  };
}

/** The columns of a long release by how they behave inside a record. */
interface LongLayout {
  readonly source: Source;
  readonly record: SourceColumn;
  readonly instant: SourceColumn;
  /** One cell for each instant: the interval or its bounds, then the curve where there is one. */
  readonly moving: readonly SourceColumn[];
  /** The same cell in every row. */
  readonly constant: readonly SourceColumn[];
}

function longLayout(source: Source): LongLayout {
  const withRole = (...roles: ManifestColumn['role'][]) => source.columns.filter(({ declared }) => roles.includes(declared.role));
  const [record] = withRole('record');
  const [instant] = withRole('instant');
  invariant(record !== undefined && instant !== undefined, 'a long release with sound declarations has a record and an instant');
  const constant = withRole('group', 'quasi', 'sensitive', 'pattern', 'level');
  return { source, record, instant, moving: withRole('series', 'curve'), constant };
}

const rowsWithPlaces = ({ source, instant }: LongLayout): string =>
  `${source.table} AS cells LEFT JOIN instants ON cells.${instant.sql} = instants.instant`;

async function checkRecords(
  counter: Counter,
  release: LongLayout,
  instants: number,
  file: string,
): Promise<{ rows: number; breaches: (RecordBreach | CellBreach)[] }> {
  const { source, record, constant } = release;
  const malformed = `NOT regexp_full_match(${record.sql}, '${plainNumber}')`;
  await counter.ask(`CREATE OR REPLACE TEMP TABLE judged AS SELECT ${record.sql}, count(*) AS rows, ${malformed} AS malformed,
    count(*) <> ${instants} OR count(DISTINCT place) <> ${instants} AS incomplete, ${constant.map(differs).join(' OR ')} AS torn
    FROM ${rowsWithPlaces(release)} GROUP BY ${record.sql}`);
  const [rows, cells, incomplete, torn] = await counter.numbers(
    'SELECT coalesce(sum(rows), 0), coalesce(sum(rows) FILTER (malformed), 0), count_if(incomplete), count_if(torn) FROM judged',
  );
  const first = async (fault: 'malformed' | 'incomplete' | 'torn') => {
    const numbered = `SELECT row_number() OVER () AS row, ${record.sql} FROM ${source.table}`;
    const bad = `SELECT ${record.sql} FROM judged WHERE ${fault}`;
    return (await counter.numbers(`SELECT min(row) FROM (${numbered}) WHERE ${record.sql} IN (${bad})`))[0];
  };
  const breaches: (RecordBreach | CellBreach)[] = [];
  if (cells > 0)
    breaches.push({ kind: 'malformed-group-id', file, columns: [record.declared.name], cells, row: await first('malformed') });
  else {
    const numbers = await countNumbers(counter, 'judged', record.sql);
    breaches.push(...numberingBreach(numbers, { file, column: record.declared.name }));
  }
  if (incomplete > 0)
    breaches.push({ kind: 'incomplete-record', file, records: incomplete, instants, row: await first('incomplete') });
  if (torn > 0) breaches.push({ kind: 'torn-record', file, records: torn, row: await first('torn') });
  return { rows, breaches };
}

/** Of a double also what DuckDB takes for equal, or leaves out of its minimum: the sign of a zero, and a cell that is missing. */
const differs = ({ sql, type }: SourceColumn): string =>
  type === 'text'
    ? `min(${sql}) <> max(${sql})`
    : `min(${sql}) IS DISTINCT FROM max(${sql}) OR count(${sql}) NOT IN (0, count(*)) OR bool_or(signbit(${sql})) <> bool_and(signbit(${sql}))`;

const atOnce = 32;

/**
 * One row per record; each cell of an instant comes from one row, as was just proved. Aggregates of fixed size, so that they spill.
 * Many instants are gathered in two steps of their square root: one aggregate each would cost rows x instants.
 */
function recordsQuery(release: LongLayout, instants: number): string {
  const record = release.record.sql;
  const kept = release.constant.map(({ sql }) => `any_value(${sql}) AS ${sql}`);
  const cellsAt = (count: number, cell: (sql: string, t: number) => string) =>
    release.moving.flatMap(({ sql }) => Array.from({ length: count }, (_, t) => `max(${cell(sql, t)}) AS ${sql}_${t}`));
  const whole = (cells: readonly string[], from: string) =>
    `SELECT record, ${[...kept, ...cells].join(', ')} FROM ${from} GROUP BY record`;
  const rows = `(SELECT ${record} AS record, place, ${list([...release.constant, ...release.moving])} FROM ${rowsWithPlaces(release)})`;
  if (instants <= atOnce)
    return whole(
      cellsAt(instants, (sql, t) => `CASE WHEN place = ${t} THEN ${sql} END`),
      rows,
    );
  const width = Math.ceil(Math.sqrt(instants));
  const cells = cellsAt(width, (sql, t) => `CASE WHEN place % ${width} = ${t} THEN ${sql} END`);
  const parts = `(SELECT record, place // ${width} AS part, ${[...kept, ...cells].join(', ')} FROM ${rows} GROUP BY record, part)`;
  const inPart = (sql: string, t: number) => `CASE WHEN part = ${Math.floor(t / width)} THEN ${sql}_${t % width} END`;
  return whole(cellsAt(instants, inPart), parts);
}

/** A column for each instant where the long release has one for all, in the same order; bounds stay side by side. */
function wideColumns({ source, moving, constant }: LongLayout, instants: readonly string[]): readonly SourceColumn[] {
  const over = (columns: readonly SourceColumn[]) =>
    instants.flatMap((instant, t) =>
      columns.map(({ sql, declared, type }) => ({
        sql: `${sql}_${t}`,
        declared: { ...declared, name: `${declared.name} at ${instant}`, of: instant },
        type,
      })),
    );
  const withRole = (role: ManifestColumn['role']) => moving.filter(({ declared }) => declared.role === role);
  const [group, ...others] = source.columns.filter((column) => constant.includes(column));
  return [group, ...over(withRole('series')), ...others, ...over(withRole('curve'))];
}

/** Every record and the first of its rows in the file. */
const firstRows = ({ source, record }: LongLayout): string =>
  `(SELECT records.*, row FROM records JOIN (SELECT min(row) AS row, number FROM
    (SELECT row_number() OVER () AS row, ${record.sql} AS number FROM ${source.table}) GROUP BY number) ON record = number)`;
