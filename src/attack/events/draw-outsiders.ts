import type { Counter } from '../../base/counting.ts';
import { Refusal } from '../../base/problem.ts';
import type { Random } from '../../base/random.ts';
import type { EventsManifest } from '../../release/manifest.ts';
import { text } from '../../verify/counter.ts';
import { type EventRules, readClassesOf } from '../../verify/events/event-classes.ts';
import { wallClockOf } from '../../verify/events/event-time.ts';
import { foldText, isNormal } from '../../verify/folded-text.ts';
import type { Attacker } from '../attacker.ts';
import { drawSome, fillNumbers, type NamedTable, valuesOf } from '../draw.ts';
import { startsOf } from '../people.ts';
import { controlColumn } from '../problems.ts';
import type { KnownEvents } from './draw-events.ts';

/** Somebody who is not in the release: the numbers of its events, of which the first `known` are known. */
export interface Outsider {
  readonly from: number;
  readonly known: number;
  readonly to: number;
}

/** Most events of one outsider that a guess is compared with. */
const mostOwn = 256;

interface Outside {
  readonly columns: readonly string[];
  readonly rules: EventRules;
  readonly manifest: EventsManifest;
  readonly known: KnownEvents;
}

/**
 * Adds the events of people who are not in the release to `people`. Each is known by as many events as somebody in the release, and where ids hold for a
 * while, by events of one day or week: whoever is known by more would be told apart by that alone.
 */
export async function drawOutsiders(
  counter: Counter,
  { control, sample, random, timeZone }: Attacker,
  { columns, rules, manifest, known }: Outside,
): Promise<readonly Outsider[]> {
  if (control === undefined) return [];
  const wanted = [rules.subject, ...columns];
  const lacking = wanted.find((name) => control.columns.every((column) => column.name !== name));
  if (lacking !== undefined) throw new Refusal(controlColumn(control.name, lacking));
  await readOutside(counter, control, { rules, manifest, timeZone });
  const [subjects] = await counter.numbers('SELECT coalesce(max(code) + 1, 0) FROM outside_events');
  const drawn = drawSome(subjects, sample, random.fork('control'));
  await fillNumbers(counter, 'drawn', drawn);
  const [who, row, window] = await counter.columns(
    `SELECT CAST(person AS UINTEGER), CAST(row AS UINTEGER), CAST(window_no AS UINTEGER) FROM drawn JOIN outside_events ON code = number ORDER BY ALL`,
    3,
  );
  const own = startsOf(who, drawn.length);
  const members = known.ids.length;
  let from = known.cells.length;
  const rows: number[] = [];
  const outsiders = drawn.map((_, person): Outsider => {
    const like = person % members;
    const most = known.starts[like + 1] - known.starts[like];
    const range = { from: own[person], to: own[person + 1], window };
    const { first, others } = chooseOutside(range, most, random.fork(`outsider ${person}`));
    for (const at of [...first, ...others]) rows.push(row[at]);
    const one = { from, known: first.length, to: from + first.length + others.length };
    from = one.to;
    return one;
  });
  await fillNumbers(counter, 'outside', rows);
  await counter.ask(`INSERT INTO people ${valuesOf(control, columns, 'outside', known.cells.length)}`);
  return outsiders;
}

/** Fills `outside_events(code, row, window_no)`: events that a run would have read, by a number of their subject, and of the time that an id holds. */
async function readOutside(
  counter: Counter,
  control: NamedTable,
  { rules, manifest, timeZone }: Pick<Outside, 'rules' | 'manifest'> & Pick<Attacker, 'timeZone'>,
): Promise<void> {
  const cell = (name: string) => {
    const column = control.columns.find((one) => one.name === name);
    return `coalesce(CAST(${column?.sql ?? 'NULL'} AS VARCHAR), '')`;
  };
  await counter.ask(
    `CREATE OR REPLACE TEMP TABLE outside_rows AS SELECT row_number() OVER () AS row, ${cell(rules.subject)} AS who, ${cell(rules.time)} AS v0, ${cell(rules.event)} AS code FROM ${control.table}`,
  );
  await readClassesOf(counter, 'SELECT DISTINCT code FROM outside_rows', rules);
  const folded = isNormal(manifest)
    ? await foldText(counter, { table: 'outside_rows', text: 'who', name: 'outsiders' })
    : { join: '', form: 'who' };
  const t = wallClockOf({ sql: 'v0', type: 'VARCHAR' }, timeZone, true);
  const removed = rules.removed.length === 0 ? '' : ` AND class NOT IN (${rules.removed.map(text).join(', ')})`;
  await counter.ask(
    `CREATE OR REPLACE TEMP TABLE outside_events AS SELECT dense_rank() OVER (ORDER BY subject) - 1 AS code, row, dense_rank() OVER (ORDER BY ${windowOf(manifest)}) AS window_no
    FROM (SELECT row, ${folded.form} AS subject, ${t} AS t, class FROM outside_rows LEFT JOIN classes USING (code) ${folded.join})
    WHERE t IS NOT NULL AND class IS NOT NULL AND trim(subject) <> ''${removed}`,
  );
}

/** SQL of the time that events under one id have in common. A manifest does not say how long a rotating id holds; a day is within all of them. */
function windowOf({ pseudonym }: EventsManifest): string {
  if (pseudonym === 'shared:day' || pseudonym === 'rotate') return 'CAST(t AS DATE)';
  return pseudonym === 'shared:week' ? "date_trunc('week', t)" : '0';
}

interface OwnRange {
  readonly from: number;
  readonly to: number;
  readonly window: Uint32Array;
}

function chooseOutside({ from, to, window }: OwnRange, most: number, random: Random) {
  const start = from + random.below(to - from);
  const rest = Array.from({ length: to - from }, (_, i) => from + i).filter((at) => at !== start);
  const order = drawSome(rest.length, rest.length, random.fork('order')).map((i) => rest[i]);
  const near = order.filter((at) => window[at] === window[start]).slice(0, most - 1);
  const taken = new Set(near);
  return { first: [start, ...near], others: order.filter((at) => !taken.has(at)).slice(0, mostOwn) };
}
