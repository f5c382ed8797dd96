import { type Counter, Unreadable } from '../../base/counting.ts';
import { Refusal } from '../../base/problem.ts';
import type { ManifestPopulation, TableManifest } from '../../release/manifest.ts';
import { readAncestors } from '../ancestors.ts';
import { boundsOf } from '../cell-checks.ts';
import { firstRow } from '../first-row.ts';
import { foldText, isNormal } from '../folded-text.ts';
import { isSet } from '../label-checks.ts';
import { isReadable, truthOf } from '../label-truth.ts';
import { list } from '../layout.ts';
import type { Original } from '../original.ts';
import { hierarchyNeeded, notThePopulation } from '../problems.ts';
import type { Source, SourceColumn } from '../source.ts';
import { plainOriginal } from '../written-cells.ts';
import { openBound } from './coded-numbers.ts';
import { type Holding, holdingOf, peopleUnder } from './people-under.ts';
import type { PopulationBreach } from './population-breaches.ts';

/** A table of all among whom the subjects of a release are, and what its bytes are known by. */
export interface Population extends Original {
  readonly sha256: string;
}

/** Combinations that are equally many in the release and in the population. */
export interface PopulationSize {
  readonly people: number;
  readonly subjects: number;
  readonly combinations: number;
}

/** What was found of a release beside its population. */
export interface PopulationFindings {
  readonly breaches: readonly PopulationBreach[];
  readonly sizes: readonly PopulationSize[];
  /** Whether the share of the population that is in the release could be worked out. */
  readonly presence: boolean;
}

/** Published combinations, where they stand, and who stands behind them, where that can be told. */
export interface PopulationCase {
  readonly counter: Counter;
  readonly source: Source;
  readonly quasi: readonly SourceColumn[];
  /** SQL of one row for each combination: its labels, and `size`, its subjects; 0 where nobody can tell. */
  readonly combinations: string;
  /** SQL of the subjects of the release, each as `subject`, where the evidence names them. */
  readonly subjects: string | undefined;
  readonly manifest: TableManifest;
}

/**
 * Lays the labels of every published combination over the population and counts whom they are true of. Each label is held against each value once, by the same reading as
 * against the original.
 */
export async function checkPopulation(one: PopulationCase, population: Population): Promise<PopulationFindings> {
  const { promises, data } = one.manifest;
  const promised = promises.population;
  if (promised !== undefined && promised.sha256 !== population.sha256)
    throw new Refusal(notThePopulation(population.name, 'its SHA-256 is another one'));
  try {
    const counted = await readPeople(one, population);
    const groups = await countGroups(one, population);
    const breaches = [
      ...(promised === undefined ? [] : wrongCounts(promised, counted)),
      ...(await strangers(one)),
      ...(promised === undefined ? [] : await shortGroups(one, promised, groups)),
    ];
    return { breaches, sizes: sizesOf(groups), presence: groups.known };
  } catch (error) {
    if (error instanceof Unreadable) throw new Refusal(notThePopulation(population.name, 'it cannot be read to its end'));
    throw error;
  }

  function wrongCounts(declared: ManifestPopulation, { rows, subjects }: Counts): readonly PopulationBreach[] {
    return declared.rows === rows && declared.subjects === subjects
      ? []
      : [{ kind: 'wrong-population', file: data.file, declared: declared.subjects, found: subjects }];
  }
}

interface Counts {
  readonly rows: number;
  readonly subjects: number;
}

/** The table `people`: who each row is, and its texts p0, p1, …; rows that no label could be held against are not in it. */
async function readPeople({ counter, quasi, manifest }: PopulationCase, population: Population): Promise<Counts> {
  await counter.ask("SET TimeZone = 'UTC'");
  const plain = await plainOriginal(counter, population);
  const texts = quasi.map(({ declared: { of, name } }, q) => `${textIn(plain, of ?? name)} AS p${q}`);
  const own = manifest.unit === 'row' ? 'CAST(row_number() OVER () AS VARCHAR)' : textIn(plain, manifest.unit);
  await counter.ask(
    `CREATE OR REPLACE TEMP TABLE people_read AS SELECT ${own} AS subject, ${texts.join(', ')} FROM ${plain.table}`,
  );
  const { join, form } = isNormal(manifest)
    ? await foldText(counter, { table: 'people_read', text: 'subject', name: 'people' })
    : { join: '', form: 'subject' };
  await counter.ask(
    `CREATE OR REPLACE TEMP TABLE people AS SELECT ${form} AS who, ${quasi.map((_, q) => `p${q}`).join(', ')} FROM people_read ${join} WHERE trim(subject) <> ''`,
  );
  const [rows] = await counter.numbers('SELECT count(*) FROM people_read');
  const [subjects] = await counter.numbers('SELECT count(DISTINCT who) FROM people');
  const readable = quasi.map(({ declared }, q) => `coalesce(${isReadable(declared.kind, `p${q}`, population.timeZone)}, false)`);
  await counter.ask(`DELETE FROM people WHERE NOT (${readable.join(' AND ')})`);
  return { rows, subjects };
}

