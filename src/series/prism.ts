import type { Kernel } from '../base/pool.ts';
import { gatheredRows } from '../frame/gather.ts';
import type { SeriesBlock } from './series-block.ts';
import { symbolAt } from './shapes.ts';
import { type ValueGroups, type ValueGroupsInput, valueGroups } from './value-groups.ts';

export interface PrismInput extends ValueGroupsInput {
  readonly maxLevel: number;
}

/** One leaf for each value group, and for each of its segments the range of the members' symbols. */
export function prism(input: PrismInput): SeriesBlock {
  const { rows, segments, maxLevel } = input;
  const made = valueGroups(input);
  const { groups, lower, upper } = made;
  const leaves = groups.starts.length - 1;
  const levels = new Uint8Array(leaves).fill(maxLevel);
  const words = new Uint8Array(leaves * segments);
  const upperWords = new Uint8Array(leaves * segments);
  for (let leaf = 0; leaf < leaves; leaf++) {
    const members = groups.rows.subarray(groups.starts[leaf], groups.starts[leaf + 1]);
    if (allFlat(members, made)) levels[leaf] = 1;
    else symbolRange(members, made, maxLevel, words, upperWords, leaf * segments);
  }
  const places = { rows: gatheredRows(rows, groups.rows), groupStarts: groups.starts, leafStarts: groups.starts };
  return { ...places, words, upperWords, levels, lower, upper };
}

export const prismKernel: Kernel<PrismInput, SeriesBlock> = { module: import.meta.url, name: 'prismKernel', perform: prism };

const allFlat = (members: Uint32Array, { shapes }: ValueGroups): boolean => members.every((member) => shapes.flat[member] === 1);

function symbolRange(
  members: Uint32Array,
  { shapes: { quantiles, segments } }: ValueGroups,
  level: number,
  lower: Uint8Array,
  upper: Uint8Array,
  at: number,
): void {
  lower.fill(level - 1, at, at + segments);
  for (const member of members)
    for (let i = 0; i < segments; i++) {
      const symbol = symbolAt(quantiles[member * segments + i], level);
      lower[at + i] = Math.min(lower[at + i], symbol);
      upper[at + i] = Math.max(upper[at + i], symbol);
    }
}
