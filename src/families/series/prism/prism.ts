import type { Clock, Kernel, OnShare } from '../../../base/pool.ts';
import { bisect } from '../../../clusters/bisect.ts';
import type { Diversity } from '../../../clusters/diversity.ts';
import { neighbours } from '../../../clusters/neighbours.ts';
import { takeMemoryBack } from '../../../clusters/points-memory.ts';
import { type Owed, owedByRows } from '../../../clusters/value-models.ts';
import { ascending, gatheredRows } from '../../../frame/gather.ts';
import { isCut, ownRows, rowsBack } from '../../../frame/own-rows.ts';
import type { Partition } from '../../../frame/partition.ts';
import type { Arrangement, BlockLosses } from './arrangement.ts';
import { weightsFor } from './prism-effort.ts';
import {
  halvedGroups,
  microaggregate,
  microaggregateApart,
  owesValues,
  type PrismRules,
  pointsToCut,
} from './prism-formation.ts';
import { arrangementOf, objectiveOf, openGroups, type PrismGroups, shapeSum, valueSum, type Weights } from './prism-groups.ts';
import { gatheredRecords, inCanonicalOrder, jointPoints, type Records } from './prism-points.ts';
import { type Schedule, search } from './prism-search.ts';
import type { Scales } from './prism-trials.ts';

interface BlocksInput {
  /** Of the whole table. */
  readonly records: Records;
  readonly rows: Uint32Array;
  readonly k: number;
  readonly largest: number;
  readonly diversity?: Diversity | undefined;
  readonly kept?: number | undefined;
  readonly owed?: Owed | undefined;
  readonly across?: number | undefined;
  readonly tight?: number | undefined;
}

/** Blocks that threads can finish independently. */
export const prismBlocksKernel: Kernel<BlocksInput, Partition> = {
  name: 'prismBlocksKernel',
  perform({ records, rows, across, ...rules }) {
    if (across === undefined) return bisect(jointPoints(records), rows, rules);
    const own = { ...rules, ...rulesFor({ ...rules, across, p: rules.k }, rows) };
    const cut = bisect(pointsToCut(gatheredRecords(records, rows), own), ascending(rows.length), own);
    return { rows: gatheredRows(rows, cut.rows), starts: cut.starts };
  },
};

/** Table rows ordered by group and leaf. */
export type FormedBlock = Arrangement & BlockLosses;

interface FormInput {
  readonly records: Records;
  readonly rows: Uint32Array;
  readonly rules: PrismRules;
  /** Length of a unit shape among the coordinates. */
  readonly unit: number;
}

/** Groups and leaves of a block, before any search. */
export const prismFormKernel: Kernel<FormInput, FormedBlock> = {
  name: 'prismFormKernel',
  perform({ records, rows, rules, unit }) {
    const ordered = inCanonicalOrder(records, rows);
    const formed = formGroups(gatheredRecords(records, ordered), rulesFor(rules, ordered), unit);
    return { ...formed, members: gatheredRows(ordered, formed.members) };
  },
  carriage: {
    pack({ records, rows, rules, unit }) {
      const { sorted, places } = ownRows(rows); // twins go by their numbers
      return { records: gatheredRecords(records, sorted), rows: places, rules: rulesFor(rules, sorted), unit };
    },
    unpack: (block, { rows }) => blockBack(block, ownRows(rows).sorted),
  },
};

/** Where values must be diverse, more groups at times take members from far away: of a few numbers of groups the one that loses least. */
function formGroups(records: Records, rules: PrismRules, unit: number): FormedBlock {
  const formWith = (shares: Shares): FormedBlock => {
    takeMemoryBack();
    const groups =
      rules.byValues === true && !owesValues(rules)
        ? microaggregate(records, rules)
        : halvedGroups(records, { ...rules, ...shares });
    return { ...groups, ...lossesOf(openGroups(records, groups, rules.k), unit) };
  };
  const most = formWith({ kept: 1 });
  if (!owesValues(rules)) return most;
  const found = [most];
  for (const shares of sharesFor(rules)) {
    if (shares.across === undefined && areEven(found, rules)) continue;
    found.push(formWith(shares));
  }
  return found[leastLosing(found)];
}

export type Shares = Pick<PrismRules, 'kept' | 'tight' | 'across'>;

/** What cuts may leave possible, or use up, and how much of the direction of values they leave out of account. */
const sharesFor = ({ diversity, owed, few }: PrismRules): readonly Shares[] => [
  ...(diversity === undefined ? [] : few === true ? [{ kept: 0 }] : keptShares),
  ...(owed === undefined ? [] : tightShares),
];

const keptShares: readonly Shares[] = [{ kept: 0 }, { kept: 0.8 }, { kept: 0.9 }, { kept: 0.8, across: 0.5 }];
const tightShares: readonly Shares[] = [{ tight: 0.7 }, { tight: 0.4 }, { tight: 0 }, { tight: 0.7, across: 0.5 }];

/** Whether the least share has made no difference, so that those between make none. */
const areEven = ([most, least]: readonly FormedBlock[], { owed }: PrismRules): boolean =>
  owed === undefined && least !== undefined && least.groupStarts.length === most.groupStarts.length;

