import type { OnProgress } from '../../base/progress.ts';
import { type Random, shuffle } from '../../base/random.ts';
import type { TextColumn } from '../../frame/columns.ts';
import { ascending } from '../../frame/gather.ts';
import type { ManifestColumn } from '../../release/manifest.ts';
import type { SeriesRelease } from '../../release/series-release.ts';
import { abandonSink, closeSink, openSink, putBytes, putText } from './byte-sink.ts';
import { longestFixed, putFixed } from './fixed-text.ts';

export interface WrittenFile {
  readonly sha256: string;
  readonly bytes: number;
}

/**
 * Writes a series release as CSV: rows in random order, group numbers drawn at random, so that neither tells where a record stood in
 * the input. What a group or a leaf publishes is formatted once into bytes and copied per row: 1.3 million rows a second.
 */
export async function writeSeriesCsv(
  path: string,
  release: SeriesRelease,
  columns: readonly ManifestColumn[],
  sensitive: readonly TextColumn[],
  random: Random,
  onProgress: OnProgress,
): Promise<WrittenFile> {
  const { groups } = release;
  const rowCount = groups.rows.length;
  const numbers = shuffle(ascending(groups.starts.length - 1), random.fork('group numbers'));
  const order = shuffle(ascending(rowCount), random.fork('row order'));
  const groupOf = ownersOf(groups.starts, rowCount);
  const leafOf = ownersOf(release.leafStarts, rowCount);
  const heads = groupHeads(release, columns, numbers);
  const tails = leafTails(release, columns);
  const cells = sensitive.map(({ labels }) => packed(labels.map((label) => `${quoted(label)},`)));
  const sink = openSink(path);
  try {
    putText(sink, `${columns.map(({ name }) => quoted(name)).join(',')}\n`);
    for (let i = 0; i < rowCount; i++) {
      const place = order[i];
      const row = groups.rows[place];
      putBytes(sink, heads.bytes, heads.starts[groupOf[place]], heads.starts[groupOf[place] + 1]);
      for (let s = 0; s < cells.length; s++) {
        const code = sensitive[s].codes[row];
        putBytes(sink, cells[s].bytes, cells[s].starts[code], cells[s].starts[code + 1]);
      }
      putBytes(sink, tails.bytes, tails.starts[leafOf[place]], tails.starts[leafOf[place] + 1]);
      if ((i & 0x7fff) === 0x7fff) {
        onProgress({ phase: 'write', done: i + 1, total: rowCount, unit: 'rows' });
        await breath();
      }
    }
    onProgress({ phase: 'write', done: rowCount, total: rowCount, unit: 'rows', finished: true });
    return closeSink(sink);
  } catch (error) {
    abandonSink(sink);
    throw error;
  }
}

