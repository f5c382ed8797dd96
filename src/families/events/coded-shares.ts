import {
  as,
  call,
  column,
  create,
  type Expression,
  join,
  type Keys,
  number,
  type Relational,
  same,
  select,
  table,
} from '../../engine/relation.ts';
import { largestOf, orderByKey, startsByKey } from '../../frame/by-key.ts';
import { sharedIndices } from '../../frame/columns.ts';
import { type LinkWindow, tellWindow } from '../../policy/event-columns.ts';
import { type PairedRows, pairRows } from './drawn-rows.ts';
import type { LinkedEvents, Window } from './link-kernel.ts';
import { numberLotsKernel, turnLotsKernel } from './lot-kernels.ts';
import type { MadeEvents } from './make.ts';
import type { Lots } from './row-kernels.ts';
import { linkWindows, type SharedOutput, sharedStages, textsOf } from './shared-numbers.ts';
import { type NumberedRows, readCells, readHalves } from './write-coded.ts';

const key = 'shared numbers';

/** What `makeSharedNumbers` and `makeTurns` make of tables, of the arrays of a coded log: the same numbers, in the same order. */
export const drawShared =
  (made: MadeEvents, { k, within, confidence, pool, keys, engine }: SharedOutput) =>
  async (rows: Parameters<typeof pairRows>[0], fateLots: Lots): Promise<NumberedRows> => {
    const near: LinkWindow = within === 'day' ? 'day' : 'week';
    await engine.run([create('texts', textsOf(made.packing, near))]);
    const texts = await readTexts(engine, fateLots.low.length);
    const paired = pairRows(rows);
    const names = made.packing.columns.map(({ name }) => name);
    const cuts = tellWindow(names, near) ? cutIntoWindows(paired, texts) : [];
    const linked = await linkWindows(windowsOf(cuts, paired, texts), { k, stages: sharedStages[within], confidence }, pool);
    const shares = shareOut(paired, cuts, linked, texts);
    const contents = await rankContents(shares.contents, keys, engine);
    const ids = await readHalves(engine, 'ids', ['place', column('id')], as('int128', column('u')));
    const { ofNumbers, ofTurns } = await drawLots(paired, shares, ids, { pool, keys });
    const turns = turnsOf(ofNumbers, shares.contentOf, contents);
    return { numberOf: turnOfRows({ ...paired, ...shares }, turns, rows.subjects.length), lots: ofTurns };
  };

/** What is known of each published text by its number, from 1 on. */
interface Texts {
  readonly window: Uint32Array;
  readonly part: Uint32Array;
  readonly happening: Uint32Array;
  /** Its number in the order of texts: those of a window follow one another. */
  readonly combination: Uint32Array;
  /** A number that adds up to one for all that is published under a number. */
  readonly content: readonly bigint[];
}

async function readTexts(engine: Relational, count: number): Promise<Texts> {
  const texts = join(table('texts'), table('fate_codes'), ['f']);
  const read = (name: string) =>
    readCells(engine, select(texts, ['place', column('fate')], ['value', as('uint32', column(name))]), count);
  const keyed = await readHalves(engine, 'fate_codes', ['place', column('fate')], as('int128', call('key', column('f'))));
  return {
    window: await read('window'),
    part: await read('part'),
    happening: await read('happening'),
    combination: await read('combination'),
    content: Array.from(keyed.high, (high, fate) => (BigInt(high) << 32n) + BigInt(keyed.low[fate])),
  };
}

/** The pairs of each window, by subject and then by combination. */
function cutIntoWindows({ pairs }: PairedRows, { window, combination }: Texts): readonly Uint32Array[] {
  const all = new Uint32Array(pairs.length / 4);
  const combinations = new Uint32Array(all.length);
  for (let pair = 0; pair < all.length; pair++) {
    all[pair] = pair;
    combinations[pair] = combination[pairs[4 * pair + 1]];
  }
  const ordered = orderByKey(all, combinations, startsByKey(combinations, combination.length + 1)); // those of one stay in the order of subjects
  const cuts: Uint32Array[] = [];
  for (let from = 0, to = 0; from < ordered.length; from = to) {
    const own = window[pairs[4 * ordered[from] + 1]];
    while (to < ordered.length && window[pairs[4 * ordered[to] + 1]] === own) to++;
    const cut = ordered.subarray(from, to);
    const subjects = new Uint32Array(cut.length);
    for (let i = 0; i < cut.length; i++) subjects[i] = pairs[4 * cut[i]];
    cuts.push(orderByKey(cut, subjects, startsByKey(subjects, largestOf(subjects) + 1)));
  }
  return cuts;
}

