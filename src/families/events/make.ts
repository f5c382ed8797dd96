import type { OnProgress } from '../../base/progress.ts';
import {
  as,
  askNumbers,
  call,
  column,
  count,
  create,
  distinct,
  type Expression,
  filter,
  group,
  join,
  missing,
  type Named,
  number,
  pick,
  type Relation,
  type Relational,
  type Step,
  same,
  select,
  source,
  table,
  tell,
  when,
} from '../../engine/relation.ts';
import type { KeptCombinations } from '../../plan/gates.ts';
import { flattenedColumns, tellsOrder, unlessNone } from '../../policy/events-policy.ts';
import type { EventsPolicy } from '../../policy/policy.ts';
import { penaltiesOf } from './certainty.ts';
import { countCodedPairs } from './coded-load.ts';
import { type CodedLook, momentTime } from './coded-look.ts';
import { flattenCombinations } from './flatten.ts';
import { furtherCells, furtherSteps } from './further-columns.ts';
import { flattenNodes, type Node, sweepNodes } from './lattice.ts';
import { type EventsLook, isNobody } from './look.ts';
import { codeIn, type Packing, packedCode } from './packing.ts';
import { memberOf, parties, partyCell, partyStep } from './party.ts';
import { type Peeling, peelUsers } from './peel-users.ts';
import type { QuasiColumn } from './quasi-column.ts';
import { isRotation } from './rotating-ids.ts';
import { type SettledEvents, subjectKey } from './settle.ts';

/**
 * A release of events in the engine's tables, nothing written yet:
 * - `log(place, q, u[, day])`, where it is not coded: every input event by its place in the input, its packed combination (below 0 where it is left out), the key of its
 *   subject, and the day it fell on, where ids rotate. Two subjects of one key count as one, which can only ask for more company than needed.
 * - `pairs(q, u, n)`: who is in which combination how often.
 * - `combos(q, subjects, events, f, node)`: each combination, what it is published as, and at which node; f is missing where it is left out.
 * - `gone(u)`: subjects removed altogether, where `users` tells of them.
 */
export interface MadeEvents {
  readonly look: EventsLook;
  readonly packing: Packing;
  readonly nodes: readonly Node[];
  readonly subjects: number;
  readonly counted: { readonly rows: number; readonly subjects: number };
  /** Subjects of whom an event was left out before anything was counted. */
  readonly leftOut: number;
  readonly unmapped: { readonly rows: number; readonly codes: readonly string[] };
  readonly figures: { readonly combinations: KeptCombinations };
  /** What `users` took away, and what `events` would have. */
  readonly users?: Peeling;
}

/** Events left out before anything is counted, by what stands in q. */
const removedClass = -1;
const unreadableTime = -2;
const droppedCode = -3;
const withoutSubject = -4;

/** A log in the tables `log` and `pairs`, counted. */
export interface LoadedEvents {
  /** Subjects of the log, and of those events whose class stays. */
  readonly all: number;
  readonly subjects: number;
  /** Events whose class stays. */
  readonly kept: number;
  /** Subjects of whom an event was left out before anything is counted. */
  readonly leftOut: number;
}

/** A log that is settled and loaded, and the engine that has its tables. */
export interface LogTables {
  readonly settled: SettledEvents;
  readonly loaded: LoadedEvents;
  readonly engine: Relational;
}

