import {
  as,
  askNumbers,
  call,
  column,
  count,
  create,
  distinct,
  type Expression,
  group,
  join,
  number,
  type Relational,
  same,
  select,
  table,
  tell,
} from '../../engine/relation.ts';
import type { Node } from './lattice.ts';
import { coarserKey, type Packing } from './packing.ts';
import { type Membership, subjectsToRemove } from './peel.ts';

/** What removing subjects costs, and what removing the events of failing combinations would have cost instead. */
export interface Peeling {
  readonly removed: number;
  readonly events: number;
  readonly otherwise: number;
}

/** Makes `gone`, the subjects that must go until every combination has k; failing combinations are taken as flattened as they can be. */
export async function peelUsers(packing: Packing, last: Node | undefined, k: number, engine: Relational): Promise<Peeling> {
  const flat = last === undefined ? column('q') : coarserKey(packing, column('q'), last);
  const ends = select(table('combos'), same('q'), ['g', call('firstKnown', column('f'), flat)]);
  await engine.run([
    create('ends', select(ends, same('q'), ['cell', fromZero({ kind: 'rank', order: [column('g')] })])),
    create(
      'people',
      select(distinct(select(table('pairs'), same('u'))), same('u'), [
        'person',
        fromZero({ kind: 'rowNumber', within: [], order: [column('u')] }),
      ]),
    ),
  ]);
  const removed = subjectsToRemove(await membersOf(engine), k);
  await engine.put('removed', [['person', placesOf(removed)]]);
  await engine.run([create('gone', select(join(table('people'), table('removed'), ['person'], 'semi'), same('u')))]);
  const lost = join(table('pairs'), table('gone'), ['u'], 'semi');
  const [subjects, events] = await askNumbers(
    engine,
    group(lost, [], ['subjects', tell('distinct', column('u'))], ['events', tell('sum', column('n'))]),
  );
  const [otherwise] = await askNumbers(
    engine,
    group(table('combos'), [], ['events', tell('sum', column('events'), call('isMissing', column('f')))]),
  );
  await engine.run([{ step: 'drop', tables: ['ends', 'people', 'removed'] }]);
  return { removed: subjects, events, otherwise };
}

const fromZero = (of: Expression): Expression => as('uint32', call('subtract', of, number(1)));

async function membersOf(engine: Relational): Promise<Membership> {
  const [pairs] = await askNumbers(engine, group(table('pairs'), [], ['pairs', count()]));
  const [cellCount] = await askNumbers(engine, group(table('ends'), [], ['cells', tell('distinct', column('cell'))]));
  const [subjectCount] = await askNumbers(engine, group(table('people'), [], ['people', count()]));
  const cells = new Uint32Array(pairs);
  const subjects = new Uint32Array(pairs);
  const members = join(join(table('pairs'), table('ends'), ['q']), table('people'), ['u']);
  let at = 0;
  for await (const [someCells, someSubjects] of engine.stream({
    rows: distinct(select(members, same('cell'), same('person'))),
  })) {
    cells.set(someCells, at);
    subjects.set(someSubjects, at);
    at += someCells.length;
  }
  return { cells: cells.subarray(0, at), subjects: subjects.subarray(0, at), cellCount, subjectCount };
}

/** Where a 1 stands. */
function placesOf(flags: Uint8Array): Uint32Array {
  const places = new Uint32Array(flags.length);
  let count = 0;
  for (let place = 0; place < flags.length; place++) if (flags[place] === 1) places[count++] = place;
  return places.subarray(0, count);
}
