import type { Counter } from '../../base/counting.ts';
import { happeningColumns, type LinkWindow, windowColumns } from '../../policy/event-columns.ts';
import { cells, name, scanOf, type TableFile } from '../table-file.ts';
import { bitmapsOf, type Links, listOf, membersOf } from './links.ts';

/** Published events with the number each stands under and its true subject, both whole numbers. */
export interface LinkedLog extends TableFile {
  readonly number: string;
  readonly owner: string;
  readonly columns: readonly string[];
}

/**
 * Fills, all in numbers, `combinations` and `held(number, owner, combination)`, a row for each event; `numbers(number, owner, …)`; `kinds(kind_no, n, numbers, …)`, the sets that numbers stand for, of which there are
 * few, how many events they hold and how many numbers do; `items(kind_no, n, numbers, combination)`, what they hold, each once; and `histories(owner, combination)`. Combinations and sets go by 64 bits of a hash, as in
 * `linksOf`: texts and lists take five times as long, and no promise hangs on it. Combinations are numbered in the order of texts, never in that of rows or threads.
 */
export async function readLinked(counter: Counter, log: LinkedLog): Promise<void> {
  const columnsOf = (wanted: readonly string[]) => log.columns.filter((column) => wanted.includes(column));
  const rank = (columns: readonly string[]) =>
    columns.length === 0 ? '1' : `dense_rank() OVER (ORDER BY ${columns.map(name).join(', ')})`;
  const inWindow = (window: LinkWindow) => `${rank(columnsOf(windowColumns[window]))} AS ${window}`;
  const texts = log.columns.map((column) => `${cells([column])} AS ${name(column)}`).join(', ');
  const different = `SELECT *, hash(${log.columns.map(name).join(', ')}) AS h FROM (SELECT DISTINCT ${texts} FROM ${scanOf(log)})`;
  await make(
    counter,
    'combinations',
    `SELECT *, CAST(row_number() OVER (ORDER BY ${log.columns.map(name).join(', ')}) AS UINTEGER) AS combination, ${inWindow('day')}, ${inWindow('week')}, ${rank(columnsOf(happeningColumns))} AS happening FROM (${different})`,
  );
  const whole = (column: string) => `CAST(${name(column)} AS UINTEGER)`;
  const rows = `SELECT ${whole(log.number)} AS number, ${whole(log.owner)} AS owner, hash(${cells(log.columns)}) AS h FROM ${scanOf(log)}`;
  await make(counter, 'held', `SELECT number, owner, combination FROM (${rows}) JOIN combinations USING (h)`);
  await make(
    counter,
    'numbers',
    'SELECT number, any_value(owner) AS owner, count(*) AS n, bit_xor(hash(combination)) AS mark, min(combination) AS low FROM held GROUP BY number',
  );
  await make(
    counter,
    'kinds',
    'SELECT CAST(row_number() OVER () AS UINTEGER) AS kind_no, * FROM (SELECT n, mark, low, count(*) AS numbers, min(number) AS number FROM numbers GROUP BY ALL)',
  );
  await make(counter, 'items', 'SELECT DISTINCT kind_no, n, numbers, combination FROM held JOIN kinds USING (number)');
  await make(counter, 'histories', 'SELECT DISTINCT owner, combination FROM held');
}

export const make = (counter: Counter, table: string, as: string) => counter.ask(`CREATE TEMP TABLE ${table} AS ${as}`);

/** What `readLinked` read, for the figures of who is singled out: each subject by its number with most combinations. A mean over passing numbers would hide who is found by one of them. */
export async function linksHeld(counter: Counter): Promise<Links> {
  const points = '(SELECT kind_no, count(*) AS points FROM items GROUP BY kind_no)';
  const place = `(CAST(${2 ** 32 - 1} - points AS UBIGINT) << 32) | numbers.number`; // the most points first, then the lower number: one number for both
  const [candidates] = await counter.columns(
    `SELECT CAST(min(${place}) & ${2 ** 32 - 1} AS UINTEGER) AS number FROM numbers JOIN kinds USING (n, mark, low) JOIN ${points} USING (kind_no) GROUP BY owner ORDER BY ALL`,
    1,
  );
  const [ids] = await counter.numbers('SELECT coalesce(max(number) + 1, 0) FROM numbers');
  return {
    ids,
    candidates,
    async combinationsOf(numbers) {
      const [who, what] = await counter.columns(
        `SELECT DISTINCT number, combination FROM held SEMI JOIN (${listOf(numbers)}) ON number = code ORDER BY ALL`,
        2,
      );
      return membersOf(numbers, who, what);
    },
    subjectsWith: (combinations) =>
      bitmapsOf(
        counter,
        combinations,
        ids,
        `SELECT number, combination FROM held SEMI JOIN (${listOf([...combinations])}) ON combination = code`,
      ),
  };
}