/** Which of some that are made of equally many records loses least, where shape weighs as it usually does; the first of equal ones. */
export function leastLosing(made: readonly BlockLosses[]): number {
  const { value, shape } = weightsFor(made[0], 1, usualMu);
  const losses = made.map((own) => value * own.value + shape * own.shape);
  return losses.indexOf(Math.min(...losses));
}

const usualMu = 0.5;

function blockBack(block: FormedBlock, rows: Uint32Array): FormedBlock | undefined {
  const members = rowsBack(block.members, rows);
  const holds = isCut(block.groupStarts, rows.length) && isCut(block.leafStarts, rows.length);
  return members === undefined || !holds ? undefined : { ...block, members };
}

export interface SearchInput extends FormInput {
  /** Of these rows, as formed. */
  readonly groupStarts: Uint32Array;
  readonly leafStarts: Uint32Array;
  readonly weights: Weights;
  readonly schedule: Schedule;
}

/** The same block with its members exchanged until the objective is low. */
export const prismSearchKernel: Kernel<SearchInput, FormedBlock> = {
  name: 'prismSearchKernel',
  perform: searchBlock,
  carriage: {
    pack(input) {
      const { records, rows, rules, schedule } = input;
      if (schedule.deadline !== undefined) return undefined; // it is of this machine's clock
      return { ...input, records: gatheredRecords(records, rows), rows: ascending(rows.length), rules: rulesFor(rules, rows) };
    },
    unpack: (block, { rows }) => blockBack(block, rows),
  },
};

export function searchBlock(input: SearchInput, now: Clock, onShare?: OnShare): FormedBlock {
  const { records, rows, rules, unit, groupStarts, leafStarts } = input;
  takeMemoryBack();
  const own = gatheredRecords(records, rows);
  const formed = openGroups(own, { members: ascending(rows.length), groupStarts, leafStarts }, rules.k);
  const best = isWorthSearching(input, now) ? improveGroups(formed, input, { now, onShare }) : formed;
  const { members, ...starts } = arrangementOf(best);
  return { members: gatheredRows(rows, members), ...starts, ...lossesOf(best, unit) };
}

interface Watch {
  readonly now: Clock;
  readonly onShare?: OnShare | undefined;
}

function improveGroups(
  formed: PrismGroups,
  { rows, rules, unit, weights, schedule }: SearchInput,
  { now, onShare }: Watch,
): PrismGroups {
  const { records } = formed;
  const own = rulesFor(rules, rows);
  const scales = { weights, unit, anyFlat: records.flat.includes(1) };
  const groups = startOf(formed, objectiveOf(formed, weights, unit), own, scales);
  const count = groups.sizes.length;
  const near = count > 1 ? neighbours(jointPoints(records), rows.length, nearFor(rows.length, rules.k)) : noNeighbours;
  const trials = schedule.trials * Math.min(1, (mostMembers * count) / rows.length);
  search(groups, { nearest: near, rules: own, scales }, { ...schedule, trials, onShare }, now);
  return groups; // never above where it started
}

/** Nothing to exchange, no time left, or a block that could not be cut and would take the square of its size. */
const isWorthSearching = ({ rows, leafStarts, schedule: { deadline } }: SearchInput, now: Clock): boolean =>
  leafStarts.length > 2 && rows.length <= mostSearched && !(deadline !== undefined && now() >= deadline);

const mostSearched = 16_384;

/** Beyond so many members of a group, on average, an exchange costs by their number, and trials are fewer in turn. */
const mostMembers = 256;

const noNeighbours = new Uint32Array(0);

/** Neighbours whose groups a record may try: few, as company is sought nearby, but enough to get past its own group. */
export const nearFor = (rows: number, k: number): number => Math.min(Math.max(14, Math.min(k, 64)), rows - 1);

/** The best of a few starts. Microaggregation does not know of values. */
function startOf(formed: PrismGroups, before: number, rules: PrismRules, { weights, unit, anyFlat }: Scales): PrismGroups {
  const { records } = formed;
  let best = formed;
  let least = before;
  if (!owesValues(rules))
    for (const start of [microaggregate(records, rules), anyFlat ? microaggregateApart(records, rules) : undefined]) {
      if (start === undefined) continue;
      const groups = openGroups(records, start, rules.k);
      const reached = objectiveOf(groups, weights, unit);
      if (reached >= least) continue;
      least = reached;
      best = groups;
    }
  return best;
}

/** Codes of the block's rows instead of the table's. */
function rulesFor(rules: PrismRules, rows: Uint32Array): PrismRules {
  const { diversity, owed } = rules;
  if (!owesValues(rules)) return rules;
  const own = diversity && { ...diversity, codes: diversity.codes.map((column) => gatheredRows(column, rows)) };
  return { ...rules, diversity: own, owed: owedByRows(owed, rows) };
}

export function lossesOf(groups: PrismGroups, unit: number): BlockLosses {
  const { coordinates, values, segments, flat } = groups.records;
  let lengths = 0;
  let shaped = 0;
  for (let r = 0, at = values; r < flat.length; r++, at += values + segments) {
    let squares = 0;
    for (let i = 0; i < segments; i++) squares += coordinates[at + i] * coordinates[at + i];
    lengths += Math.sqrt(squares);
    shaped += 1 - flat[r];
  }
  return {
    value: valueSum(groups),
    shape: Math.max(0, lengths - shapeSum(groups, unit)),
    floor: Math.max(0, unit * shaped - lengths),
  };
}
