import type { Kernel } from '../../../base/pool.ts';
import { spaceOfRows } from '../../../clusters/mondrian.ts';
import { ascending, gatheredRows } from '../../../frame/gather.ts';
import { isCut, rowsBack } from '../../../frame/own-rows.ts';
import type { Partition } from '../../../frame/partition.ts';
import { type BadLeafRule, hostsOf, type SpeltLeaves } from '../bad-leaves.ts';
import { type Leaves, patternTree, type TreeNode } from '../pattern-tree.ts';
import type { SeriesBlock, TracedNode } from '../series-block.ts';
import { type ValueGroups, type ValueGroupsInput, valueGroups } from '../value-groups.ts';
import { type Lexicon, wordScratch, wordsOf } from '../words.ts';

export interface NaiveInput extends ValueGroupsInput {
  readonly p: number;
  readonly maxLevel: number;
  readonly badLeaf: BadLeafRule;
  readonly trace: boolean;
  /** The value groups of these rows where they are known already; not written to. */
  readonly grouped?: ValueGroups | undefined;
}

/**
 * Naive (k,P)-anonymity on one block of rows. Shou, Shang, Chen, Chen and Zhang, TKDE 2013, §4: value groups of k top-down, a pattern
 * tree in each, bad leaves absorbed. Leaves and groups never cross blocks, so blocks may run on any thread.
 */
export function naive(input: NaiveInput): SeriesBlock {
  const { rows, segments } = input;
  const { groups: given, shapes, lower, upper } = input.grouped ?? valueGroups(input);
  const groups = { rows: given.rows.slice(), starts: given.starts }; // a tree reorders its members
  const lexicon = { segments, wordOf: wordsOf(shapes), scratch: wordScratch(largestOf(groups), segments) };
  const out = openBlock(rows.length, segments);
  const nodes: TracedNode[] = [];
  for (let g = 0; g + 1 < groups.starts.length; g++) {
    const members = groups.rows.subarray(groups.starts[g], groups.starts[g + 1]);
    const visit = input.trace ? (node: TreeNode) => nodes.push(traceNode(node, g, rows, lexicon)) : undefined;
    const leaves = patternTree(members, input, lexicon, visit);
    const spelt = { leaves, members, words: leafWords(leaves, members, lexicon) };
    addLeaves(out, groups.starts[g], spelt, hostsOf(spelt, shapes, input.badLeaf));
  }
  return {
    rows: gatheredRows(rows, groups.rows),
    groupStarts: groups.starts,
    leafStarts: Uint32Array.from([...out.leafStarts, rows.length]),
    words: out.words.slice(0, out.levels.length * segments),
    levels: Uint8Array.from(out.levels),
    lower,
    upper,
    ...(input.trace ? { nodes } : {}),
  };
}

export const naiveKernel: Kernel<NaiveInput, SeriesBlock> = {
  name: 'naiveKernel',
  perform: naive,
  carriage: {
    pack: (input) =>
      input.trace ? undefined : { ...input, space: spaceOfRows(input.space, input.rows), rows: ascending(input.rows.length) },
    unpack(block, { rows }) {
      const back = rowsBack(block.rows, rows);
      const holds = isCut(block.groupStarts, rows.length) && isCut(block.leafStarts, rows.length);
      return back === undefined || !holds ? undefined : { ...block, rows: back };
    },
  },
};

function largestOf({ starts }: Partition): number {
  let most = 0;
  for (let g = 1; g < starts.length; g++) most = Math.max(most, starts[g] - starts[g - 1]);
  return most;
}

interface OpenBlock {
  readonly segments: number;
  readonly leafStarts: number[];
  readonly levels: number[];
  readonly words: Uint8Array;
}

/** A leaf holds a row at least, so there are never more leaves than rows. */
const openBlock = (rows: number, segments: number): OpenBlock => ({
  segments,
  leafStarts: [],
  levels: [],
  words: new Uint8Array(rows * segments),
});

/** All members of a leaf share its word at its level, so the first one's is the leaf's. */
function leafWords(leaves: Leaves, members: Uint32Array, { segments, wordOf }: Lexicon): Uint8Array {
  const words = new Uint8Array(leaves.levels.length * segments);
  for (const [leaf, level] of leaves.levels.entries()) wordOf(members[leaves.starts[leaf]], level, words, leaf * segments);
  return words;
}

/** Writes the good leaves of a group, guests behind their hosts' own members, and reorders `members` to match. */
function addLeaves(out: OpenBlock, groupStart: number, { leaves, words, members }: SpeltLeaves, hosts: Uint32Array): void {
  const { segments } = out;
  const ordered = leaves.good.includes(false) ? members.slice() : members;
  let place = 0;
  for (const [leaf, level] of leaves.levels.entries()) {
    if (!leaves.good[leaf]) continue;
    out.words.set(words.subarray(leaf * segments, (leaf + 1) * segments), out.levels.length * segments);
    out.leafStarts.push(groupStart + place);
    out.levels.push(level);
    for (let guest = 0; guest < hosts.length; guest++)
      if (hosts[guest] === leaf)
        for (let m = leaves.starts[guest]; m < leaves.starts[guest + 1]; m++) ordered[place++] = members[m];
  }
  if (ordered !== members) members.set(ordered);
}

function traceNode(node: TreeNode, group: number, rows: Uint32Array, { segments, wordOf }: Lexicon): TracedNode {
  const word = new Uint8Array(segments);
  wordOf(node.members[0], node.level, word, 0);
  const { id, parent, level, label } = node;
  return { group, id, parent, level, label, word: [...word], members: Array.from(node.members, (member) => rows[member]) };
}
