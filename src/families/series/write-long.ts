import type { OnProgress } from '../../base/progress.ts';
import type { WrittenFile } from '../../formats/byte-sink.ts';
import { abandonSink, type ByteSink, closeSink, openSink, putBytes, putText, room } from '../../formats/byte-sink.ts';
import { longestFixed, putFixed } from '../../formats/fixed-text.ts';
import {
  breath,
  comma,
  ensure,
  openArena,
  ownersOf,
  type Packed,
  packTexts,
  putInterval,
  putLabel,
  putPattern,
  quoteCell,
} from '../../formats/packed-cells.ts';
import type { ManifestColumn } from '../../release/manifest.ts';
import type { SeriesRelease } from '../../release/series-release.ts';
import type { SeriesRows } from './write-series.ts';

/**
 * Writes a series release as CSV with one row per record and instant, all in random order. A record's rows are known by a number drawn
 * at random, so they say together what its one row in a wide release says, and nothing more.
 */
export async function writeLongCsv(
  path: string,
  { release, columns, sensitive, order }: SeriesRows,
  instants: readonly string[],
  onProgress: OnProgress,
): Promise<WrittenFile> {
  const { groups, leafStarts } = release;
  const records = groups.rows.length;
  const length = instants.length;
  const total = records * length;
  const cellOrder = order.cells(length);
  const numbers = order.recordNumbers();
  const groupOf = ownersOf(groups.starts, records);
  const leafOf = ownersOf(leafStarts, records);
  const ids = packTexts(Array.from(order.groupNumbers(), (number) => `${number + 1},`));
  const times = packTexts(instants.map((instant) => `${quoteCell(instant)},`));
  const values = groupValues(release, columns, length);
  const attributes = groupAttributes(release, columns, length);
  const cells = sensitive.map(({ labels }) => packTexts(labels.map((label) => `${quoteCell(label)},`)));
  const tails = leafTails(release, columns, length);
  const sink = openSink(path);
  try {
    putText(sink, `${columns.map(({ name }) => quoteCell(name)).join(',')}\n`);
    for (let i = 0; i < total; i++) {
      const record = Math.floor(cellOrder[i] / length);
      const t = cellOrder[i] % length;
      const group = groupOf[record];
      put(sink, ids, group);
      room(sink, longestFixed + 1);
      sink.at = putFixed(sink.buffer, sink.at, numbers[record] + 1, 0);
      sink.buffer[sink.at++] = comma;
      put(sink, times, t);
      put(sink, values, group * length + t);
      put(sink, attributes, group);
      for (let s = 0; s < cells.length; s++) put(sink, cells[s], sensitive[s].codes[groups.rows[record]]);
      put(sink, tails, leafOf[record] * length + t);
      if ((i & 0x7fff) === 0x7fff) {
        onProgress({ phase: 'write', done: i + 1, total, unit: 'rows' });
        await breath();
      }
    }
    onProgress({ phase: 'write', done: total, total, unit: 'rows', finished: true });
    return closeSink(sink);
  } catch (error) {
    abandonSink(sink);
    throw error;
  }
}

/** Byte by byte where there are few: calling a copy for a dozen bytes costs more than moving them. */
function put(sink: ByteSink, { bytes, starts }: Packed, place: number): void {
  const from = starts[place];
  const to = starts[place + 1];
  if (to - from > 48) {
    putBytes(sink, bytes, from, to);
    return;
  }
  room(sink, to - from);
  let at = sink.at;
  for (let b = from; b < to; b++) sink.buffer[at++] = bytes[b];
  sink.at = at;
}

/** The interval of each group at each instant: those of group g begin at g * length. */
function groupValues({ groups, envelope }: SeriesRelease, columns: readonly ManifestColumn[], length: number): Packed {
  const asText = columns.some(({ role, kind }) => role === 'series' && kind === 'interval');
  const starts = new Float64Array((groups.starts.length - 1) * length + 1);
  const arena = openArena();
  for (let g = 0; g + 1 < groups.starts.length; g++)
    for (let t = 0; t < length; t++) {
      ensure(arena, 2 * longestFixed + 4);
      putInterval(arena, envelope, g * envelope.columns + t, asText);
      starts[g * length + t + 1] = arena.at;
    }
  return { bytes: arena.bytes, starts };
}

/** The quasi-identifiers of each group; in the envelope the numeric ones follow the series. */
function groupAttributes(
  { groups, envelope, labels }: SeriesRelease,
  columns: readonly ManifestColumn[],
  length: number,
): Packed {
  const published = columns.filter(({ role, kind }) => role === 'quasi' && kind !== 'upper');
  const labelOf = new Map(labels.map((label) => [label.name, label]));
  const starts = new Float64Array(groups.starts.length);
  const arena = openArena();
  for (let g = 0; g + 1 < groups.starts.length; g++) {
    let numeric = length;
    for (const { name, kind } of published) {
      const label = labelOf.get(name);
      ensure(arena, 2 * longestFixed + 4);
      if (kind !== 'label') putInterval(arena, envelope, g * envelope.columns + numeric++, kind === 'interval');
      else if (label !== undefined) putLabel(arena, `${quoteCell(label.labels[label.codes[g]])},`);
    }
    starts[g + 1] = arena.at;
  }
  return { bytes: arena.bytes, starts };
}

/** `Pattern,Level`, the point of the curve where there is one, and the end of the line for each instant of each leaf. */
function leafTails(release: SeriesRelease, columns: readonly ManifestColumn[], length: number): Packed {
  const { levels, curves } = release;
  const decimals = columns.find(({ role }) => role === 'curve')?.decimals;
  const starts = new Float64Array(levels.length * length + 1);
  const arena = openArena();
  for (let l = 0; l < levels.length; l++)
    for (let t = 0; t < length; t++) {
      putPattern(arena, release, l);
      ensure(arena, longestFixed + 2);
      if (decimals !== undefined && curves !== undefined) {
        arena.bytes[arena.at++] = comma;
        const point = curves[l * length + t];
        if (!Number.isNaN(point)) arena.at = putFixed(arena.bytes, arena.at, point, decimals);
      }
      arena.bytes[arena.at++] = 10;
      starts[l * length + t + 1] = arena.at;
    }
  return { bytes: arena.bytes, starts };
}
