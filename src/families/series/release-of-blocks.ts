import { sharedBytes, sharedIndices, sharedNumbers } from '../../frame/columns.ts';
import type { PatternForm, SeriesRelease } from '../../release/series-release.ts';
import { labelsOf } from '../categories.ts';
import type { SeriesBlock } from './series-block.ts';
import type { SeriesTable } from './series-table.ts';

/** Blocks end to end as one release, in shared memory: threads write it and measure it. */
export function releaseOfBlocks(
  made: readonly SeriesBlock[],
  table: SeriesTable,
  segments: number,
  form: PatternForm,
): SeriesRelease {
  const total = (length: (block: SeriesBlock) => number) => made.reduce((sum, block) => sum + length(block), 0);
  const rows = sharedIndices(total((block) => block.rows.length));
  const groupStarts = sharedIndices(total((block) => block.groupStarts.length - 1) + 1);
  const leafStarts = sharedIndices(total((block) => block.levels.length) + 1);
  const words = sharedBytes(total((block) => block.words.length));
  const upperWords = sharedBytes(form === 'interval' ? words.length : 0);
  const levels = sharedBytes(leafStarts.length - 1);
  const lower = sharedNumbers(total((block) => block.lower.length));
  const upper = sharedNumbers(lower.length);
  const at = { row: 0, group: 0, leaf: 0, word: 0, bound: 0 };
  for (const block of made) {
    rows.set(block.rows, at.row);
    for (let g = 0; g + 1 < block.groupStarts.length; g++) groupStarts[at.group++] = at.row + block.groupStarts[g];
    levels.set(block.levels, at.leaf);
    for (let l = 0; l + 1 < block.leafStarts.length; l++) leafStarts[at.leaf++] = at.row + block.leafStarts[l];
    words.set(block.words, at.word);
    if (block.upperWords !== undefined) upperWords.set(block.upperWords, at.word);
    lower.set(block.lower, at.bound);
    upper.set(block.upper, at.bound);
    at.row += block.rows.length;
    at.word += block.words.length;
    at.bound += block.lower.length;
  }
  groupStarts[at.group] = at.row;
  leafStarts[at.leaf] = at.row;
  const groups = { rows, starts: groupStarts };
  return {
    groups,
    leafStarts,
    form,
    words,
    ...(form === 'interval' ? { upperWords } : {}),
    levels,
    segments,
    envelope: { columns: table.decimals.length, lower, upper, decimals: table.decimals },
    labels: table.categories.map((category) => labelsOf(category, table.matrix, groups)),
  };
}
