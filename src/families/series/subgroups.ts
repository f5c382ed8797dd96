import { type Leaves, patternTree } from './pattern-tree.ts';
import { classify, type Lexicon, type WordOf, wordScratch } from './words.ts';

/** Members that share a word at a level, P or more of each; `rest` found no company. */
export interface Subgroups {
  readonly members: Uint32Array;
  readonly starts: Uint32Array;
  readonly levels: Uint8Array;
  readonly rest: Uint32Array;
}

export interface SubgroupRules {
  readonly p: number;
  readonly maxLevel: number;
  readonly segments: number;
  /** `hash` starts from equal words at the finest level, `tree` from the paper's create-tree: two methods with different results. */
  readonly grouping: 'hash' | 'tree';
  /** What becomes of P or more members left at level 1, where every word is alike. */
  readonly residue: 'suppress' | 'generic';
}

/**
 * KAPRA's first two phases, Shou et al., TKDE 2013, §5: subgroups by shape, then bad leaves recycled level by level. Cells of two
 * levels do not nest, so members are regrouped one by one at each level; merging whole leaves would leave some stuck.
 */
export function subgroupsOf(count: number, wordOf: WordOf, rules: SubgroupRules): Subgroups {
  const lexicon = { segments: rules.segments, wordOf, scratch: wordScratch(count, rules.segments) };
  const members = new Uint32Array(count);
  for (let m = 0; m < count; m++) members[m] = m;
  const good = openGood(count);
  const search = { rules, lexicon, good };
  const bad = rules.grouping === 'tree' ? promoteLeaves(members, search) : { members, levels: undefined };
  const rest = recycle(bad, search);
  return {
    members: good.members.slice(0, good.size),
    starts: Uint32Array.from([...good.starts, good.size]),
    levels: Uint8Array.from(good.levels),
    rest,
  };
}

interface Good {
  readonly members: Uint32Array;
  readonly starts: number[];
  readonly levels: number[];
  size: number;
}

const openGood = (count: number): Good => ({ members: new Uint32Array(count), starts: [], levels: [], size: 0 });

function promote(good: Good, members: Uint32Array, level: number): void {
  good.starts.push(good.size);
  good.levels.push(level);
  good.members.set(members, good.size);
  good.size += members.length;
}

/** Members without company, and from which level down each may look for it; from the finest where no levels are given. */
interface Bad {
  readonly members: Uint32Array;
  readonly levels: Uint8Array | undefined;
}

/** What company is looked for with, and the subgroups found so far. */
interface CompanySearch {
  readonly rules: SubgroupRules;
  readonly lexicon: Lexicon;
  readonly good: Good;
}

/** Promotes the good leaves of the members' tree; answers the members of the others. */
function promoteLeaves(members: Uint32Array, { rules, lexicon, good }: CompanySearch): Bad {
  const leaves: Leaves = patternTree(members, rules, lexicon);
  const bad: number[] = [];
  const levels: number[] = [];
  for (const [leaf, level] of leaves.levels.entries()) {
    const own = members.subarray(leaves.starts[leaf], leaves.starts[leaf + 1]);
    if (leaves.good[leaf]) promote(good, own, level);
    else
      for (const member of own) {
        bad.push(member);
        levels.push(level);
      }
  }
  return { members: Uint32Array.from(bad), levels: Uint8Array.from(levels) };
}

/**
 * From the finest level down: words shared by P members make a subgroup, the others try the next level. Level 1 is no company but where
 * it is the finest. Answers who is left.
 */
function recycle(bad: Bad, search: CompanySearch): Uint32Array {
  const { p, maxLevel, residue } = search.rules;
  let waiting = bad.members;
  let from = bad.levels;
  for (let level = maxLevel; level >= Math.min(2, maxLevel) && waiting.length >= p; level--) {
    const trying = from === undefined ? waiting : waiting.filter((_, i) => (from as Uint8Array)[i] >= level);
    if (trying.length < p) continue;
    const left = promoteShared(trying, level, search);
    if (from === undefined) waiting = left;
    else {
      const still = new Set(left);
      const stays = (i: number) => (from as Uint8Array)[i] < level || still.has(waiting[i]);
      const kept = waiting.map((_, i) => i).filter((i) => stays(i));
      from = kept.length === waiting.length ? from : Uint8Array.from(kept, (i) => (from as Uint8Array)[i]);
      waiting = waiting.length === kept.length ? waiting : Uint32Array.from(kept, (i) => waiting[i]);
    }
  }
  if (waiting.length < p || residue === 'suppress') return waiting;
  promote(search.good, waiting, 1);
  return new Uint32Array(0);
}

/** Promotes every word of `trying` at a level that P members share; answers the others in their order. */
function promoteShared(trying: Uint32Array, level: number, { rules: { p }, lexicon, good }: CompanySearch): Uint32Array {
  const { segments, wordOf, scratch } = lexicon;
  const size = trying.length;
  for (let m = 0; m < size; m++) wordOf(trying[m], level, scratch.words, m * segments);
  const classes = classify(size, segments, scratch);
  const { sizes, places, classOf, ordered } = scratch;
  let place = 0;
  for (let c = 0; c < classes; c++) {
    places[c] = place;
    place += sizes[c];
  }
  const left: number[] = [];
  for (let m = 0; m < size; m++) {
    if (sizes[classOf[m]] < p) left.push(trying[m]);
    ordered[places[classOf[m]]++] = trying[m];
  }
  for (let c = 0; c < classes; c++) if (sizes[c] >= p) promote(good, ordered.subarray(places[c] - sizes[c], places[c]), level);
  return Uint32Array.from(left);
}