function* windowsOf(
  cuts: readonly Uint32Array[],
  { pairs }: PairedRows,
  { part, happening, combination }: Texts,
): Generator<Window> {
  for (const cut of cuts) {
    const [subjects, combinations, counts, parts, happenings] = Array.from({ length: 5 }, () => new Uint32Array(cut.length));
    for (let i = 0; i < cut.length; i++) {
      const at = 4 * cut[i];
      const fate = pairs[at + 1];
      subjects[i] = pairs[at];
      combinations[i] = combination[fate];
      counts[i] = pairs[at + 3] - pairs[at + 2];
      parts[i] = part[fate];
      happenings[i] = happening[fate];
    }
    yield { subjects, combinations, counts, parts, happenings };
  }
}

/** Who is published under which number. Numbers are counted from 1 on: those of sets, then those of rows that stand alone. */
interface Shares {
  /** Under which number the row at each place of `places` is. */
  readonly numberAt: Uint32Array;
  readonly setCount: number;
  /** The subject of each set. */
  readonly setSubjects: Uint32Array;
  /** What is published under each number, by its place in `contents`. */
  readonly contentOf: Uint32Array;
  readonly contents: readonly bigint[];
}

function shareOut(
  { pairs, places }: PairedRows,
  cuts: readonly Uint32Array[],
  linked: readonly LinkedEvents[],
  { combination, content }: Texts,
): Shares {
  const numberAt = new Uint32Array(places.length);
  const setCount = linked.reduce((sum, { kinds }) => sum + kinds.length, 0);
  const setSubjects = new Uint32Array(setCount + 1);
  const setContents = new Uint32Array(setCount + 1);
  const contents = [...content];
  const contentOfCombination = new Uint32Array(largestOf(combination) + 1);
  for (const [fate, own] of combination.entries()) contentOfCombination[own] = fate;
  const pairOf = new Uint32Array(contentOfCombination.length);
  let before = 1;
  for (const [w, { subjects, combinations, copies, sets, kinds }] of linked.entries()) {
    const contentOfKind = new Uint32Array(largestOf(kinds) + 1);
    for (let i = 0, next = 0, set = -1; i < sets.length; i++) {
      for (; next < cuts[w].length && pairs[4 * cuts[w][next]] <= subjects[i]; next++)
        pairOf[combination[pairs[4 * cuts[w][next] + 1]]] = cuts[w][next]; // those of the subject are the last to be noted
      numberAt[pairs[4 * pairOf[combinations[i]] + 2] + copies[i] - 1] = before + sets[i];
      if (sets[i] === set) continue;
      set = sets[i];
      if (contentOfKind[kinds[set]] === 0) {
        let sum = 0n;
        for (let j = i; j < sets.length && sets[j] === set; j++) sum += content[contentOfCombination[combinations[j]]];
        contentOfKind[kinds[set]] = contents.push(sum) - 1;
      }
      setContents[before + set] = contentOfKind[kinds[set]];
      setSubjects[before + set] = subjects[i];
    }
    before += kinds.length;
  }
  let alone = 0;
  for (let at = 0; at < numberAt.length; at++) if (numberAt[at] === 0) alone++;
  const contentOf = new Uint32Array(setCount + 1 + alone);
  contentOf.set(setContents);
  for (let pair = 0, next = setCount + 1; pair < pairs.length; pair += 4)
    for (let at = pairs[pair + 2]; at < pairs[pair + 3]; at++) {
      if (numberAt[at] !== 0) continue;
      contentOf[next] = pairs[pair + 1];
      numberAt[at] = next++;
    }
  return { numberAt, setCount, setSubjects, contentOf, contents };
}

/** Contents by the lot that is drawn of each, from 1 on; equal ones alike. */
async function rankContents(contents: readonly bigint[], keys: Keys, engine: Relational): Promise<Uint32Array> {
  const limb = (shift: bigint) => Uint32Array.from(contents, (content) => Number((content >> shift) & 0xffffffffn));
  await engine.put('contents', [
    ['place', Uint32Array.from(contents.keys())],
    ['low', limb(0n)],
    ['middle', limb(32n)],
    ['high', limb(64n)],
  ]);
  const above = (more: Expression, name: string) =>
    call('add', call('multiply', more, number(2n ** 32n)), as('int128', column(name)));
  const content = above(above(as('int128', column('high')), 'middle'), 'low');
  const rank = as('uint32', { kind: 'rank', order: [{ kind: 'drawn', key, of: content }] });
  await engine.run([create('content_ranks', select(table('contents'), same('place'), ['rank', rank]))], keys);
  const ranks = await readCells(
    engine,
    select(table('content_ranks'), same('place'), ['value', column('rank')]),
    contents.length,
  );
  await engine.run([{ step: 'drop', tables: ['contents', 'content_ranks'] }]);
  return ranks;
}

