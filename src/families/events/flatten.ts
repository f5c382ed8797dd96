import type { OnProgress } from '../../base/progress.ts';
import {
  askNumbers,
  call,
  column,
  count,
  create,
  distinct,
  filter,
  group,
  join,
  number,
  type Relation,
  type Relational,
  type Step,
  same,
  select,
  table,
} from '../../engine/relation.ts';
import { fewPairs, flattenFew, isNarrow } from './flatten-few.ts';
import type { Node } from './lattice.ts';
import { coarserKey, type Packing } from './packing.ts';

interface Flattening {
  readonly k: number;
  /** Whether a second party, in `parties`, must be k as well. */
  readonly also: boolean;
  readonly engine: Relational;
  readonly onProgress: OnProgress;
}

/**
 * Node by node, each only for the combinations that still fail: what they would be published as is counted anew over distinct subjects, and
 * kept where k share it. Equal keys at two nodes mean the same set of combinations, so what a node accepts is whole.
 */
export async function flattenCombinations(
  packing: Packing,
  nodes: readonly Node[],
  { k, also, engine, onProgress }: Flattening,
): Promise<void> {
  const pairs = select(join(table('pairs'), failing, ['q'], 'semi'), same('q'), same('u'));
  const [left] = await askNumbers(engine, group(pairs, [], ['pairs', count()]));
  if (!also && left <= fewPairs && isNarrow(packing)) await flattenFew(packing, nodes, pairs, { k, engine, onProgress });
  else await flattenMany(packing, nodes, pairs, { k, also, engine, onProgress });
  onProgress({ phase: 'group', done: nodes.length, total: nodes.length, unit: 'settings', finished: true });
}

async function flattenMany(
  packing: Packing,
  nodes: readonly Node[],
  pairs: Relation,
  { k, also, engine, onProgress }: Flattening,
): Promise<void> {
  await engine.run([create('residue', pairs)]);
  let open = await countFailing(engine);
  for (const [i, node] of nodes.entries()) {
    if (open === 0) break;
    await engine.run(nodeSteps(packing, node, i + 1, { k, also }));
    open = await countFailing(engine);
    onProgress({ phase: 'group', done: i + 1, total: nodes.length, unit: 'settings' });
  }
  await engine.run([{ step: 'drop', tables: ['tried', 'held', 'residue'] }]);
}

const failing = filter(table('combos'), call('isMissing', column('f')));

const countFailing = async (engine: Relational): Promise<number> =>
  (await askNumbers(engine, group(failing, [], ['failing', count()])))[0];

/** What a node accepts. Counting subjects is dear, so that only what could reach k, were nobody in it twice, is counted. */
function nodeSteps(packing: Packing, node: Node, place: number, { k, also }: Pick<Flattening, 'k' | 'also'>): readonly Step[] {
  const coarser = select(failing, same('q'), same('subjects'), ['g', coarserKey(packing, column('q'), node)]);
  const most = select(coarser, same('q'), same('g'), [
    'most',
    { kind: 'sumWithin', within: [column('g')], of: column('subjects') },
  ]);
  const hopeful = filter(most, call('atLeast', column('most'), number(k)));
  const heldBy = (pairs: string, who: string): Relation => {
    const members = distinct(select(join(table(pairs), table('tried'), ['q']), same('g'), same(who)));
    const sizes = group(members, [same('g')], ['members', count()]);
    return select(filter(sizes, call('atLeast', column('members'), number(k))), same('g'));
  };
  const held = heldBy('residue', 'u');
  const accepted = join(table('tried'), table('held'), ['g'], 'semi');
  return [
    create('tried', select(hopeful, same('q'), same('g'))),
    create('held', also ? join(held, heldBy('parties', 'v'), ['g'], 'semi') : held),
    {
      step: 'update',
      table: 'combos',
      set: ['f', 'node'],
      from: select(accepted, same('q'), ['f', column('g')], ['node', number(place)]),
      on: ['q'],
    },
  ];
}
