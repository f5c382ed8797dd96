import { putBytes, putText, room, writeThrough } from '../../formats/byte-sink.ts';
import { longestFixed, putFixed } from '../../formats/fixed-text.ts';
import { comma, openArena, ownersOf, putPattern } from '../../formats/packed-cells.ts';
import type { PublishedOrder } from '../../release/published-order.ts';
import type { SeriesRelease } from '../../release/series-release.ts';

/** Writes one line for each leaf: its group as published, its pattern and level, its subjects, and how alike their shapes are. */
export function writeFidelities(path: string, release: SeriesRelease, perLeaf: Float64Array, order: PublishedOrder): void {
  const { groups, leafStarts } = release;
  const numbers = order.groupNumbers();
  const groupOf = ownersOf(groups.starts, groups.rows.length);
  const pattern = openArena();
  writeThrough(path, (sink) => {
    putText(sink, 'GroupID,Pattern,Level,Subjects,Fidelity\n');
    for (let leaf = 0; leaf < perLeaf.length; leaf++) {
      pattern.at = 0;
      putPattern(pattern, release, leaf);
      room(sink, 3 * longestFixed + 4);
      sink.at = putFixed(sink.buffer, sink.at, numbers[groupOf[leafStarts[leaf]]] + 1, 0);
      sink.buffer[sink.at++] = comma;
      putBytes(sink, pattern.bytes, 0, pattern.at);
      room(sink, 2 * longestFixed + 3);
      sink.buffer[sink.at++] = comma;
      sink.at = putFixed(sink.buffer, sink.at, leafStarts[leaf + 1] - leafStarts[leaf], 0);
      sink.buffer[sink.at++] = comma;
      sink.at = putFixed(sink.buffer, sink.at, perLeaf[leaf], 4);
      sink.buffer[sink.at++] = 10;
    }
  });
}