/** Reads the log into the tables `log` and `pairs`. */
export async function loadEvents(
  policy: EventsPolicy,
  settled: SettledEvents,
  engine: Relational,
  onProgress: OnProgress,
): Promise<LoadedEvents> {
  const { rows, coded } = settled.look;
  if (coded !== undefined) {
    const loaded = await loadCoded(policy, settled, coded, engine);
    onProgress({ phase: 'read', done: rows, total: rows, unit: 'rows', finished: true });
    return loaded;
  }
  await engine.run(logSteps(policy, settled), {}, (share) =>
    onProgress({ phase: 'read', done: Math.round(share * rows), total: rows, unit: 'rows' }),
  );
  onProgress({ phase: 'read', done: rows, total: rows, unit: 'rows', finished: true });
  await engine.run([create('pairs', pairs), ...(settled.look.party === undefined ? [] : [create('parties', parties)])]);
  const ofSomebody = call('atLeast', column('q'), number(withoutSubject + 1));
  const isLeftOut = call('less', column('q'), number(0));
  const [all, leftOut] = await askNumbers(
    engine,
    group(
      table('log'),
      [],
      ['subjects', tell('distinct', column('u'), ofSomebody)],
      ['left_out', tell('distinct', column('u'), call('and', ofSomebody, isLeftOut))],
    ),
  );
  return { all, leftOut, ...(await countKept(engine)) };
}

async function countKept(engine: Relational): Promise<Pick<LoadedEvents, 'subjects' | 'kept'>> {
  const [subjects, kept] = await askNumbers(
    engine,
    group(table('pairs'), [], ['subjects', tell('distinct', column('u'))], ['events', tell('sum', column('n'))]),
  );
  return { subjects, kept };
}

/** The same of a log that is coded: what is told of an event is worked out once for each hour and code. */
async function loadCoded(
  policy: EventsPolicy,
  settled: SettledEvents,
  { log }: CodedLook,
  engine: Relational,
): Promise<LoadedEvents> {
  const moments = select(table('moments'), same('cell'), same('e'), ['t', momentTime]);
  const classed = select(moments, same('cell'), same('t'), same('e'), ['c', classOf(policy, settled)]);
  await engine.run([create('cells', select(classed, same('cell'), ['q', combinationOf(settled, [])], ['day', dayOfTime]))]);
  return countCodedPairs(log, engine);
}

/** Flattens combinations, then leaves out what still has fewer than k subjects. */
export async function makeEvents(
  policy: EventsPolicy,
  { settled: { look, unmapped, packing }, loaded: { all, subjects, kept, leftOut }, engine }: LogTables,
  onProgress: OnProgress,
): Promise<MadeEvents> {
  const { k } = policy;
  const also = look.party !== undefined;
  await engine.run([create('combos', combosOf(k, also), [column('q')])]);
  const nodes = await nodesFor(policy, packing, engine);
  await flattenCombinations(packing, nodes, { k, also, engine, onProgress });
  const made = { look, packing, nodes, subjects: all, counted: { rows: kept, subjects }, leftOut, unmapped };
  if (policy.reduce === 'events') return { ...made, figures: { combinations: await keptCombinations(engine) } };
  const users = await peelUsers(packing, nodes.at(-1), k, engine);
  const left = { after: 'users', subjects, otherwise: kept - users.otherwise } as const;
  return { ...made, users, figures: { combinations: { count: users.removed === subjects ? 0 : 1, left } } };
}

/** Combinations with k subjects, flattened or not; and, where there are none, the largest k that would keep something, and how much. */
async function keptCombinations(engine: Relational): Promise<KeptCombinations> {
  const combos = table('combos');
  const isPublished = call('not', call('isMissing', column('f')));
  const [published, largest, all] = await askNumbers(
    engine,
    group(
      combos,
      [],
      ['published', count(isPublished)],
      ['largest', tell('greatest', column('subjects'))],
      ['all', tell('sum', column('events'))],
    ),
  );
  const isLargest = call('equal', column('subjects'), number(largest));
  const [events] = await askNumbers(engine, group(combos, [], ['events', tell('sum', column('events'), isLargest)]));
  return { count: published, left: { after: 'flattening', largest, events, all } };
}

/** The number of an event's class by that of its code, `e`: below 0 where its class is removed or its code dropped. */
function classOf(policy: EventsPolicy, { packing, classes }: SettledEvents): Expression {
  const names = packing.columns.find(({ name }) => name === 'generalized_event')?.labels ?? [];
  const removed = new Set(unlessNone(policy.removeClasses));
  const numberOf = (name: string | undefined) =>
    name === undefined ? droppedCode : removed.has(name) ? removedClass : Math.max(0, names.indexOf(name));
  return pick(classes.map(numberOf), column('e'));
}

