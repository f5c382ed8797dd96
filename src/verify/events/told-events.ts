import type { Counter } from '../../base/counting.ts';
import { firstRow } from '../first-row.ts';
import { list } from '../layout.ts';
import type { CombinationBreach } from './combination-breaches.ts';
import type { Combined } from './judge-combinations.ts';

/** The promised share, and what is counted of those who have an event. */
export interface TellingsAsked {
  readonly confidence: number;
  readonly counted: 'subjects' | 'ids';
}

/**
 * Of the subjects with an event, at most the promised share may be numbers that hold it beside one certain other, or once more, or beside another thing that happened, whenever it was.
 * Reads the tables `cells`, `held`, `kinds` and `kind_cells`. Where nobody is named the numbers that hold it are counted, of which there are no fewer: what fails then fails in truth.
 */
export async function checkTellings(
  counter: Counter,
  { source, quasi, file }: Omit<Combined, 'k'>,
  { confidence, counted }: TellingsAsked,
): Promise<readonly CombinationBreach[]> {
  const having = counted === 'subjects' ? 'count(DISTINCT owner)' : 'count(DISTINCT number)';
  const items = `SELECT kind_no, numbers, text_no, happening_no FROM (SELECT kind_no, numbers FROM kinds WHERE events > 1) JOIN kind_cells USING (kind_no) JOIN cells USING (cell)`;
  await counter.ask(`CREATE OR REPLACE TEMP TABLE items AS ${items}`);
  const told = `SELECT DISTINCT a.kind_no, a.numbers, a.text_no,
    CASE WHEN a.happening_no = b.happening_no THEN b.text_no ELSE -b.happening_no END AS told
    FROM items AS a JOIN items AS b ON a.kind_no = b.kind_no AND a.text_no <> b.text_no
    UNION ALL SELECT kind_no, numbers, text_no, text_no FROM items GROUP BY ALL HAVING count(*) > 1`;
  const most = `SELECT text_no, max(numbers) AS telling FROM (SELECT text_no, told, sum(numbers) AS numbers FROM (${told}) GROUP BY ALL) GROUP BY text_no`;
  await counter.ask(
    `CREATE OR REPLACE TEMP TABLE tellings AS SELECT text_no, telling, n FROM (${most}) JOIN (SELECT text_no, ${having} AS n FROM held JOIN cells USING (cell) GROUP BY text_no) USING (text_no)
    WHERE 1000 * telling > ${Math.round(1000 * confidence)} * n`,
  );
  const [events, greatest] = await counter.numbers('SELECT count(*), coalesce(max(telling / n), 0) FROM tellings');
  const found = `SELECT ${list(quasi)} FROM cells SEMI JOIN tellings USING (text_no)`;
  const row = events > 0 ? await firstRow(counter, source, quasi, found) : undefined;
  for (const made of ['items', 'tellings']) await counter.ask(`DROP TABLE ${made}`);
  if (events === 0) return [];
  return [{ kind: 'telling-link', file, events, greatest, confidence, counted, ...(row === undefined ? {} : { row }) }];
}
