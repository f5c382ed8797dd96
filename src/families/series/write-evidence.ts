import { putText, room, writeThrough } from '../../formats/byte-sink.ts';
import { longestFixed, putFixed } from '../../formats/fixed-text.ts';
import { inverseOf } from '../../frame/gather.ts';
import type { PublishedOrder } from '../../release/published-order.ts';
import type { SeriesRelease } from '../../release/series-release.ts';

/**
 * Writes which row of the input, counted from 1, each published record was: line by line beside a wide release, and in the order of record
 * numbers beside a long one. It undoes the release, so it must stay; with it a verifier can hold patterns and bands against the original.
 */
export function writeRowNumbers(
  path: string,
  { groups: { rows } }: SeriesRelease,
  shape: 'wide' | 'long',
  order: PublishedOrder,
): void {
  const places = shape === 'wide' ? order.places() : inverseOf(order.recordNumbers());
  writeThrough(path, (sink) => {
    putText(sink, '_row\n');
    for (let i = 0; i < places.length; i++) {
      room(sink, longestFixed + 1);
      sink.at = putFixed(sink.buffer, sink.at, rows[places[i]] + 1, 0);
      sink.buffer[sink.at++] = 10;
    }
  });
}
