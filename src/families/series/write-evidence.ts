import { abandonSink, openSink, putText, room, sealSink, writeThrough } from '../../formats/byte-sink.ts';
import { longestFixed, putFixed } from '../../formats/fixed-text.ts';
import { breath, quoteCell } from '../../formats/packed-cells.ts';
import { inverseOf } from '../../frame/gather.ts';
import type { Matrix } from '../../frame/matrix.ts';
import type { PublishedOrder } from '../../release/published-order.ts';
import type { SeriesRelease } from '../../release/series-release.ts';

type Shape = 'wide' | 'long';

/** Lines beside a release: as its rows lie in a wide one, and by record numbers beside a long one. */
const placesOf = (shape: Shape, order: PublishedOrder): Uint32Array =>
  shape === 'wide' ? order.places() : inverseOf(order.recordNumbers());

/**
 * Writes which row of the input, counted from 1, each published record was. It undoes the release, so it must stay; with it a verifier can hold
 * patterns and bands against the original.
 */
export async function writeRowNumbers(
  path: string,
  { groups: { rows } }: SeriesRelease,
  shape: Shape,
  order: PublishedOrder,
): Promise<void> {
  const sink = openSink(path);
  try {
    const places = placesOf(shape, order);
    putText(sink, '_row\n');
    for (let from = 0; from < places.length; from += rowsAtOnce) {
      await breath(); // whoever puts rows together has the way
      for (const place of places.subarray(from, from + rowsAtOnce)) {
        room(sink, longestFixed + 1);
        sink.at = putFixed(sink.buffer, sink.at, rows[place] + 1, 0);
        sink.buffer[sink.at++] = 10;
      }
    }
    await sealSink(sink);
  } catch (error) {
    abandonSink(sink);
    throw error;
  }
}

const rowsAtOnce = 65536;

interface OrderedRelease {
  readonly release: SeriesRelease;
  readonly order: PublishedOrder;
  readonly shape: Shape;
}

/** Writes the values that published means are of, in the same order: what a verifier works them out from again. They must stay. */
export function writeValues(
  path: string,
  { release, order, shape }: OrderedRelease,
  { values, rowStep, columnStep }: Matrix,
  instants: readonly string[],
): void {
  const { rows } = release.groups;
  const places = placesOf(shape, order);
  writeThrough(path, (sink) => {
    putText(sink, `${instants.map(quoteCell).join(',')}\n`);
    const cells: number[] = new Array(instants.length);
    for (let i = 0; i < places.length; i++) {
      const from = rows[places[i]] * rowStep;
      for (let t = 0; t < cells.length; t++) cells[t] = values[from + t * columnStep];
      putText(sink, `${cells.join(',')}\n`);
    }
  });
}
