import { classify, type Lexicon } from './words.ts';

/** Leaves of one tree, end to end over its members: leaf l is members[starts[l]] .. members[starts[l + 1] - 1]. */
export interface Leaves {
  readonly starts: number[];
  readonly levels: number[];
  /** Whether P members or more share the leaf's word. */
  readonly good: boolean[];
}

/** How many members must share a word, and at which level words are finest. */
interface TreeRules {
  readonly p: number;
  readonly maxLevel: number;
}

export interface TreeNode {
  readonly id: number;
  /** The id of the node it was split from; -1 for the root. */
  readonly parent: number;
  readonly level: number;
  readonly members: Uint32Array;
  readonly label: 'intermediate' | 'good-leaf' | 'bad-leaf';
}

/**
 * create-tree of Shou et al., TKDE 2013, §4.2: refine the words of a group level by level while P members or more share each.
 * Reorders `members` so that every leaf is a slice of it. Departures, each strictly finer under the same promise (decision 0004):
 * a node whose members all share the next word rises in place instead of freezing; a good leaf takes the highest level at which its
 * members share a word, since cells of two levels do not nest and one that parts them may be followed by one that does not; and
 * a node below 2P that would end at level 1, where a word says nothing, may still split off P members.
 */
export function patternTree(
  members: Uint32Array,
  { p, maxLevel }: TreeRules,
  lexicon: Lexicon,
  visit?: (node: TreeNode) => void,
): Leaves {
  const leaves: Leaves = { starts: [], levels: [], good: [] };
  const open: OpenNode[] = [{ from: 0, to: members.length, level: 1, parent: -1, merged: false }];
  for (let node = open.pop(), id = 0; node; node = open.pop(), id++) {
    const { from, to } = node;
    const size = to - from;
    const own = members.subarray(from, to);
    const shared = size < p || node.merged ? node.level : commonLevel(own, node.level, maxLevel, lexicon);
    const splits = !node.merged && shared < maxLevel && (size >= 2 * p || (size >= p && shared === 1));
    const children = splits ? splitMembers(own, p, shared, lexicon) : [];
    const label = children.length > 0 ? 'intermediate' : size < p ? 'bad-leaf' : 'good-leaf';
    const level = label === 'good-leaf' ? highestCommonLevel(own, shared, maxLevel, lexicon) : shared;
    visit?.({ id, parent: node.parent, level, members: own.slice(), label });
    if (label === 'intermediate') {
      for (const child of children.reverse()) {
        const merged = child.level === level;
        open.push({ from: from + child.from, to: from + child.to, level: child.level, parent: id, merged });
      }
    } else {
      leaves.starts.push(from);
      leaves.levels.push(level);
      leaves.good.push(label === 'good-leaf');
    }
  }
  leaves.starts.push(members.length);
  return leaves;
}

interface OpenNode {
  readonly from: number;
  readonly to: number;
  readonly level: number;
  readonly parent: number;
  /** A childmerge: none of its words at the next level reaches P, so it ends where it is. */
  readonly merged: boolean;
}

/** The level reached by going up while all members share the next word. */
function commonLevel(own: Uint32Array, from: number, maxLevel: number, lexicon: Lexicon): number {
  let level = from;
  while (level < maxLevel && shareWord(own, level + 1, lexicon)) level++;
  return level;
}

/** The highest level at which all members share a word, whether or not they do at every level below. */
function highestCommonLevel(own: Uint32Array, from: number, maxLevel: number, lexicon: Lexicon): number {
  let level = maxLevel;
  while (level > from && !shareWord(own, level, lexicon)) level--;
  return level;
}

function shareWord(own: Uint32Array, level: number, { segments, wordOf, scratch: { words } }: Lexicon): boolean {
  wordOf(own[0], level, words, 0);
  for (let m = 1; m < own.length; m++) {
    wordOf(own[m], level, words, segments);
    for (let i = 0; i < segments; i++) if (words[i] !== words[segments + i]) return false;
  }
  return true;
}

interface Child {
  readonly from: number;
  readonly to: number;
  readonly level: number;
}

/** Children of a tentative split at the next level; none when no word of it is shared by P. */
function splitMembers(own: Uint32Array, p: number, level: number, { segments, wordOf, scratch }: Lexicon): Child[] {
  const size = own.length;
  for (let m = 0; m < size; m++) wordOf(own[m], level + 1, scratch.words, m * segments);
  const classes = classify(size, segments, scratch);
  const { sizes, places, classOf, ordered } = scratch;
  let valid = 0;
  for (let c = 0; c < classes; c++) if (sizes[c] >= p) valid += sizes[c];
  if (valid === 0) return [];
  const children: Child[] = [];
  let place = 0;
  for (let c = 0; c < classes; c++)
    if (sizes[c] >= p) {
      children.push({ from: place, to: place + sizes[c], level: level + 1 });
      places[c] = place;
      place += sizes[c];
    }
  for (let c = 0; c < classes; c++)
    if (sizes[c] < p) {
      if (size - valid < p) children.push({ from: place, to: place + sizes[c], level: level + 1 });
      places[c] = place;
      place += sizes[c];
    }
  if (size - valid >= p) children.push({ from: valid, to: size, level }); // childmerge keeps the parent's level and word
  for (let m = 0; m < size; m++) ordered[places[classOf[m]]++] = own[m];
  own.set(ordered.subarray(0, size));
  return children;
}
