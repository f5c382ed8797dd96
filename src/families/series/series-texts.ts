import type { Kernel } from '../../base/pool.ts';
import { longestFixed, putFixed } from '../../formats/fixed-text.ts';
import { type Bounds, comma, ensure, openArena, type Patterns, putInterval, putPattern } from '../../formats/packed-cells.ts';
import { type PackedWords, packWords, textBytes } from '../../formats/packed-words.ts';

/** The groups or leaves from..to of a release. */
interface Span {
  readonly from: number;
  readonly to: number;
}

interface HeadsInput extends Span {
  readonly envelope: Bounds;
  /** Group g is published as the number at [g], counted from 0. */
  readonly numbers: Uint32Array;
  /** Of each published column: where its bounds stand in the envelope, or its label for each group. */
  readonly columns: readonly (number | GroupTexts)[];
  /** Whether bounds are one cell, `[lo-hi]`. */
  readonly asText: boolean;
}

/** Group g has the text at codes[g], with its comma. */
export interface GroupTexts {
  readonly codes: Uint32Array;
  readonly texts: PackedWords;
}

/** `GroupID,` and every interval and label of each group. */
export const seriesHeadsKernel: Kernel<HeadsInput, PackedWords> = {
  name: 'seriesHeadsKernel',
  perform({ envelope, numbers, columns, asText, from, to }) {
    const arena = openArena((to - from) * (8 + 16 * columns.length));
    return packWords(to - from, arena, (place) => {
      const g = from + place;
      ensure(arena, longestFixed + 1);
      arena.at = putFixed(arena.bytes, arena.at, numbers[g] + 1, 0);
      arena.bytes[arena.at++] = comma;
      for (const column of columns) {
        if (typeof column === 'number') {
          putInterval(arena, envelope, g * envelope.columns + column, asText);
          continue;
        }
        const text = textBytes(column.texts, column.codes[g]);
        ensure(arena, text.length);
        arena.bytes.set(text, arena.at);
        arena.at += text.length;
      }
    });
  },
};

interface TailsInput extends Span {
  readonly patterns: Patterns;
  /** The curve of each leaf, where there is one, and the decimal places of its points. */
  readonly curves: Float64Array | undefined;
  readonly places: readonly number[];
}

/** `Pattern,Level`, the curve where there is one, and the end of the line for each leaf. */
export const seriesTailsKernel: Kernel<TailsInput, PackedWords> = {
  name: 'seriesTailsKernel',
  perform({ patterns, curves, places, from, to }) {
    const arena = openArena((to - from) * (8 + 2 * patterns.segments + 8 * places.length));
    return packWords(to - from, arena, (leaf) => {
      putPattern(arena, patterns, from + leaf);
      ensure(arena, 1 + places.length * (longestFixed + 1));
      for (let t = 0; t < places.length && curves !== undefined; t++) {
        arena.bytes[arena.at++] = comma;
        const point = curves[(from + leaf) * places.length + t];
        if (!Number.isNaN(point)) arena.at = putFixed(arena.bytes, arena.at, point, places[t]);
      }
      arena.bytes[arena.at++] = newline;
    });
  },
};

const newline = 10;
