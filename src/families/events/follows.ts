import {
  call,
  column,
  count,
  create,
  type Expression,
  filter,
  group,
  join,
  number,
  type Relation,
  type Relational,
  same,
  select,
  table,
} from '../../engine/relation.ts';
import { happeningColumns } from '../../policy/event-columns.ts';
import { placeWithin } from './order-links.ts';
import { codeIn, type Packing } from './packing.ts';

/** How often one thing that happened comes right after another of the same subject, or under the same number; things are codes of a published column. */
export interface Follows {
  readonly from: number;
  readonly to: number;
  readonly events: number;
}

export interface FollowCounts {
  readonly original: readonly Follows[];
  readonly released: readonly Follows[];
}

/** Counts what follows what in `log`, with all that was counted, and in `shuffled`, where an order is told. Nothing where no column says what happened. */
export async function countFollows(packing: Packing, engine: Relational): Promise<FollowCounts | undefined> {
  const activity = packing.columns.findIndex(({ name }) => happeningColumns.includes(name));
  if (activity < 0) return undefined;
  const codeOf = (key: string): Expression => codeIn(packing, column(key), activity);
  const counted = filter(table('log'), call('atLeast', column('q'), number(0)));
  await engine.run([create('walked', select(counted, same('u'), ['code', codeOf('q')], ['position', placeWithin('u')]))]);
  const original = await readFollows(table('walked'), 'u', engine);
  const told = filter(table('shuffled'), call('less', number(0), column('position')));
  await engine.run([create('walked', select(told, same('turn'), ['code', codeOf('f')], same('position')))]);
  const released = await readFollows(table('walked'), 'turn', engine);
  await engine.run([{ step: 'drop', tables: ['walked'] }]);
  return { original, released };
}

async function readFollows(walked: Relation, who: string, engine: Relational): Promise<readonly Follows[]> {
  const before = select(walked, same(who), same('position'), ['from', column('code')]);
  const after = select(walked, same(who), ['position', call('subtract', column('position'), number(1))], ['to', column('code')]);
  const rows = group(join(before, after, [who, 'position']), ['from', 'to'].map(same), ['events', count()]);
  const found = await engine.ask({ rows, order: ['from', 'to'].map(column) });
  return found.map((cells) => {
    const [from, to, events] = cells.map(Number);
    return { from, to, events };
  });
}
