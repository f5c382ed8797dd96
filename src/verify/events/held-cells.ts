import type { Counter } from '../../base/counting.ts';
import { happeningColumns, timeColumns, windowColumns } from '../../policy/event-columns.ts';
import type { EventsManifest } from '../../release/manifest.ts';
import { list } from '../layout.ts';
import type { SourceColumn } from '../source.ts';
import type { Combinations } from './combinations.ts';
import { isCoarser } from './event-coarseness.ts';
import type { EventLog } from './event-log.ts';
import { windowOf } from './link-window.ts';
import { sinceForms } from './told-durations.ts';

/** Rows with the published cells, and SQL for whose each is, where that is known. */
export interface LinkedRows {
  readonly table: string;
  readonly who: string | undefined;
  /** A table that holds each combination of these rows once, where one was made of them already. */
  readonly combinations?: string;
  /** Whether it is known that all numbers and owners are whole numbers, each in its one spelling. */
  readonly whole?: boolean;
  /** SQL for a number that stands for what a row tells; two may share one. */
  readonly hash?: string | undefined;
}

/**
 * Fills `held(cell, number, owner)`, a row for each event in numbers alone, and `cells`: all that stands in a row, each once, by its number `cell`, with numbers for its combination and its window,
 * for what happened and for what it says of its time, and whether that is coarser. A cell goes by its hash where no two share one, and is found by its texts elsewhere, so that none is taken for another.
 * Numbers and owners are those of the texts where all have one spelling of a whole number, and the texts themselves elsewhere.
 */
export async function holdCells(
  counter: Counter,
  { source, quasi, subject }: EventLog & { readonly subject: SourceColumn },
  manifest: EventsManifest,
  { table, who, combinations, hash, whole = false }: LinkedRows,
): Promise<void> {
  const position = source.columns.find(({ declared }) => declared.role === 'position')?.sql;
  const since = sinceForms(source, manifest.promises);
  const isBare = position === undefined && !since.told; // then a row holds its combination, and no more
  const texts = isBare ? list(quasi) : `${list(quasi)}, position, since`;
  const told = `${position ?? "''"} AS position, ${since.cell} AS since`;
  const different = `SELECT DISTINCT ${list(quasi)}, ${told} FROM ${isBare ? (combinations ?? table) : table}`;
  const ranks = ranksOf(quasi, manifest);
  const number = (sql: string) => `CREATE OR REPLACE TEMP TABLE cells AS SELECT *, ${sql} AS cell, ${ranks} FROM (${different})`;
  const hashed = hash ?? `hash(${texts})`;
  await counter.ask(number(hashed));
  const [all, apart] = await counter.numbers('SELECT count(*), count(DISTINCT cell) FROM cells');
  const rows = `SELECT ${list(quasi)}, ${told}, ${subject.sql} AS number, ${who ?? 'NULL'} AS owner FROM ${table}`;
  const asked = { named: who !== undefined, whole };
  if (all === apart) return hold(counter, { rows: `(${rows})`, cell: hashed, ...asked });
  await counter.ask(number('CAST(row_number() OVER () AS UBIGINT)'));
  return hold(counter, { rows: `(${rows}) LEFT JOIN cells USING (${texts})`, cell: 'cell', ...asked });
}

interface HeldAsked extends Required<Pick<LinkedRows, 'whole'>> {
  readonly rows: string;
  readonly cell: string;
  readonly named: boolean;
}

async function hold(counter: Counter, { rows, cell, named, whole }: HeldAsked): Promise<void> {
  const make = (number: string, owner: string, odd = 'false') =>
    counter.ask(
      `CREATE OR REPLACE TEMP TABLE held AS SELECT ${cell} AS cell, ${number} AS number, ${owner} AS owner, ${odd} AS odd FROM ${rows}`,
    );
  if (whole) return void (await make('CAST(number AS UINTEGER)', 'CAST(owner AS UINTEGER)'));
  const [number, owner] = ['TRY_CAST(number AS UINTEGER)', 'TRY_CAST(owner AS UINTEGER)'];
  const isOdd = (whole: string, text: string) => `CAST(${whole} AS VARCHAR) IS DISTINCT FROM ${text}`;
  await make(number, owner, [isOdd(number, 'number'), ...(named ? [isOdd(owner, 'owner')] : [])].join(' OR '));
  const [odd] = await counter.numbers('SELECT count_if(odd) FROM held');
  if (odd > 0) await make('number', 'CAST(owner AS VARCHAR)');
}

