import { type ByteCodes, createByteCodes } from '../../base/byte-codes.ts';
import type { Manifest } from '../../release/manifest.ts';

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

/** Which lines a reader takes: those whose GroupID leaves `index` when divided by `of`. */
export interface LineShare {
  readonly index: number;
  readonly of: number;
}

export interface LineReader {
  take(piece: Buffer): void;
  /** Nothing where a line is not of the plain form, GroupIDs and envelopes are not one to one, or there are too many for the memory. */
  end(): LineClasses | undefined;
}

const [newline, comma, zero, nine] = [10, 44, 48, 57];
const mostBytes = 256e6; // of 1,000,000 walks of 24 instants, 70 MB
const mostDigits = 15; // so many can be counted with
const whole: LineShare = { index: 0, of: 1 };
const mostGroups = 1 << 24; // a larger GroupID is of more groups, or not in its place
const leafCells = 4;
const mostLeaves = 5000; // of one envelope: they are looked for one after the other

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

/**
 * Sees a CSV file piece by piece, first its header; of the lines it takes a share, of the others it reads the GroupID alone. Lines are compared byte by byte: no key or hash stands for them. A GroupID says which envelope a line must
 * have, so that only the first line of each is looked for among all others by its hash: of a million lines that takes a third less.
 */
export function readLines({ index, of }: LineShare = whole): LineReader {
  const [envelopes, ends] = [createByteCodes(mostBytes / of), createByteCodes(mostBytes / 16)];
  const ids: number[] = [];
  let envelopeOf = new Int32Array(1 << 12).fill(-1); // of each GroupID
  let firstLeaf = new Int32Array(1 << 12); // of each envelope
  let leaves = new Int32Array(leafCells << 12); // of each its envelope, its end, its rows, the next leaf of the envelope: side by side, as each is asked after the other
  let leafCount = 0;
  let rest = Buffer.alloc(0); // the beginning of a line that the next piece goes on with
  let header = true;
  let rows = 0;
  let plain = true;

  /** The envelope that a GroupID had before; -1 where it had none. */
  const knownAt = (id: number): number => (id < envelopeOf.length ? envelopeOf[id] : -1);
  /** Gives a new envelope to a GroupID that has none. */
  const keep = (id: number, envelope: number): void => {
    if (id >= envelopeOf.length) {
      const known = envelopeOf;
      envelopeOf = new Int32Array(2 ** Math.ceil(Math.log2(id + 1))).fill(-1);
      envelopeOf.set(known);
    }
    envelopeOf[id] = envelope;
    if (ids.length === firstLeaf.length) firstLeaf = twiceAsLong(firstLeaf);
    firstLeaf[ids.length] = -1;
    ids.push(id);
  };
  const takeLine = (bytes: Buffer, view: DataView, from: number, to: number): boolean => {
    if (header) {
      header = false; // it is looked at elsewhere
      return true;
    }
    let [id, at] = [0, from];
    for (; at < to && at - from < mostDigits && bytes[at] >= zero && bytes[at] <= nine; at++) id = 10 * id + bytes[at] - zero;
    if (at === from || bytes[from] === zero || bytes[at] !== comma) return false;
    if (id % of !== index) return true;
    rows++;
    let end = to;
    for (let cells = 0; cells < 2 && end > at; cells++)
      do end--;
      while (end > at && bytes[end] !== comma);
    if (end <= at) return false;
    const known = knownAt(id);
    const envelope = known < 0 ? envelopes.codeOf(bytes, view, at + 1, end) : known;
    if (known >= 0 && !envelopes.isCode(known, bytes, at + 1, end)) return false; // a GroupID of two envelopes
    if (known < 0) {
      if (envelope !== ids.length || id >= mostGroups) return false; // an envelope of two GroupIDs, or there is no room
      keep(id, envelope);
    }
    const ending = ends.codeOf(bytes, view, end + 1, to);
    if (ending < 0) return false;
    let [leaf, steps] = [firstLeaf[envelope], 0];
    for (; leaf >= 0 && leaves[leafCells * leaf + 1] !== ending; steps++) leaf = leaves[leafCells * leaf + 3];
    if (leaf >= 0) leaves[leafCells * leaf + 2]++;
    else {
      if (steps > mostLeaves) return false;
      if (leafCells * leafCount === leaves.length) leaves = twiceAsLong(leaves);
      const at = leafCells * leafCount;
      leaves[at] = envelope;
      leaves[at + 1] = ending;
      leaves[at + 2] = 1;
      leaves[at + 3] = firstLeaf[envelope];
      firstLeaf[envelope] = leafCount++;
    }
    return true;
  };
  const ofLeaves = (cell: number): Uint32Array =>
    Uint32Array.from({ length: leafCount }, (_, leaf) => leaves[leafCells * leaf + cell]);
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
      if (!plain || rest.length > 0 || header) return undefined;
      return {
        rows,
        envelopes,
        ids: Float64Array.from(ids),
        ends,
        leaves: { envelope: ofLeaves(0), end: ofLeaves(1), rows: ofLeaves(2) },
      };
    },
  };
}

const viewOf = (bytes: Buffer): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);

function twiceAsLong(from: Int32Array): Int32Array<ArrayBuffer> {
  const to = new Int32Array(2 * from.length);
  to.set(from);
  return to;
}