function textIn({ name, columns }: Original, wanted: string): string {
  const column = columns.find((other) => other.name === wanted);
  if (column === undefined) throw new Refusal(notThePopulation(name, `it has no column ${wanted}`));
  return `coalesce(CAST(${column.sql} AS VARCHAR), '')`;
}

interface CountedGroups {
  /** How many subjects of the release, and of the population, each combination has. */
  readonly sizes: Uint32Array;
  readonly under: Uint32Array;
  /** Whether the first of these are known. */
  readonly known: boolean;
}

/** Numbers the combinations in the table `told_groups`, and counts the people under the labels of each. */
async function countGroups(one: PopulationCase, population: Population): Promise<CountedGroups> {
  const { counter, quasi, combinations } = one;
  await counter.ask(
    `CREATE OR REPLACE TEMP TABLE told_groups AS SELECT row_number() OVER () - 1 AS g, ${list(quasi)}, CAST(coalesce(size, 0) AS UINTEGER) AS size FROM (${combinations})`,
  );
  const holdings: Holding[] = [];
  for (const [q, column] of quasi.entries()) holdings.push(await holdingIn(one, column, q, population));
  const held = quasi.map((_, q) => `JOIN held_${q} ON held_${q}.value = people.p${q}`).join(' ');
  const told = quasi.map(({ sql }, q) => `JOIN told_${q} ON told_${q}.label = CAST(told_groups.${sql} AS VARCHAR)`).join(' ');
  await counter.ask(
    'CREATE OR REPLACE TEMP TABLE people_names AS SELECT who, CAST(row_number() OVER () - 1 AS UINTEGER) AS code FROM (SELECT DISTINCT who FROM people)',
  );
  const [who, ...columns] = await counter.columns(
    `SELECT DISTINCT people_names.code, ${quasi.map((_, q) => `held_${q}.code`).join(', ')} FROM people JOIN people_names USING (who) ${held}`,
    quasi.length + 1,
  );
  const [sizes, ...groups] = await counter.columns(
    `SELECT size, ${quasi.map((_, q) => `told_${q}.code`).join(', ')} FROM told_groups ${told} ORDER BY g`,
    quasi.length + 1,
  );
  return { sizes, under: peopleUnder({ who, columns }, holdings, groups), known: sizes.every((size) => size > 0) };
}

/** The tables `told_q` of labels and `held_q` of values, each with a number, and which of one is true of which of the other. */
async function holdingIn(
  { counter, manifest }: PopulationCase,
  column: SourceColumn,
  q: number,
  { hierarchy, timeZone }: Population,
): Promise<Holding> {
  const { declared, sql } = column;
  const input = declared.of ?? declared.name;
  const numberRows = (name: string, query: string) =>
    `CREATE OR REPLACE TEMP TABLE ${name}_${q} AS SELECT *, CAST(row_number() OVER () - 1 AS UINTEGER) AS code FROM (${query})`;
  await counter.ask(numberRows('told', `SELECT DISTINCT CAST(${sql} AS VARCHAR) AS label FROM told_groups`));
  await counter.ask(numberRows('held', `SELECT DISTINCT p${q} AS value FROM people`));
  const label: SourceColumn = { ...column, sql: 'label', type: 'text' };
  const known = declared.kind === 'label' && Object.hasOwn(hierarchy, input);
  const ancestors = known ? await readAncestors(counter, `ancestors_of_${q}`, hierarchy[input], input) : undefined;
  if (declared.kind === 'label' && !known) await mustBeKnown(counter, declared.name, q);
  const truth = truthOf(label, 'value', { language: manifest.labels, ancestors, timeZone });
  const pairs =
    declared.kind === 'interval'
      ? stretches(label, q)
      : `SELECT told_${q}.code, held_${q}.code FROM told_${q}, held_${q} WHERE coalesce(${truth}, false)`;
  const [count] = await counter.numbers(`SELECT count(*) FROM told_${q}`);
  return holdingOf(await counter.columns(pairs, 2), count);
}

