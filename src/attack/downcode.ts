import { readFile } from 'node:fs/promises';
import type { Counter } from '../base/counting.ts';
import { Refusal } from '../base/problem.ts';
import { labelWords } from '../release/label-words.ts';
import { text } from '../verify/counter.ts';
import { isSet, membersOf } from '../verify/label-checks.ts';
import { unreadableHierarchy } from '../verify/problems.ts';
import type { SourceColumn } from '../verify/source.ts';
import type { Attacker } from './attacker.ts';
import { drawSome, fillNumbers } from './draw.ts';
import { type Intrusion, intrusionOf, shareOf } from './intrusion.ts';
import { type Narrower, writeBack } from './narrower-labels.ts';
import type { Standing } from './read-cells.ts';

interface Downcoded {
  readonly k: number;
  readonly by: Attacker;
}

/**
 * Whoever knows how labels are made writes narrower ones for the members of small groups (Cohen, USENIX Security 2022): every value of a listed set is
 * somebody's, and below the nearest common ancestor, or after the longest common prefix, not all go the same way. How frequent values are is known
 * too. The control knows that alone.
 */
export async function attackLabels(
  counter: Counter,
  { source, crowd }: Standing,
  { k, by }: Downcoded,
): Promise<readonly Intrusion[]> {
  const columns = source.columns.filter(({ declared: { role, kind } }) => role === 'quasi' && isNarrowed(kind));
  if (columns.length === 0) return [];
  const { original } = by;
  await readSmallGroups(counter, crowd, columns, k);
  const wider = columns.map(({ declared: { name, of = name } }, i) => {
    const value = original.columns.find((one) => one.name === of)?.sql ?? 'NULL';
    return `SELECT place, ${i} AS labelled FROM small WHERE label${i} NOT IN (SELECT coalesce(CAST(${value} AS VARCHAR), '') FROM ${original.table})`;
  });
  await counter.ask(
    `CREATE OR REPLACE TEMP TABLE wider AS SELECT row_number() OVER (ORDER BY labelled, place) - 1 AS number, * FROM (${wider.join(' UNION ALL ')})`,
  );
  const [labels] = await counter.numbers('SELECT count(*) FROM wider');
  await fillNumbers(counter, 'drawn', drawSome(labels, by.sample, by.random.fork('labels')));
  await counter.ask(
    'CREATE OR REPLACE TEMP TABLE picked AS SELECT person AS pick, place, labelled FROM drawn JOIN wider USING (number)',
  );
  const found: (readonly [pick: number, hits: number, control: number])[] = [];
  for (const [i, column] of columns.entries()) found.push(...(await downcodeColumn(counter, column, i, by)));
  found.sort(([a], [b]) => a - b);
  const [hits, blind] = [1, 2].map((at) => Float64Array.from(found, (one) => one[at]));
  return hits.length === 0 ? [] : [intrusionOf({ intruder: 'downcode', control: shareOf(blind) }, hits)];
}

/** Labels of numbers are bands, which have ends; bins of the clock and the calendar are cut by a fixed rule, not by their members. */
const isNarrowed = (kind: string): boolean => kind === 'label' || kind === 'code' || kind === 'prefix';

/** Fills `small(place, label0, …)` and `small_members(place, row)`: groups of fewer than 2k records. */
async function readSmallGroups(counter: Counter, crowd: string, columns: readonly SourceColumn[], k: number): Promise<void> {
  const labels = columns.map(({ sql }, i) => `any_value(${sql}) AS label${i}`);
  await counter.ask(
    `CREATE OR REPLACE TEMP TABLE small AS SELECT CAST(row_number() OVER (ORDER BY crowd) - 1 AS BIGINT) AS place, * FROM
    (SELECT cells.${crowd} AS crowd, ${labels.join(', ')} FROM cells JOIN standing USING (cell) GROUP BY cells.${crowd} HAVING count(*) < ${2 * k})`,
  );
  await counter.ask(
    `CREATE OR REPLACE TEMP TABLE small_members AS SELECT place, row FROM standing JOIN cells USING (cell) JOIN small ON crowd = cells.${crowd}`,
  );
}

