import {
  call,
  column,
  type Expression,
  filter,
  group,
  join,
  type Named,
  number,
  pick,
  type Query,
  type Relation,
  type Relational,
  same,
  select,
  table,
  tell,
  text,
} from '../../engine/relation.ts';
import type { EventsPolicy } from '../../policy/policy.ts';
import type { MadeEvents } from './make.ts';
import { codeIn, labelIn } from './packing.ts';
import { publishedCombos, publishedPairs } from './published-pairs.ts';
import { spelledSubjects } from './settle.ts';

/** What was lost and where, down to single subjects: for internal/ alone. */
export async function writeEventReports(
  folder: string,
  { event }: EventsPolicy,
  made: MadeEvents,
  engine: Relational,
): Promise<void> {
  const { users, unmapped } = made;
  await engine.write(removals(made), `${folder}/event_removal_report.csv`, 'csv');
  if (users !== undefined && users.removed > 0)
    await engine.write(removedUsers(made), `${folder}/user_removal_report_counts.csv`, 'csv');
  if (unmapped.codes.length > 0) await engine.write(unmappedCodes(made, event), `${folder}/unmapped_events.csv`, 'csv');
}

const figures = ['subjects_before', 'subjects_after', 'events_before', 'events_after'] as const;

/** Each combination before or after, then a total for each value of the first column; counts are of the events that were counted on. */
function removals(made: MadeEvents): Query {
  const { packing } = made;
  const { columns } = packing;
  const key = column('key');
  const places = columns.map((_, c) => c);
  const order = places.map((c) => `order${c}`);
  const cells = select(
    beforeAndAfter(countedIn(table('combos')), releasedCells(made)),
    ['part', number(0)],
    ...places.map((c): Named<Expression> => [order[c], codeIn(packing, key, c)]),
    ...places.map((c): Named<Expression> => [`label${c}`, labelIn(packing, key, c)]),
    ...figures.map(same),
  );
  const totals = select(
    beforeAndAfter(
      countPairs(table('pairs'), codeIn(packing, column('q'), 0)),
      countPairs(publishedPairs(made), codeIn(packing, column('f'), 0)),
    ),
    ['part', number(1)],
    ...places.map((c): Named<Expression> => [order[c], c === 0 ? key : number(0)]),
    ...places.map((c): Named<Expression> => [`label${c}`, c === 0 ? pick(columns[0].labels, key) : text('total')]),
    ...figures.map(same),
  );
  return {
    rows: { kind: 'union', rows: [cells, totals] },
    columns: [...columns.map(({ name }, c): Named<Expression> => [name, column(`label${c}`)]), ...figures.map(same)],
    order: [column('part'), ...order.map(column)],
  };
}

/** What was counted already of each combination. */
const countedIn = (combos: Relation): Relation => select(combos, ['key', column('q')], same('subjects'), same('events'));

/** Subjects and events of what is published. Where all stay, only those of coarser combinations have to be counted. */
function releasedCells(made: MadeEvents): Relation {
  if (made.users !== undefined) return countPairs(publishedPairs(made), column('f'));
  const asItIs = call('equal', column('q'), column('f'));
  const coarser = join(table('pairs'), filter(publishedCombos, call('not', asItIs)), ['q']);
  return { kind: 'union', rows: [countedIn(filter(publishedCombos, asItIs)), countPairs(coarser, column('f'))] };
}

/** Subjects and events of each key, in the input and in the release. */
function beforeAndAfter(inInput: Relation, inRelease: Relation): Relation {
  const nothing = number(0);
  const before = select(
    inInput,
    same('key'),
    ['subjects_before', column('subjects')],
    ['subjects_after', nothing],
    ['events_before', column('events')],
    ['events_after', nothing],
  );
  const after = select(
    inRelease,
    same('key'),
    ['subjects_before', nothing],
    ['subjects_after', column('subjects')],
    ['events_before', nothing],
    ['events_after', column('events')],
  );
  const sums = figures.map((name) => [name, tell('sum', column(name))] as const);
  return group({ kind: 'union', rows: [before, after] }, [same('key')], ...sums);
}

const countPairs = (pairs: Relation, of: Expression): Relation =>
  group(pairs, [['key', of]], ['subjects', tell('distinct', column('u'))], ['events', tell('sum', column('n'))]);

function removedUsers({ look }: MadeEvents): Query {
  const gone = join(table('pairs'), table('gone'), ['u'], 'semi');
  const names = group(spelledSubjects(look), [same('u')], ['name', tell('least', column('name'))]);
  return {
    rows: join(names, group(gone, [same('u')], ['events', tell('sum', column('n'))]), ['u']),
    columns: [
      ['User', column('name')],
      ['Event Count', column('events')],
    ],
    order: [call('subtract', number(0), column('events')), column('name')],
  };
}

function unmappedCodes({ look, unmapped }: MadeEvents, event: string): Query {
  const counts = unmapped.codes.map((code) => look.counts[look.codes.indexOf(code)]);
  return {
    rows: { kind: 'range', column: 'place', from: 0, to: counts.length - 1 },
    columns: [
      [event, pick(unmapped.codes, column('place'))],
      ['events', pick(counts, column('place'))],
    ],
    order: [column('place')],
  };
}