/** Numbers within bounds, which a database finds without trying every pair. */
function stretches(label: SourceColumn, q: number): string {
  const { lower, upper } = boundsOf(label, label);
  const bound = openBound('label');
  const from = `CASE WHEN label = '*' OR starts_with(label, '<') THEN CAST('-infinity' AS DOUBLE) WHEN starts_with(label, '>') THEN ${bound} ELSE ${lower} END`;
  const to = `CASE WHEN label = '*' OR starts_with(label, '>') THEN CAST('infinity' AS DOUBLE) WHEN starts_with(label, '<') THEN ${bound} ELSE ${upper} END`;
  return `SELECT t.code, h.code FROM (SELECT code, ${from} AS low, ${to} AS high FROM told_${q}) AS t
    JOIN (SELECT code, TRY_CAST(value AS DOUBLE) AS number FROM held_${q}) AS h ON h.number >= t.low AND h.number <= t.high`;
}

/** Without its file, a label that nobody has may be the name of a node, and then it is true of some. */
async function mustBeKnown(counter: Counter, name: string, q: number): Promise<void> {
  const [unknown] = await counter.numbers(
    `SELECT count(*) FROM told_${q} WHERE label <> '*' AND NOT ${isSet('label')} AND label NOT IN (SELECT value FROM held_${q})`,
  );
  if (unknown > 0) throw new Refusal(hierarchyNeeded(name));
}

/** Subjects of the release whom the population has not. */
async function strangers({ counter, subjects, manifest }: PopulationCase): Promise<readonly PopulationBreach[]> {
  if (subjects === undefined || manifest.unit === 'row') return [];
  const [missing] = await counter.numbers(
    `SELECT count(*) FROM (SELECT DISTINCT subject FROM (${subjects})) AS s WHERE subject NOT IN (SELECT who FROM people)`,
  );
  return missing > 0 ? [{ kind: 'not-in-population', file: manifest.data.file, subjects: missing }] : [];
}

const slip = 1e-9;

async function shortGroups(
  { counter, source, quasi, manifest }: PopulationCase,
  { kMap, presence }: ManifestPopulation,
  { sizes, under, known }: CountedGroups,
): Promise<readonly PopulationBreach[]> {
  const { file } = manifest.data;
  const breaches: PopulationBreach[] = [];
  const places = async (bad: readonly number[]) => {
    const row = await firstRow(counter, source, quasi, `SELECT ${list(quasi)} FROM told_groups WHERE g = ${bad[0]}`);
    return { file, groups: bad.length, ...(row === undefined ? {} : { row }) };
  };
  const numbers = [...under.keys()];
  const few = kMap === undefined ? [] : numbers.filter((g) => under[g] < kMap);
  if (kMap !== undefined && few.length > 0)
    breaches.push({
      kind: 'few-in-population',
      ...(await places(few)),
      smallest: Math.min(...few.map((g) => under[g])),
      promised: kMap,
    });
  if (presence === undefined || !known) return breaches;
  const { min, max } = presence;
  const apart = numbers.filter((g) => sizes[g] < min * under[g] - slip || sizes[g] > max * under[g] + slip);
  if (apart.length > 0) breaches.push({ kind: 'telling-presence', ...(await places(apart)), min, max });
  return breaches;
}

function sizesOf({ sizes, under }: CountedGroups): readonly PopulationSize[] {
  const counts = new Map<string, PopulationSize>();
  for (const [g, people] of under.entries()) {
    const key = `${people} ${sizes[g]}`;
    counts.set(key, { people, subjects: sizes[g], combinations: (counts.get(key)?.combinations ?? 0) + 1 });
  }
  return [...counts.values()].sort((a, b) => a.people - b.people || a.subjects - b.subjects);
}