/** The lots of numbers and of turns, of which there are as many; half of each by a kernel of its own. */
async function drawLots(
  { pairs, places }: PairedRows,
  { numberAt, setCount, setSubjects, contentOf }: Shares,
  ids: Lots,
  { pool, keys }: Pick<SharedOutput, 'pool' | 'keys'>,
): Promise<{ readonly ofNumbers: Uint32Array; readonly ofTurns: Lots }> {
  const subjects = new Uint32Array(contentOf.length);
  const events = new Uint32Array(contentOf.length);
  subjects.set(setSubjects);
  for (let pair = 0; pair < pairs.length; pair += 4)
    for (let at = pairs[pair + 2]; at < pairs[pair + 3]; at++) {
      if (numberAt[at] <= setCount) continue;
      subjects[numberAt[at]] = pairs[pair];
      events[numberAt[at]] = places[at] + 1;
    }
  const names = Array.from(ids.low, (low, id) => ((BigInt(ids.high[id]) << 32n) + BigInt(low)).toString());
  const middle = contentOf.length >> 1;
  const halves = [[1, middle], [middle, contentOf.length]].filter(([from, to]) => from < to); // biome-ignore format: a pair each
  const tasks = halves.map(([from, to]) => ({
    key: keys[key],
    first: from,
    subjects: subjects.slice(from, to),
    events: events.slice(from, to),
    names,
  }));
  const turns = halves.map(([from, to]) => ({ key: keys['row order'], from, to }));
  const [numbered, turned] = await Promise.all([pool.map(numberLotsKernel, tasks), pool.map(turnLotsKernel, turns)]);
  const ofNumbers = new Uint32Array(4 * contentOf.length);
  const ofTurns = { high: new Uint32Array(contentOf.length), low: new Uint32Array(contentOf.length) };
  for (const [half, [from]] of halves.entries()) {
    ofNumbers.set(numbered[half], 4 * from);
    ofTurns.high.set(turned[half].high, from);
    ofTurns.low.set(turned[half].low, from);
  }
  return { ofNumbers, ofTurns };
}

const bucketBits = 22;

/** The turn of each number, from 1 on: by what is published under it, and among equals by its lot, whose last word counts most. */
function turnsOf(lots: Uint32Array, contentOf: Uint32Array, ranks: Uint32Array): Uint32Array {
  const all = Uint32Array.from({ length: contentOf.length - 1 }, (_, i) => i + 1);
  const shift = 32 - Math.min(bucketBits, Math.max(1, Math.ceil(Math.log2(all.length + 1))));
  const buckets = all.map((one) => lots[4 * one + 3] >>> shift);
  const ordered = orderByKey(all, buckets, startsByKey(buckets, 2 ** (32 - shift)));
  sortNearly(ordered, lots);
  const contents = ordered.map((one) => ranks[contentOf[one]]);
  const drawn = orderByKey(ordered, contents, startsByKey(contents, largestOf(ranks) + 1));
  const turns = new Uint32Array(contentOf.length);
  for (let turn = 0; turn < drawn.length; turn++) turns[drawn[turn]] = turn + 1;
  return turns;
}

/** Numbers by their lots; each is near its place already. */
function sortNearly(ordered: Uint32Array, lots: Uint32Array): void {
  const isBehind = (one: number, other: number): boolean => {
    for (let word = 3; word >= 0; word--) {
      const difference = lots[4 * one + word] - lots[4 * other + word];
      if (difference !== 0) return difference > 0;
    }
    return false;
  };
  for (let i = 1; i < ordered.length; i++) {
    const one = ordered[i];
    let at = i;
    for (; at > 0 && isBehind(ordered[at - 1], one); at--) ordered[at] = ordered[at - 1];
    ordered[at] = one;
  }
}

/** The turn of each row by its place in the input. */
function turnOfRows({ places, numberAt }: PairedRows & Shares, turns: Uint32Array, rows: number): Uint32Array {
  const turnOf = sharedIndices(rows);
  for (let at = 0; at < places.length; at++) turnOf[places[at]] = turns[numberAt[at]];
  return turnOf;
}
