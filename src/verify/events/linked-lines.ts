import { lstat } from 'node:fs/promises';
import { type ByteCodes, createByteCodes } from '../../base/byte-codes.ts';
import { type EvidencePlace, rowName, subjectName } from '../evidence.ts';
import { csvHeader } from '../header.ts';
import { compareLines, numberAt, type TakeLine } from '../lines-beside.ts';

/** Events as numbers: of each its number, its subject and what is published of it. */
export interface LinkedLines {
  readonly numbers: Uint32Array;
  readonly owners: Uint32Array;
  readonly held: Uint32Array;
  /** What stands in a line behind its number, each text once, by the number in `held`. */
  readonly texts: ByteCodes;
}

const mostLines = 1 << 24; // more are counted by DuckDB, which puts on disk what does not fit
const mostBytes = 64e6;

/** Reads a release and its evidence side by side. Nothing where lines are not plain, as `compareLines` says, where some begin with no number, or there are too many. */
export async function readLinkedLines(
  released: string,
  { path, format }: EvidencePlace,
  columns: readonly string[],
): Promise<LinkedLines | undefined> {
  if (format !== 'csv' || !(await lstat(path)).isFile()) return undefined;
  const names = (await csvHeader(path, ';')) ?? [];
  const known = [...columns, subjectName, rowName];
  if (names.length < known.length - 1 || names.length > known.length || names.some((name, at) => name !== known[at]))
    return undefined;
  const lines = gatherLines();
  const found = await compareLines(released, path, names.length - columns.length, lines.take);
  return found?.numbered ? lines.all() : undefined;
}

function gatherLines() {
  let cells = [1, 2, 3].map(() => new Uint32Array(1 << 12));
  let [numbers, owners, held] = cells;
  const texts = createByteCodes(mostBytes);
  let lines = 0;
  const take: TakeLine = ({ bytes, view }, from, to, owner) => {
    let at = from;
    while (at < to && bytes[at] !== semicolon) at++;
    const text = texts.codeOf(bytes, view, Math.min(at + 1, to), to);
    if (text < 0 || lines === mostLines) return false;
    if (lines === numbers.length) {
      cells = cells.map(twiceAsLong);
      [numbers, owners, held] = cells;
    }
    numbers[lines] = numberAt(bytes, from);
    owners[lines] = owner;
    held[lines++] = text;
    return true;
  };
  const all = (): LinkedLines => {
    const [ofNumbers, ofOwners, ofTexts] = cells.map((some) => some.subarray(0, lines));
    return { numbers: ofNumbers, owners: ofOwners, held: ofTexts, texts };
  };
  return { take, all };
}

const semicolon = 59;

function twiceAsLong(cells: Uint32Array): Uint32Array<ArrayBuffer> {
  const longer = new Uint32Array(2 * cells.length);
  longer.set(cells);
  return longer;
}
