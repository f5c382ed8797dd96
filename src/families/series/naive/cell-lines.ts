import { blocks } from '../../../clusters/mondrian.ts';
import { longestFixed, putFixed } from '../../../formats/fixed-text.ts';
import { BadLine, type CellRows, newline, tab } from '../../../formats/kernel-lines.ts';
import { type Arena, ensure, openArena } from '../../../formats/packed-cells.ts';
import { ascending } from '../../../frame/gather.ts';
import { groups } from '../../../frame/partition.ts';
import type { BadLeafRule } from '../bad-leaves.ts';
import type { SeriesBlock } from '../series-block.ts';
import { naive } from './naive.ts';

/** What Naive has to know of the whole table to group one cell of it as it would group all. */
export interface NaiveCellSettings {
  readonly columns: number;
  readonly seriesLength: number;
  readonly scales: readonly number[];
  readonly decimals: readonly number[];
  readonly k: number;
  readonly p: number;
  readonly segments: number;
  readonly maxLevel: number;
  readonly badLeaf: BadLeafRule;
  readonly blockRows: number;
}

export interface CellLines {
  readonly bytes: Uint8Array;
  readonly lines: number;
  readonly rows: number;
}

/** Naive on the rows of one cell: a line for each leaf. Groups never leave their cell, so cells may be done anywhere. */
export function naiveCellLines(settings: NaiveCellSettings, { cell, rows, keys, values }: CellRows): CellLines {
  const { columns, scales, k, blockRows } = settings;
  if (rows < k) throw new BadLine('a cell has fewer than k rows');
  const matrix = { values: values.subarray(0, rows * columns), rows, columns, rowStep: columns, columnStep: 1 };
  const space = { matrix, scales, nominal: scales.map(() => false) };
  const arena = openArena();
  const count = { groups: 0, lines: 0, rows: 0 };
  for (const block of groups(blocks(space, ascending(rows), k, blockRows)))
    putBlock(arena, naive({ ...settings, space, rows: block, trace: false }), { cell, keys, settings, count });
  return { bytes: arena.bytes.subarray(0, arena.at), lines: count.lines, rows: count.rows };
}

interface BlockPlace {
  readonly cell: number;
  readonly keys: Float64Array;
  readonly settings: NaiveCellSettings;
  readonly count: { groups: number; lines: number; rows: number };
}

function putBlock(arena: Arena, block: SeriesBlock, { cell, keys, settings: { segments, decimals }, count }: BlockPlace): void {
  const width = decimals.length;
  let group = 0;
  for (let leaf = 0; leaf + 1 < block.leafStarts.length; leaf++) {
    const [from, to] = [block.leafStarts[leaf], block.leafStarts[leaf + 1]];
    while (from >= block.groupStarts[group + 1]) group++;
    ensure(arena, 64 + segments + longestFixed * (2 * width + 3) + 20 * (to - from));
    arena.at += arena.bytes.write('leaf', arena.at, 'latin1');
    for (const whole of [cell, count.groups + group, block.levels[leaf]]) putNumber(arena, whole, 0);
    arena.bytes[arena.at++] = tab;
    for (let i = 0; i < segments; i++) arena.bytes[arena.at++] = 97 + block.words[leaf * segments + i];
    for (let c = 0; c < width; c++) {
      putNumber(arena, block.lower[group * width + c], decimals[c]);
      putNumber(arena, block.upper[group * width + c], decimals[c]);
    }
    for (let place = from; place < to; place++) {
      arena.bytes[arena.at++] = place === from ? tab : 44;
      arena.at = putFixed(arena.bytes, arena.at, keys[block.rows[place]], 0);
    }
    arena.bytes[arena.at++] = newline;
    count.lines++;
    count.rows += to - from;
  }
  count.groups += block.groupStarts.length - 1;
}

function putNumber(arena: Arena, value: number, decimals: number): void {
  arena.bytes[arena.at++] = tab;
  arena.at = putFixed(arena.bytes, arena.at, value, decimals);
}
