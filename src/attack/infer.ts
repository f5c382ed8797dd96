import type { Counter } from '../base/counting.ts';
import type { SourceColumn } from '../verify/source.ts';
import { type Board, nearestCells, openCells } from './board.ts';
import type { Fact } from './fact.ts';
import { type Intrusion, intrusionOf, shareOf } from './intrusion.ts';
import type { People } from './people.ts';

export interface Inference {
  readonly board: Board;
  readonly facts: readonly Fact[];
  readonly people: People;
  /** Columns that somebody is after, each with the column of `people` that has its value. */
  readonly secrets: readonly { readonly column: SourceColumn; readonly value: string }[];
}

/**
 * Whoever knows all facts of a person guesses the value that is most frequent in the records that fit, or come nearest. People who are not in the
 * release are guessed in the same way; without any, the control is whoever always says what is most frequent in the whole release.
 */
export async function inferAttributes(counter: Counter, asked: Inference): Promise<readonly Intrusion[]> {
  const found: Intrusion[] = [];
  for (const secret of asked.secrets) found.push(await inferAttribute(counter, asked, secret));
  return found;
}

async function inferAttribute(
  counter: Counter,
  { board, facts, people: { places, others } }: Inference,
  { column, value }: Inference['secrets'][number],
): Promise<Intrusion> {
  const { starts, codes, counts, own, values } = await readSecret(counter, column, value, board.records.length);
  const open = new Uint32Array(board.records.length);
  const scores = new Uint32Array(open.length);
  const weights = new Float64Array(values);
  const guessFrom = (count: number): number => {
    weights.fill(0);
    for (let i = 0; i < count; i++)
      for (let at = starts[open[i]]; at < starts[open[i] + 1]; at++) weights[codes[at]] += counts[at];
    return weights.reduce((best, weight, code) => (weight > weights[best] ? code : best), 0);
  };
  openCells([], 0, open);
  const usual = guessFrom(open.length);
  const members = places.length;
  const hits = Float64Array.from({ length: members + others }, (_, person) => {
    return guessFrom(nearestCells(facts, person, open, scores)) === own[person] ? 1 : 0;
  });
  const always = own.subarray(0, members).reduce((sum, code) => (code === usual ? sum + 1 : sum), 0) / members;
  const control = others === 0 ? { control: always } : { control: shareOf(hits.subarray(members)), controls: others };
  const told = { intruder: 'attribute' as const, column: column.declared.name, knows: facts.length, of: facts.length };
  return intrusionOf({ ...told, ...control }, hits.subarray(0, members));
}

interface Secret {
  /** Values of a cell by code and how often, from `starts[cell]` on. */
  readonly starts: Uint32Array;
  readonly codes: Uint32Array;
  readonly counts: Uint32Array;
  /** The code of each person's value; beyond all others where the release does not have it. */
  readonly own: Uint32Array;
  readonly values: number;
}

async function readSecret(counter: Counter, { sql }: SourceColumn, value: string, cells: number): Promise<Secret> {
  await counter.ask(
    `CREATE OR REPLACE TEMP TABLE secrets AS SELECT secret, CAST(row_number() OVER (ORDER BY secret) - 1 AS UINTEGER) AS code
    FROM (SELECT DISTINCT ${sql} AS secret FROM published)`,
  );
  const [values] = await counter.numbers('SELECT count(*) FROM secrets');
  const [cell, codes, counts] = await counter.columns(
    `SELECT cell, code, CAST(count(*) AS UINTEGER) FROM published JOIN secrets ON secret = ${sql} GROUP BY cell, code ORDER BY cell, code`,
    3,
  );
  const [own] = await counter.columns(
    `SELECT coalesce(code, CAST(${values} AS UINTEGER)) FROM people LEFT JOIN secrets ON secret = ${value} ORDER BY person`,
    1,
  );
  const starts = new Uint32Array(cells + 1);
  for (const one of cell) starts[one + 1]++;
  for (let one = 0; one < cells; one++) starts[one + 1] += starts[one];
  return { starts, codes, counts, own, values };
}
