import type { Manifest } from '../../release/manifest.ts';
import { type ByteCodes, createByteCodes } from '../byte-codes.ts';

/** The rows of a release of series, put together by their lines while the file is hashed. */
export interface LineClasses {
  readonly rows: number;
  /** The cells of each envelope as they stand in the file, from the second of a line to the third from its end. */
  readonly envelopes: ByteCodes;
  /** The one GroupID of each envelope. */
  readonly ids: Float64Array;
  /** What lines end with: pattern and level. */
  readonly ends: ByteCodes;
  /** The lines that differ: their envelope, their end, and how many there are. */
  readonly leaves: { readonly envelope: Uint32Array; readonly end: Uint32Array; readonly rows: Uint32Array };
}

export interface LineReader {
  take(piece: Buffer): void;
  /** Nothing where a line is not of the plain form, an envelope has two GroupIDs, or the envelopes take too much memory. */
  end(): LineClasses | undefined;
}

const [newline, comma, zero, nine] = [10, 44, 48, 57];
const mostBytes = 256e6; // of 1,000,000 walks of 24 instants, 70 MB
const mostDigits = 15; // so many can be counted with

/** Whether all that a release has are GroupIDs, intervals, patterns and levels, in this order, a line for each record. */
export function hasPlainLines(manifest: Manifest): boolean {
  if (manifest.method === 'events' || manifest.method === 'kaca' || manifest.shape === 'long') return false;
  const { data, columns, promises, spreadsheetSafe } = manifest;
  const roles = columns.map(({ role }) => role);
  return (
    data.format === 'csv' &&
    data.parts === undefined &&
    spreadsheetSafe !== true &&
    promises.l === undefined &&
    promises.models === undefined &&
    roles.length > 3 &&
    roles[0] === 'group' &&
    roles.at(-2) === 'pattern' &&
    roles.at(-1) === 'level' &&
    columns.slice(1, -2).every(({ role, kind }) => (role === 'series' || role === 'quasi') && kind === 'interval')
  );
}

/** Sees a CSV file piece by piece, first its header. Lines are compared byte by byte: no key or hash stands for them. */
export function readLines(): LineReader {
  const [envelopes, ends] = [createByteCodes(mostBytes), createByteCodes(mostBytes / 16)];
  const ids: number[] = [];
  const firstLeaf: number[] = []; // of each envelope
  const leaves = { envelope: [] as number[], end: [] as number[], rows: [] as number[], next: [] as number[] };
  let rest = Buffer.alloc(0); // the beginning of a line that the next piece goes on with
  let lines = 0;
  let plain = true;

  const takeLine = (bytes: Buffer, view: DataView, from: number, to: number): boolean => {
    if (lines++ === 0) return true; // the header is looked at elsewhere
    let [id, at] = [0, from];
    for (; at < to && at - from < mostDigits && bytes[at] >= zero && bytes[at] <= nine; at++) id = 10 * id + bytes[at] - zero;
    let end = to;
    for (let cells = 0; cells < 2 && end > at; cells++)
      do end--;
      while (end > at && bytes[end] !== comma);
    if (at === from || bytes[from] === zero || bytes[at] !== comma || end <= at) return false;
    const envelope = envelopes.codeOf(bytes, view, at + 1, end);
    const ending = ends.codeOf(bytes, view, end + 1, to);
    if (envelope < 0 || ending < 0) return false;
    if (envelope === ids.length) {
      ids.push(id);
      firstLeaf.push(-1);
    }
    if (ids[envelope] !== id) return false;
    let leaf = firstLeaf[envelope];
    while (leaf >= 0 && leaves.end[leaf] !== ending) leaf = leaves.next[leaf];
    if (leaf >= 0) leaves.rows[leaf]++;
    else {
      leaves.next.push(firstLeaf[envelope]);
      firstLeaf[envelope] = leaves.rows.length;
      leaves.envelope.push(envelope);
      leaves.end.push(ending);
      leaves.rows.push(1);
    }
    return true;
  };
  return {
    take(piece) {
      if (!plain) return;
      let at = 0;
      if (rest.length > 0) {
        const end = piece.indexOf(newline);
        rest = Buffer.concat([rest, end < 0 ? piece : piece.subarray(0, end)]);
        plain = rest.length < mostBytes / 16;
        if (end < 0 || !plain) return;
        plain = takeLine(rest, viewOf(rest), 0, rest.length);
        at = end + 1;
      }
      const view = viewOf(piece);
      let end = piece.indexOf(newline, at);
      for (; plain && end >= 0; end = piece.indexOf(newline, at)) {
        plain = takeLine(piece, view, at, end);
        at = end + 1;
      }
      rest = Buffer.from(piece.subarray(at)); // a copy, as pieces are lent
    },
    end() {
      if (!plain || rest.length > 0 || lines < 2) return undefined;
      return {
        rows: lines - 1,
        envelopes,
        ids: Float64Array.from(ids),
        ends,
        leaves: {
          envelope: Uint32Array.from(leaves.envelope),
          end: Uint32Array.from(leaves.end),
          rows: Uint32Array.from(leaves.rows),
        },
      };
    },
  };
}

const viewOf = (bytes: Buffer): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
