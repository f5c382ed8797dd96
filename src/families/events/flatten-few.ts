import type { OnProgress } from '../../base/progress.ts';
import {
  as,
  call,
  column,
  type Expression,
  type Named,
  number,
  type Relation,
  type Relational,
  select,
} from '../../engine/relation.ts';
import type { Node } from './lattice.ts';
import { codeIn, type Packing } from './packing.ts';

/** Combinations that fail, by number: the code of each column in each, and the subjects of each, one list after the other. */
interface Failing {
  readonly packing: Packing;
  readonly codes: readonly Uint32Array[];
  readonly subjects: Uint32Array;
  readonly starts: Uint32Array;
}

/** A combination as it is published, and the place of the node that it is published at. */
interface Accepted {
  readonly combination: number;
  readonly codes: readonly number[];
  readonly place: number;
}

/** Most pairs of a combination and a subject that are counted here. An engine takes some milliseconds for each node, however few there are. */
export const fewPairs = 1 << 15;

/** Whether every key of a packing is a number that JavaScript holds. */
export const isNarrow = ({ columns, strides }: Packing): boolean =>
  BigInt(columns.at(-1)?.labels.length ?? 1) * (strides.at(-1) ?? 1n) <= BigInt(Number.MAX_SAFE_INTEGER);

/** As flattenCombinations does, of so few pairs that they are brought here: each combination that fails, with each of its subjects. */
export async function flattenFew(
  packing: Packing,
  nodes: readonly Node[],
  pairs: Relation,
  { k, engine, onProgress }: { readonly k: number; readonly engine: Relational; readonly onProgress: OnProgress },
): Promise<void> {
  const failing = await readFailing(packing, pairs, engine);
  const accepted: Accepted[] = [];
  let open: readonly number[] = Array.from(failing.starts.subarray(1), (_, combination) => combination);
  for (const [i, node] of nodes.entries()) {
    if (open.length === 0) break;
    const kept = new Set(acceptedAt(node, open, failing, k));
    for (const combination of kept) accepted.push({ combination, codes: codesAt(node, combination, failing), place: i + 1 });
    open = open.filter((combination) => !kept.has(combination));
    onProgress({ phase: 'group', done: i + 1, total: nodes.length, unit: 'settings' });
  }
  if (accepted.length > 0) await writeAccepted(accepted, failing, engine);
}

async function readFailing(packing: Packing, pairs: Relation, engine: Relational): Promise<Failing> {
  const codes = packing.columns.map((_, c): Named<Expression> => [`code${c}`, codeIn(packing, column('q'), c)]);
  const numbered = select(
    pairs,
    ['combination', { kind: 'rank', order: [column('q')] }],
    ['subject', { kind: 'rank', order: [column('u')] }],
    ...codes,
  );
  const rows: number[][] = [];
  for await (const chunk of engine.stream({ rows: numbered }))
    for (let row = 0; row < chunk[0].length; row++) rows.push(chunk.map((cells) => cells[row]));
  rows.sort(([one], [other]) => one - other);
  const first = rows.flatMap(([combination], row) => (row > 0 && rows[row - 1][0] === combination ? [] : [row]));
  return {
    packing,
    codes: codes.map((_, c) => Uint32Array.from(first, (row) => rows[row][c + 2])),
    subjects: Uint32Array.from(rows, ([, subject]) => subject),
    starts: Uint32Array.from([...first, rows.length]),
  };
}

/** The open combinations that are published alike at a node, and of k different subjects together. */
function acceptedAt(
  node: Node,
  open: readonly number[],
  { packing, codes, subjects, starts }: Failing,
  k: number,
): readonly number[] {
  const alike = new Map<number, number[]>();
  for (const combination of open) {
    let key = 0;
    for (const [c, { levels }] of packing.columns.entries())
      key += levels[node[c]][codes[c][combination]] * Number(packing.strides[c]);
    const others = alike.get(key);
    if (others === undefined) alike.set(key, [combination]);
    else others.push(combination);
  }
  const subjectsOf = (combination: number) => subjects.subarray(starts[combination], starts[combination + 1]);
  return [...alike.values()].filter((members) => countDifferent(members.map(subjectsOf), k) >= k).flat();
}

/** How many different numbers there are; where they cannot be `enough`, how many numbers. */
function countDifferent(lists: readonly Uint32Array[], enough: number): number {
  const most = lists.reduce((sum, { length }) => sum + length, 0);
  return most < enough ? most : new Set(lists.flatMap((list) => [...list])).size;
}

const codesAt = (node: Node, combination: number, { packing, codes }: Failing): readonly number[] =>
  packing.columns.map(({ levels }, c) => levels[node[c]][codes[c][combination]]);

async function writeAccepted(accepted: readonly Accepted[], { packing, codes }: Failing, engine: Relational): Promise<void> {
  const columnsOf = (prefix: string, codeOf: (one: Accepted, c: number) => number) =>
    packing.columns.map((_, c): Named<Uint32Array> => [`${prefix}${c}`, Uint32Array.from(accepted, (one) => codeOf(one, c))]);
  const keyFrom = (prefix: string): Expression =>
    call(
      'add',
      number(0),
      ...packing.strides.map((stride, c) => call('multiply', as('int64', column(`${prefix}${c}`)), number(stride))),
    );
  await engine.put('accepted', [
    ...columnsOf('from', ({ combination }, c) => codes[c][combination]),
    ...columnsOf('to', (one, c) => one.codes[c]),
    ['place', Uint32Array.from(accepted, ({ place }) => place)],
  ]);
  const from = select(
    { kind: 'table', name: 'accepted' },
    ['q', keyFrom('from')],
    ['f', keyFrom('to')],
    ['node', as('int64', column('place'))],
  );
  await engine.run([
    { step: 'update', table: 'combos', set: ['f', 'node'], from, on: ['q'] },
    { step: 'drop', tables: ['accepted'] },
  ]);
}