/** Lets messages of other threads, and an interrupt, through. */
const breath = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Text of a CSV cell, in double quotes where it needs them. */
const quoted = (text: string): string => (/[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Which slice each place belongs to. */
function ownersOf(starts: Uint32Array, length: number): Uint32Array {
  const owners = new Uint32Array(length);
  for (let s = 0; s + 1 < starts.length; s++) owners.fill(s, starts[s], starts[s + 1]);
  return owners;
}

/** Texts end to end as bytes: text t is bytes[starts[t]] .. bytes[starts[t + 1] - 1]. */
interface Packed {
  readonly bytes: Buffer;
  readonly starts: Float64Array;
}

function packed(texts: readonly string[]): Packed {
  const starts = new Float64Array(texts.length + 1);
  for (const [t, text] of texts.entries()) starts[t + 1] = starts[t] + Buffer.byteLength(text);
  const bytes = Buffer.allocUnsafe(starts[texts.length]);
  for (const [t, text] of texts.entries()) bytes.write(text, starts[t]);
  return { bytes, starts };
}

/** `GroupID,` and every interval and label of each group. */
function groupHeads(release: SeriesRelease, columns: readonly ManifestColumn[], numbers: Uint32Array): Packed {
  const { envelope, labels } = release;
  const asText = columns.some(({ kind }) => kind === 'interval');
  const labelOf = new Map(
    labels.map(({ name, codes, labels: texts }) => [name, { codes, texts: texts.map((text) => `${quoted(text)},`) }]),
  );
  const published = columns.filter(({ role, kind }) => (role === 'series' || role === 'quasi') && kind !== 'upper');
  const places = placesOf(published);
  const groups = numbers.length;
  const starts = new Float64Array(groups + 1);
  const scratch = openArena();
  for (let g = 0; g < groups; g++) {
    ensure(scratch, longestFixed * (2 * envelope.columns + 1) + 8 * published.length);
    scratch.at = putFixed(scratch.bytes, scratch.at, numbers[g] + 1, 0);
    scratch.bytes[scratch.at++] = comma;
    for (let c = 0; c < published.length; c++) {
      if (places[c] < 0) {
        const label = labelOf.get(published[c].name);
        if (label !== undefined) putLabel(scratch, label.texts[label.codes[g]]);
        continue;
      }
      const bound = g * envelope.columns + places[c];
      const decimals = envelope.decimals[places[c]];
      if (asText) scratch.bytes[scratch.at++] = 91; // [
      scratch.at = putFixed(scratch.bytes, scratch.at, envelope.lower[bound], decimals);
      scratch.bytes[scratch.at++] = asText ? 45 : comma;
      scratch.at = putFixed(scratch.bytes, scratch.at, envelope.upper[bound], decimals);
      if (asText) scratch.bytes[scratch.at++] = 93; // ]
      scratch.bytes[scratch.at++] = comma;
    }
    starts[g + 1] = scratch.at;
  }
  return { bytes: scratch.bytes, starts };
}

/** Where each published column's bounds stand in the envelope; -1 for labels. Numeric columns keep their order: series, then quasi. */
function placesOf(published: readonly ManifestColumn[]): readonly number[] {
  let place = 0;
  return published.map(({ kind }) => (kind === 'label' ? -1 : place++));
}

const comma = 44;

/** Bytes that grow by doubling. */
interface Arena {
  bytes: Buffer;
  at: number;
}

const openArena = (): Arena => ({ bytes: Buffer.allocUnsafe(1 << 16), at: 0 });

function ensure(arena: Arena, more: number): void {
  if (arena.at + more <= arena.bytes.length) return;
  const larger = Buffer.allocUnsafe(Math.max(2 * arena.bytes.length, arena.at + more));
  arena.bytes.copy(larger, 0, 0, arena.at);
  arena.bytes = larger;
}

function putLabel(arena: Arena, text: string): void {
  ensure(arena, Buffer.byteLength(text) + longestFixed * 2);
  arena.at += arena.bytes.write(text, arena.at);
}

/** `Pattern,Level`, the curve where there is one, and the end of the line for each leaf. */
function leafTails({ words, levels, segments, curves }: SeriesRelease, columns: readonly ManifestColumn[]): Packed {
  const places = columns.flatMap(({ role, decimals }) => (role === 'curve' ? [decimals ?? 0] : []));
  const starts = new Float64Array(levels.length + 1);
  const arena = openArena();
  for (let l = 0; l < levels.length; l++) {
    ensure(arena, segments + 5 + places.length * longestFixed);
    for (let i = 0; i < segments; i++) arena.bytes[arena.at++] = 97 + words[l * segments + i];
    arena.bytes[arena.at++] = comma;
    arena.at = putFixed(arena.bytes, arena.at, levels[l], 0);
    for (let t = 0; t < places.length && curves !== undefined; t++) {
      arena.bytes[arena.at++] = comma;
      arena.at = putFixed(arena.bytes, arena.at, curves[l * places.length + t], places[t]);
    }
    arena.bytes[arena.at++] = 10;
    starts[l + 1] = arena.at;
  }
  return { bytes: arena.bytes, starts };
}
