import {
  as,
  call,
  column,
  create,
  group,
  join,
  type Keys,
  type Relation,
  type Relational,
  same,
  select,
  table,
  tell,
  text,
} from '../../engine/relation.ts';
import { lotOf } from './row-order.ts';

const who = ['u', 'slot', 'event'];

/**
 * Makes `turns(u, slot, event, turn, turn_lot)`, a number for all events of a subject that share a slot, or for the one event that stands alone; answers
 * the events with it. Numbers are in an order drawn from what is published under each, and among equals, which must not be told apart, by
 * lot: in the order of subjects, neighbours would be of one.
 */
export async function makeTurns(events: Relation, key: string, keys: Keys, engine: Relational): Promise<Relation> {
  const contents = group(events, who.map(same), ['content', tell('sum', as('int128', column('key')))]);
  const lot = call('join', column('u'), text('/'), column('slot'), text('/'), column('event'));
  const order = [column('content'), lot].map((of) => ({ kind: 'drawn', key, of }) as const);
  const turn = as('int32', { kind: 'rowNumber', within: [], order });
  const turns = select(contents, ...who.map(same), ['turn', turn]);
  await engine.run([create('turns', select(turns, ...who.map(same), same('turn'), lotOf('turn')))], keys);
  return join(events, table('turns'), who);
}