/** Of each pick in a column: the share of the group's narrower labels that are written rightly, and the same of the control. */
async function downcodeColumn(
  counter: Counter,
  column: SourceColumn,
  i: number,
  { original, hierarchy, language }: Attacker,
): Promise<readonly (readonly [number, number, number])[]> {
  const { name, of = name } = column.declared;
  const own = original.columns.find((one) => one.name === of);
  if (own === undefined) return [];
  await counter.ask(
    `CREATE OR REPLACE TEMP TABLE everybody AS SELECT row_number() OVER () AS row, coalesce(CAST(${own.sql} AS VARCHAR), '') AS value FROM ${original.table}`,
  );
  await readPaths(counter, hierarchy[of], of);
  const { child, forced } = childOf(column, labelWords[language]);
  const labels = `SELECT DISTINCT label${i} AS label FROM picked JOIN small USING (place) WHERE labelled = ${i}`;
  const values = 'SELECT value, count(*) AS n FROM everybody GROUP BY value';
  await counter.ask(
    `CREATE OR REPLACE TEMP TABLE ways AS SELECT label, value, ${child} AS child, ${forced} AS forced, n FROM (${labels}) CROSS JOIN (${values})
    LEFT JOIN paths USING (label, value) WHERE ${child} IS NOT NULL AND label <> value`,
  );
  const there = `SELECT pick, child, count(*) AS members FROM picked JOIN small USING (place) JOIN small_members USING (place) JOIN everybody USING (row)
    JOIN ways ON ways.label = label${i} AND ways.value = everybody.value WHERE labelled = ${i} GROUP BY pick, child`;
  const rows = await counter.ask(
    `SELECT pick, CAST(sum(n) AS DOUBLE), bool_or(forced), CAST(coalesce(any_value(members), 0) AS DOUBLE)
    FROM (SELECT pick, ways.child AS child, n, forced FROM picked JOIN small USING (place) JOIN ways ON ways.label = label${i} WHERE labelled = ${i})
    LEFT JOIN (${there}) USING (pick, child) GROUP BY pick, child ORDER BY pick, 2 DESC, child`,
  );
  const byPick = new Map<number, Narrower[]>();
  for (const [pick, weight, forcedHere, members] of rows) {
    const ways = byPick.get(Number(pick)) ?? [];
    ways.push({ weight: Number(weight), forced: forcedHere === true, members: Number(members) });
    byPick.set(Number(pick), ways);
  }
  return [...byPick].flatMap(([pick, ways]) => {
    const size = ways.reduce((sum, { members }) => sum + members, 0);
    return ways.length < 2 || size === 0 ? [] : [[pick, writeBack(ways, size, true), writeBack(ways, size, false)] as const];
  });
}

/** SQL of the narrower label that a value has below `label`, NULL where it is not below it; and whether each such label must be somebody's. */
function childOf({ declared: { kind } }: SourceColumn, { region, allRegions }: (typeof labelWords)['en']) {
  if (kind === 'label') {
    const listed = `${isSet('label')} AND list_contains(${membersOf('label')}, value)`;
    return { child: `CASE WHEN ${listed} THEN value ELSE paths.child END`, forced: isSet('label') };
  }
  const [before, after] = region.map((words) => words.length);
  const inWords = `CASE WHEN label = ${text(allRegions)} THEN '' ELSE substr(label, ${before + 1}, length(label) - ${before + after}) END`;
  const prefix = kind === 'prefix' ? inWords : `CASE WHEN ends_with(label, '*') THEN left(label, length(label) - 1) END`;
  return { child: `CASE WHEN starts_with(value, ${prefix}) THEN left(value, length(${prefix}) + 1) END`, forced: 'false' };
}

/** Fills `paths(value, label, child)`: what a value is called one step below each of its ancestors; a star is above all. */
async function readPaths(counter: Counter, file: string | undefined, column: string): Promise<void> {
  await counter.ask('CREATE OR REPLACE TEMP TABLE paths (value VARCHAR, label VARCHAR, child VARCHAR)');
  if (file === undefined) return;
  const lines = await readFile(file, 'utf8').catch(() => {
    throw new Refusal(unreadableHierarchy(file, column));
  });
  const steps = lines.split(/\r?\n/).flatMap((line) => {
    const path = line
      .replace(/^\uFEFF/, '')
      .split(';')
      .map((cell) => cell.trim());
    const above = path.includes('*') ? path : [...path, '*'];
    return above.slice(1).map((label, i) => `(${text(path[0])}, ${text(label)}, ${text(above[i])})`);
  });
  for (let from = 0; from < steps.length; from += stepsAtOnce)
    await counter.ask(`INSERT INTO paths VALUES ${steps.slice(from, from + stepsAtOnce).join(', ')}`);
  await counter.ask(
    'CREATE OR REPLACE TEMP TABLE paths AS SELECT value, label, any_value(child) AS child FROM paths GROUP BY value, label',
  );
}

const stepsAtOnce = 1000;
