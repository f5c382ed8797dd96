import type { Counter } from '../../base/counting.ts';
import type { Random } from '../../base/random.ts';
import type { Attacker } from '../attacker.ts';
import { drawSome, fillNumbers, valuesOf } from '../draw.ts';
import { startsOf } from '../people.ts';

/** Most events that are known of a person. */
const mostEvents = 8;

/** Events by number, those of a person side by side in the order they become known; all of one person's stand under one id. */
export interface KnownEvents {
  /** The first event of each person; the next one's begin where these end. */
  readonly starts: Uint32Array;
  readonly cells: Uint32Array;
  /** The id of each person's events. */
  readonly ids: Uint32Array;
  /** All cells that each person has an event in. */
  readonly all: readonly ReadonlySet<number>[];
}

/**
 * Fills `people(person, v0, v1)`, one row for each known event. A subject is drawn, then one of its events, then others of the same id and of other
 * combinations: whoever attacks is thought to know which of them belong together, which is the best that can be known.
 */
export async function drawEvents(
  counter: Counter,
  { original, sample, random }: Attacker,
  columns: readonly string[],
): Promise<KnownEvents> {
  await counter.ask(
    'CREATE OR REPLACE TEMP TABLE subjects AS SELECT subject, row_number() OVER (ORDER BY subject) - 1 AS code FROM (SELECT DISTINCT subject FROM standing)',
  );
  const [subjects] = await counter.numbers('SELECT count(*) FROM subjects');
  const drawn = drawSome(subjects, sample, random.fork('subjects'));
  await fillNumbers(counter, 'drawn', drawn);
  const [who, row, cell, id] = await counter.columns(
    `SELECT CAST(person AS UINTEGER), CAST(row AS UINTEGER), cell, id FROM drawn JOIN subjects ON code = number
    JOIN standing USING (subject) ORDER BY ALL`,
    4,
  );
  const own = startsOf(who, drawn.length);
  const chosen = drawn.map((_, person) =>
    chooseEvents({ from: own[person], to: own[person + 1], cell, id }, random.fork(`events of ${person}`)),
  );
  const rows = chosen.flat();
  await fillNumbers(
    counter,
    'chosen',
    rows.map((at) => row[at]),
  );
  await counter.ask(`CREATE OR REPLACE TEMP TABLE people AS ${valuesOf(original, columns, 'chosen', 0)}`);
  const starts = new Uint32Array(chosen.length + 1);
  for (const [person, some] of chosen.entries()) starts[person + 1] = starts[person] + some.length;
  return {
    starts,
    cells: Uint32Array.from(rows, (at) => cell[at]),
    ids: Uint32Array.from(chosen, ([first]) => id[first]),
    all: drawn.map((_, person) => new Set(cell.subarray(own[person], own[person + 1]))),
  };
}

interface OwnEvents {
  readonly from: number;
  readonly to: number;
  readonly cell: Uint32Array;
  readonly id: Uint32Array;
}

function chooseEvents({ from, to, cell, id }: OwnEvents, random: Random): readonly number[] {
  const first = from + random.below(to - from);
  const same = Array.from({ length: to - from }, (_, i) => from + i).filter((at) => id[at] === id[first] && at !== first);
  const seen = new Set([cell[first]]);
  const chosen = [first];
  for (const i of drawSome(same.length, same.length, random.fork('order'))) {
    const at = same[i];
    if (chosen.length === mostEvents) break;
    if (seen.has(cell[at])) continue;
    seen.add(cell[at]);
    chosen.push(at);
  }
  return chosen;
}
