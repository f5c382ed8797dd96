import type { Counter } from '../../base/counting.ts';
import type { Language } from '../../base/languages.ts';
import type { TableManifest } from '../../release/manifest.ts';
import { text } from '../counter.ts';
import { isSet, membersOf } from '../label-checks.ts';
import type { SourceColumn } from '../source.ts';
import { binKind } from '../time-labels.ts';
import { spanOfBin } from './label-axis.ts';
import type { TableBreach } from './table-breaches.ts';

/** What a manifest that promises it owes: no two combinations of a table of labels, each with its `row`, have anything in common. */
export async function checkOverlaps(
  counter: Counter,
  table: string,
  quasi: readonly SourceColumn[],
  { disjoint, labels, data: { file } }: TableManifest,
): Promise<readonly TableBreach[]> {
  if (disjoint === undefined) return [];
  const { combinations, row } = await overlapsIn(counter, table, quasi, labels);
  return combinations > 0 ? [{ kind: 'overlapping-combinations', file, combinations, row }] : [];
}

/**
 * Which combinations overlap. Labels of a column lie within each other or apart, so two combinations overlap where
 * in every column one label holds the other; which of the two holds may differ from column to column. For each way to choose it, one side is put down under
 * all labels that hold its own in these columns, the other side in those, and equal keys are looked for: no pair is compared that does not meet. The first
 * column needs one way only, as the two sides may change places.
 */
async function overlapsIn(
  counter: Counter,
  table: string,
  quasi: readonly SourceColumn[],
  language: Language,
): Promise<{ combinations: number; row: number }> {
  for (const [c, column] of quasi.entries()) await nodesOf(counter, { table, column, c, language });
  const joins = quasi.map(({ sql }, c) => `JOIN parts${c} ON parts${c}.label = t.${sql}`);
  await counter.ask(
    `CREATE OR REPLACE TEMP TABLE boxes AS SELECT t.row AS row, ${quasi.map((_, c) => `parts${c}.id AS c${c}`).join(', ')} FROM ${table} AS t ${joins.join(' ')}`,
  );
  const columns = quasi.map((_, c) => c);
  const ways = Array.from({ length: 2 ** (quasi.length - 1) }, (_, way) => meetings(columns, way));
  const [combinations, row] = await counter.numbers(
    `SELECT count(DISTINCT row), coalesce(min(row), 0) FROM (${ways.join(' UNION ALL ')})`,
  );
  return { combinations, row };
}

/** Rows whose label holds the other's in the columns of `way`, and is held in the others. */
function meetings(columns: readonly number[], way: number): string {
  const isHeld = (c: number) => c === 0 || ((way >> (c - 1)) & 1) === 0;
  const held = columns.filter(isHeld);
  const holding = columns.filter((c) => !isHeld(c));
  const side = (climbing: readonly number[]) =>
    `SELECT b.row, ${columns.map((c) => (climbing.includes(c) ? `up${c}.up AS c${c}` : `b.c${c}`)).join(', ')} FROM boxes AS b ${climbing.map((c) => `JOIN up${c} ON up${c}.id = b.c${c}`).join(' ')}`;
  const keys = columns.map((c) => `finer.c${c} = coarser.c${c}`).join(' AND ');
  return `SELECT unnest([finer.row, coarser.row]) AS row FROM (${side(held)}) AS finer JOIN (${side(holding)}) AS coarser ON ${keys} AND finer.row <> coarser.row`;
}

interface Nodes {
  readonly table: string;
  readonly column: SourceColumn;
  readonly c: number;
  readonly language: Language;
}

/** Tables `parts`, what each label of a column is made of, and `up`, each part with those that hold it, itself among them. */
async function nodesOf(counter: Counter, { table, column: { sql, declared }, c, language }: Nodes): Promise<void> {
  const bin = binKind(declared.kind);
  const labels = `SELECT DISTINCT ${sql} AS label FROM ${table}`;
  const giveNumbers = (source: string) =>
    counter.ask(`CREATE OR REPLACE TEMP TABLE parts${c} AS SELECT label, row_number() OVER () AS id FROM (${source})`);
  const above = (pairs: string) => counter.ask(`CREATE OR REPLACE TEMP TABLE up${c} AS SELECT id, up FROM (${pairs})`);
  const itself = `SELECT id, id AS up FROM parts${c}`;
  if (bin !== undefined) {
    await giveNumbers(labels);
    const told = await counter.ask(`SELECT id, label FROM parts${c}`);
    const spans = told.map(([id, label]) => ({ id: Number(id), span: spanOfBin(bin, String(label), language) }));
    await above(`${itself} LIMIT 0`);
    const pairs = withinOthers(spans).map(([id, up]) => `(${id}, ${up})`);
    for (let from = 0; from < pairs.length; from += pairsAtOnce)
      await counter.ask(`INSERT INTO up${c} VALUES ${pairs.slice(from, from + pairsAtOnce).join(', ')}`);
  } else if (declared.kind === 'code') {
    await giveNumbers(labels);
    const begun = `SELECT id, left(label, n) || '*' AS label FROM (SELECT id, label, unnest(range(length(label) + 1)) AS n FROM parts${c})`;
    await above(`${itself} UNION SELECT b.id, p.id AS up FROM (${begun}) AS b JOIN parts${c} AS p ON p.label = b.label`);
  } else if (declared.kind === 'label') {
    const listed = `SELECT label, unnest(CASE WHEN ${isSet('label')} THEN ${membersOf('label')} ELSE [label] END) AS value FROM (${labels})`;
    await counter.ask(
      `CREATE OR REPLACE TEMP TABLE parts${c} AS SELECT label, value, dense_rank() OVER (ORDER BY value) AS id FROM (${listed})`,
    );
    await above(`${itself} UNION SELECT p.id, a.id AS up FROM parts${c} AS p, parts${c} AS a WHERE a.value = ${text('*')}`);
  } else {
    await counter.ask(`CREATE OR REPLACE TEMP TABLE parts${c} AS SELECT label, 1 AS id FROM (${labels})`); // nothing tells its labels apart
    await above('SELECT 1 AS id, 1 AS up');
  }
}

const pairsAtOnce = 1000;

/** Each bin with those that hold it, itself among them. Bins lie within each other or apart, so those that hold one are open where it begins. */
function withinOthers(
  bins: readonly { readonly id: number; readonly span: readonly [number, number] }[],
): [id: number, up: number][] {
  const ordered = [...bins].sort(({ span: [a, b] }, { span: [c, d] }) => a - c || d - b);
  const pairs: [number, number][] = [];
  let open: typeof ordered = [];
  for (const bin of ordered) {
    open = open.filter(({ span: [, to] }) => to > bin.span[0]);
    open.push(bin);
    for (const { id } of open) pairs.push([bin.id, id]);
  }
  return pairs;
}
