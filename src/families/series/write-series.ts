import type { Pool } from '../../base/pool.ts';
import type { OnProgress } from '../../base/progress.ts';
import type { WrittenFile } from '../../formats/byte-sink.ts';
import { abandonSink, openSink, putLarge, putText, sealSink } from '../../formats/byte-sink.ts';
import { breathAmong, ownersOf, quoteCell } from '../../formats/packed-cells.ts';
import { joinWords, type PackedCells, type PackedWords, packedRows, packTextWords } from '../../formats/packed-words.ts';
import { openTextRoom, type TextRoom } from '../../formats/text-room.ts';
import type { TextColumn } from '../../frame/columns.ts';
import { gatheredRows } from '../../frame/gather.ts';
import { shareArray } from '../../frame/share-array.ts';
import type { ManifestColumn } from '../../release/manifest.ts';
import type { PublishedOrder } from '../../release/published-order.ts';
import type { SeriesRelease } from '../../release/series-release.ts';
import { type GroupTexts, seriesHeadsKernel, seriesTailsKernel } from './series-texts.ts';

/** What the rows of a release of series are written from. */
export interface SeriesRows {
  readonly release: SeriesRelease;
  readonly columns: readonly ManifestColumn[];
  readonly sensitive: readonly TextColumn[];
  readonly order: PublishedOrder;
}

interface Writing {
  readonly pool: Pool;
  readonly onProgress: OnProgress;
}

/**
 * Writes a series release as CSV: rows in random order, group numbers drawn at random, so that neither tells where a record stood in
 * the input. Threads format what a group or a leaf publishes once, and put rows together from that; this one hashes and writes them.
 */
export async function writeSeriesCsv(path: string, rows: SeriesRows, { pool, onProgress }: Writing): Promise<WrittenFile> {
  const total = rows.release.groups.rows.length;
  const room = openTextRoom();
  const cells = await cellsOf(rows, pool, room);
  const sink = openSink(path);
  try {
    putText(sink, `${rows.columns.map(({ name }) => quoteCell(name)).join(',')}\n`);
    let done = 0;
    for await (const some of packedRows(cells, total, pool, room)) {
      putLarge(sink, some.bytes);
      done += some.rows;
      onProgress({ phase: 'write', done, total, unit: 'rows' });
    }
    onProgress({ phase: 'write', done: total, total, unit: 'rows', finished: true });
    return await sealSink(sink);
  } catch (error) {
    abandonSink(sink);
    throw error;
  }
}

/** What stands in each row: what its group publishes, its sensitive cells, what its leaf publishes. */
async function cellsOf(
  { release, columns, sensitive, order }: SeriesRows,
  pool: Pool,
  room: TextRoom,
): Promise<readonly PackedCells[]> {
  const { groups, leafStarts } = release;
  const parts = Promise.all([headsOf(release, columns, order.groupNumbers(), pool), tailsOf(release, columns, pool)]);
  parts.catch(() => {}); // heard when they are awaited
  await breathAmong(groups.rows.length); // between one long stretch and the next, threads get more to do
  const places = order.places();
  await breathAmong(groups.rows.length);
  const groupOf = inOrder(ownersOf(groups.starts, places.length), places, room);
  const leafOf = inOrder(ownersOf(leafStarts, places.length), places, room);
  const cellsBetween = sensitive.map(({ codes, labels }) => ({
    of: inOrder(gatheredRows(codes, groups.rows), places, room),
    texts: packTextWords(labels.map(asCell), room),
  }));
  const [heads, tails] = await parts;
  return [{ of: groupOf, texts: joinWords(heads, room) }, ...cellsBetween, { of: leafOf, texts: joinWords(tails, room) }];
}

/** What stands at each place, in the order of the rows and where every thread reads it. */
function inOrder(values: Uint32Array, places: Uint32Array, room: TextRoom): Uint32Array {
  const ordered = room.indices(places.length);
  for (let row = 0; row < places.length; row++) ordered[row] = values[places[row]];
  return ordered;
}

const asCell = (text: string): string => `${quoteCell(text)},`;

async function headsOf(
  { envelope, labels }: SeriesRelease,
  columns: readonly ManifestColumn[],
  numbers: Uint32Array,
  pool: Pool,
): Promise<PackedWords[]> {
  const labelOf = new Map(
    labels.map(({ name, codes, labels: texts }): [string, GroupTexts] => [
      name,
      { codes: shareArray(codes, pool), texts: packTextWords(texts.map(asCell)) },
    ]),
  );
  const published = columns.filter(({ role, kind }) => (role === 'series' || role === 'quasi') && kind !== 'upper');
  let place = 0; // numeric columns keep their order: series, then quasi
  const common = {
    envelope: { ...envelope, lower: shareArray(envelope.lower, pool), upper: shareArray(envelope.upper, pool) },
    numbers: shareArray(numbers, pool),
    columns: published
      .map(({ name, kind }) => (kind === 'label' ? labelOf.get(name) : place++))
      .filter((known) => known !== undefined),
    asText: columns.some(({ kind }) => kind === 'interval'),
  };
  const inputs = spansOf(numbers.length).map((span) => ({ ...common, ...span }));
  return pool.map(seriesHeadsKernel, inputs);
}

async function tailsOf(release: SeriesRelease, columns: readonly ManifestColumn[], pool: Pool): Promise<PackedWords[]> {
  const { words, upperWords, levels, segments, curves } = release;
  const common = {
    patterns: {
      words: shareArray(words, pool),
      upperWords: upperWords && shareArray(upperWords, pool),
      levels: shareArray(levels, pool),
      segments,
    },
    curves: curves && shareArray(curves, pool),
    places: columns.flatMap(({ role, decimals }) => (role === 'curve' ? [decimals ?? 0] : [])),
  };
  const inputs = spansOf(levels.length).map((span) => ({ ...common, ...span }));
  return pool.map(seriesTailsKernel, inputs);
}

const groupsAtOnce = 8192;

const spansOf = (count: number) =>
  Array.from({ length: Math.ceil(count / groupsAtOnce) }, (_, b) => ({
    from: b * groupsAtOnce,
    to: Math.min(count, (b + 1) * groupsAtOnce),
  }));