/** The packed combination of an event by its time `t`, its code `e` and its class `c`, or why it is left out. */
const combinationOf = ({ packing }: SettledEvents, whose: readonly Named<Expression>[]): Expression =>
  when(
    [
      ...whose.map(([name]): [Expression, Expression] => [column(name), number(withoutSubject)]),
      [call('isMissing', column('t')), number(unreadableTime)],
      [call('less', column('c'), number(0)), column('c')],
    ],
    packedCode(packing),
  );

const dayOfTime: Expression = as('int32', call('dayNumber', column('t')));

function logSteps(policy: EventsPolicy, settled: SettledEvents): readonly Step[] {
  const { look } = settled;
  const code: Expression = { kind: 'numbered', by: 'event_code', of: look.code };
  const whose: readonly Named<Expression>[] = look.nobodies > 0 ? [['b', isNobody(look.subject)]] : [];
  const ofParty: readonly Named<Expression>[] = look.party === undefined ? [] : [['y', partyCell(look.party)]];
  const further = [...furtherCells(look.further), ...ofParty];
  const cells = select(source, ['e', code], ['t', look.time], ['u', subjectKey(look)], ...whose, ...further);
  const kept = [...whose, ...further].map(([name]) => same(name));
  const classed = select(cells, same('e'), same('t'), same('u'), ...kept, ['c', classOf(policy, settled)]);
  const rows = select(
    classed,
    ['q', combinationOf(settled, whose)],
    same('u'),
    ...(isRotation(policy.pseudonym) ? [['day', dayOfTime] as const] : []),
    ...(tellsOrder(policy) ? [same('t')] : []),
    ...(look.party === undefined ? [] : [['v', memberOf(look.party, column('y'))] as const]),
  );
  return [
    { step: 'number', name: 'event_code', texts: look.codes },
    ...furtherSteps(look.further),
    ...(look.party === undefined ? [] : [partyStep(look.party)]),
    { step: 'create', table: 'log', as: { rows }, places: true },
  ];
}

const events = filter(table('log'), call('atLeast', column('q'), number(0)));

const pairs: Relation = select(group(events, [same('q'), same('u')], ['n', count()]), same('q'), same('u'), [
  'n',
  as('int32', column('n')),
]);

/** A combination of k subjects is published as it is. */
const combosOf = (k: number, also: boolean): Relation => {
  const own = group(table('pairs'), [same('q')], ['subjects', count()], ['events', tell('sum', column('n'))]);
  const counted = also ? join(own, group(table('parties'), [same('q')], ['members', count()]), ['q'], 'left') : own;
  const isShared = call('atLeast', column('subjects'), number(k));
  const holds = also
    ? call('and', isShared, call('atLeast', call('firstKnown', column('members'), number(0)), number(k)))
    : isShared;
  return select(
    counted,
    same('q'),
    same('subjects'),
    ['events', as('int64', column('events'))],
    ['f', when([[holds, column('q')]], missing('int64'))],
    ['node', number(0)],
  );
};

async function nodesFor({ flatten }: EventsPolicy, packing: Packing, engine: Relational): Promise<readonly Node[]> {
  if (flatten.length !== 1 || flatten[0] !== 'sweep') return flattenNodes(packing.columns, flattenedColumns(flatten));
  const penalties: (readonly Float64Array[])[] = [];
  for (const [c, one] of packing.columns.entries()) penalties.push(penaltiesOf(one, await presentIn(packing, c, engine)));
  return sweepNodes(packing.columns, penalties);
}

/** Which base values of column c occur. */
async function presentIn(packing: Packing, c: number, engine: Relational): Promise<Uint8Array> {
  const { base }: QuasiColumn = packing.columns[c];
  const present = new Uint8Array(base);
  const codes = await engine.ask({ rows: distinct(select(table('combos'), ['code', codeIn(packing, column('q'), c)])) });
  for (const [code] of codes) present[Number(code)] = 1;
  return present;
}
