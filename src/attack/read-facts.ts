import type { Counter } from '../base/counting.ts';
import type { Language } from '../base/languages.ts';
import { Refusal } from '../base/problem.ts';
import { readAncestors } from '../verify/ancestors.ts';
import { boundsOf } from '../verify/cell-checks.ts';
import { truthOf } from '../verify/label-truth.ts';
import { hierarchyNeeded } from '../verify/problems.ts';
import type { SourceColumn } from '../verify/source.ts';
import { isCoded, openBound } from '../verify/table/coded-numbers.ts';
import type { Places } from './board.ts';
import { type Bands, bandFact, type Fact, labelFact } from './fact.ts';
import { unsoundRelease } from './problems.ts';

/** A published column that says something of a column of the original. */
export interface KnownColumn {
  readonly column: SourceColumn;
  /** The upper bound, where it stands in a column of its own. */
  readonly next: SourceColumn;
  /** The column of the table `people` that has the value. */
  readonly value: string;
}

export interface LabelReading {
  readonly language: Language;
  readonly timeZone: string | undefined;
  readonly hierarchy: Readonly<Record<string, string>>;
}

/** A number with its bands, or a label. */
export type ReadFact =
  | { readonly kind: 'band'; readonly fact: Fact; readonly bands: Bands; readonly values: Float64Array }
  | { readonly kind: 'label'; readonly fact: Fact };

/** What the tables `cells` and `people` say of a column; both are numbered from 0. */
export async function readFact(counter: Counter, known: KnownColumn, reading: LabelReading): Promise<ReadFact> {
  const { kind } = known.column.declared;
  return kind === 'interval' || kind === 'lower' ? readBands(counter, known) : readLabels(counter, known, reading);
}

async function readBands(counter: Counter, { column, next, value }: KnownColumn): Promise<ReadFact> {
  const { lower, upper } = endsOf(column, next);
  const [from, to] = await counter.doubles(
    `SELECT coalesce(${lower}, '-infinity'), coalesce(${upper}, 'infinity') FROM cells ORDER BY cell`,
    2,
  );
  const [values] = await counter.doubles(`SELECT coalesce(TRY_CAST(${value} AS DOUBLE), 'nan') FROM people ORDER BY person`, 1);
  const bands = { lower: from, upper: to };
  return { kind: 'band', bands, values, fact: bandFact(bands, values) };
}

/** Of numbers with a top or a bottom a label may be open at one end, or say nothing. */
export function endsOf(column: SourceColumn, next: SourceColumn): { readonly lower: string; readonly upper: string } {
  const { lower, upper } = boundsOf(column, next);
  if (!isCoded(column.declared)) return { lower, upper };
  const { sql } = column;
  return {
    lower: `CASE WHEN starts_with(${sql}, '>') THEN ${openBound(sql)} WHEN starts_with(${sql}, '[') THEN ${lower} END`,
    upper: `CASE WHEN starts_with(${sql}, '<') THEN ${openBound(sql)} WHEN starts_with(${sql}, '[') THEN ${upper} END`,
  };
}

async function readLabels(
  counter: Counter,
  { column, value }: KnownColumn,
  { language, timeZone, hierarchy }: LabelReading,
): Promise<ReadFact> {
  const wanted = column.declared.of ?? column.declared.name;
  const ancestors = Object.hasOwn(hierarchy, wanted)
    ? await readAncestors(counter, 'known_ancestors', hierarchy[wanted], wanted)
    : undefined;
  const truth = truthOf({ ...column, sql: 'label' }, 'value', { language, ancestors, timeZone });
  return { kind: 'label', fact: await readTruth(counter, { label: column.sql, value, truth }) };
}

/** How SQL names a label of `cells` and a value of `people`, and what holds of `label` and `value` where the one is true of the other. */
export interface TruthAsked {
  readonly label: string;
  readonly value: string;
  readonly truth: string;
}

/** Each distinct label is compared with each distinct value once. */
export async function readTruth(counter: Counter, { label, value, truth }: TruthAsked): Promise<Fact> {
  await counter.ask(codesSql('labels', 'label', `SELECT DISTINCT ${label} AS label FROM cells`));
  await counter.ask(codesSql('told', 'value', `SELECT DISTINCT ${value} AS value FROM people`));
  const [ofCell] = await counter.columns(`SELECT labels.code FROM cells JOIN labels ON label = cells.${label} ORDER BY cell`, 1);
  const [ofPerson] = await counter.columns(
    `SELECT told.code FROM people JOIN told ON told.value IS NOT DISTINCT FROM people.${value} ORDER BY person`,
    1,
  );
  const [count, values] = await counter.numbers('SELECT (SELECT count(*) FROM labels), (SELECT count(*) FROM told)');
  const fits = new Uint8Array(count * values);
  await counter.stream(
    `SELECT labels.code, told.code FROM labels CROSS JOIN told WHERE coalesce(${truth}, false)`,
    2,
    ([labels, told]) => {
      for (let i = 0; i < labels.length; i++) fits[told[i] * count + labels[i]] = 1;
    },
  );
  return labelFact({ ofCell, ofPerson, count, fits });
}

const codesSql = (table: string, column: string, query: string): string =>
  `CREATE OR REPLACE TEMP TABLE ${table} AS SELECT ${column}, CAST(row_number() OVER (ORDER BY ${column}) - 1 AS UINTEGER) AS code FROM (${query})`;

/** What is published of a person is true of it, or nothing that is found would mean anything. */
export function proveOwn(facts: readonly ReadFact[], known: readonly KnownColumn[], places: Places, reading: LabelReading): void {
  const own = new Uint32Array(1);
  for (const [i, { fact }] of facts.entries()) {
    const { declared } = known[i].column;
    for (let person = 0; person < places.length; person++) {
      own[0] = places[person];
      if (fact.keep(person, own, 1) === 1) continue;
      const open = declared.kind === 'label' && !Object.hasOwn(reading.hierarchy, declared.of ?? declared.name);
      throw new Refusal(
        open ? hierarchyNeeded(declared.name) : unsoundRelease('a label is not true of the row it was made from'),
      );
    }
  }
}
