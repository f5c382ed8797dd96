import type { Random } from '../../base/random.ts';
import type { SeriesRelease } from '../../release/series-release.ts';
import { putText, room, writeThrough } from './byte-sink.ts';
import { longestFixed, putFixed } from './fixed-text.ts';
import { recordNumbers, rowOrder } from './published-order.ts';

/**
 * Writes which row of the input, counted from 1, each published record was: line by line beside a wide release, and in the order of record
 * numbers beside a long one. It undoes the release, so it must stay; with it a verifier can hold patterns and bands against the original.
 */
export function writeRowNumbers(path: string, { groups: { rows } }: SeriesRelease, shape: 'wide' | 'long', random: Random): void {
  const places = shape === 'wide' ? rowOrder(rows.length, random) : inverse(recordNumbers(rows.length, random));
  writeThrough(path, (sink) => {
    putText(sink, '_row\n');
    for (let i = 0; i < places.length; i++) {
      room(sink, longestFixed + 1);
      sink.at = putFixed(sink.buffer, sink.at, rows[places[i]] + 1, 0);
      sink.buffer[sink.at++] = 10;
    }
  });
}

function inverse(numbers: Uint32Array): Uint32Array {
  const places = new Uint32Array(numbers.length);
  for (let place = 0; place < numbers.length; place++) places[numbers[place]] = place;
  return places;
}