function ranksOf(quasi: readonly SourceColumn[], manifest: EventsManifest): string {
  const among = (wanted: readonly string[]) => quasi.filter(({ declared }) => wanted.includes(declared.name));
  const rankOf = (columns: readonly SourceColumn[]) =>
    columns.length === 0 ? '1' : `dense_rank() OVER (ORDER BY ${list(columns)})`;
  const timed = among(timeColumns);
  const coarse = timed.length === 0 ? 'false' : timed.map((column) => `(${isCoarser(column, manifest)})`).join(' OR ');
  return `${rankOf(quasi)} AS text_no, ${rankOf(among(windowColumns[windowOf(manifest.pseudonym)]))} AS window_no,
    ${rankOf(among(happeningColumns))} AS happening_no, ${rankOf(timed)} AS timing_no, ${coarse} AS coarse`;
}

/** Fills `combinations` as `readCombinations` does, from what is held: who has which. */
export async function combinationsHeld(counter: Counter, quasi: readonly SourceColumn[]): Promise<Combinations> {
  const pairs = `SELECT text_no, owner, sum(n) AS n FROM (SELECT cell, owner, count(*) AS n FROM held GROUP BY ALL) JOIN cells USING (cell) GROUP BY ALL`;
  const sizes = `SELECT text_no, CAST(sum(n) AS BIGINT) AS n, count(*) AS size FROM (${pairs}) GROUP BY text_no`;
  const texts = `SELECT DISTINCT text_no, ${list(quasi)} FROM cells`;
  await counter.ask(
    `CREATE OR REPLACE TEMP TABLE combinations AS SELECT ${list(quasi)}, n, size FROM (${texts}) JOIN (${sizes}) USING (text_no)`,
  );
  const [rows, subjects] = await counter.numbers('SELECT count(*), count(DISTINCT owner) FROM held');
  const [combinations, smallest] = await counter.numbers('SELECT count(*), coalesce(min(size), 0) FROM combinations');
  return { rows, combinations, smallest, subjects, faults: 0, largest: 0 };
}

/**
 * Fills from `held` and `cells`: `numbers`, each with its owner, whether it has others, and what it holds; `counts(kind_no, …)`, how many numbers and carriers have the very same; and `kind_cells(kind_no, cell)`, what
 * that is, once for every time. Answers the columns that say what a number holds. Of one event, or of two, the least and the greatest cell are all of it. Of more there is a mark beside them, and
 * it is counted whether each cell of a kind is held by every number of it: then all hold the same, and each once. Where it is not so, sets are compared cell by cell, which takes eight times as long.
 */
export async function readKinds(counter: Counter, { named, mark = 'hash(cell)' }: KindsAsked): Promise<string> {
  await readNumbers(counter, named, `min(cell) AS low, max(cell) AS high, bit_xor(${mark}) AS mark`, marked);
  const many = `SELECT kind_no, count(*) = any_value(events) AND min(holders) = any_value(numbers) AS alike FROM
    (SELECT kind_no, cell, count(DISTINCT number) AS holders FROM held JOIN (SELECT number, kind_no FROM numbers JOIN counts USING (${marked}) WHERE events > 2) USING (number) GROUP BY ALL)
    JOIN counts USING (kind_no) GROUP BY kind_no`;
  const [unlike] = await counter.numbers(`SELECT count_if(NOT alike) FROM (${many})`);
  if (unlike > 0) await readNumbers(counter, named, 'list(cell ORDER BY cell) AS kind', listed);
  await counter.ask(
    'CREATE OR REPLACE TEMP TABLE kind_cells AS SELECT kind_no, cell FROM held JOIN (SELECT kind_no, one AS number FROM counts) USING (number)',
  );
  return unlike > 0 ? listed : marked;
}

/** Whether owners are known, and SQL for a number of a cell; those of a set may add up to those of another. */
export interface KindsAsked {
  readonly named: boolean;
  readonly mark?: string;
}

const marked = 'events, low, high, mark';
const listed = 'events, kind';

async function readNumbers(counter: Counter, named: boolean, holds: string, key: string): Promise<void> {
  await counter.ask(
    `CREATE OR REPLACE TEMP TABLE numbers AS SELECT number, any_value(owner) AS owner, min(owner) <> max(owner) AS mixed, count(*) AS events, ${holds} FROM held GROUP BY number`,
  );
  const carriers = named ? 'count(DISTINCT owner)' : 'count(*)';
  await counter.ask(
    `CREATE OR REPLACE TEMP TABLE counts AS SELECT row_number() OVER () AS kind_no, * FROM (SELECT ${key}, count(*) AS numbers, ${carriers} AS carriers, min(number) AS one FROM numbers GROUP BY ${key})`,
  );
}
