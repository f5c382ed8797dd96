import type { Manifest } from '../release/manifest.ts';
import type { DataBreach } from './data-breaches.ts';
import { droppedAmong } from './declarations.ts';
import type { ManifestBreach } from './manifest-breaches.ts';
import { beginning } from './read-file.ts';

/** The names in a data file against the declared ones, and against those that were to be dropped. */
export function checkHeader(
  names: readonly string[],
  { data: { file }, columns, dropped }: Pick<Manifest, 'data' | 'columns' | 'dropped'>,
): (DataBreach | ManifestBreach)[] {
  const declared = columns.map(({ name }) => name);
  const known = new Set(declared);
  const there = new Set(names);
  const seen = new Set<string>();
  const missing = declared.filter((name) => !there.has(name));
  const undeclared = positions(names, (name) => !known.has(name));
  const repeated = positions(names, (name) => seen.size === seen.add(name).size);
  const breaches: (DataBreach | ManifestBreach)[] = droppedAmong(dropped, names);
  if (missing.length > 0) breaches.push({ kind: 'missing-column', file, columns: missing });
  if (undeclared.length > 0) breaches.push({ kind: 'undeclared-column', file, positions: undeclared });
  if (repeated.length > 0) breaches.push({ kind: 'repeated-column', file, positions: repeated });
  if (missing.length + undeclared.length + repeated.length > 0) return breaches;
  const misplaced = positions(names, (name, at) => name !== declared[at]);
  if (misplaced.length > 0) breaches.push({ kind: 'misplaced-column', file, positions: misplaced });
  return breaches;
}

/** The first record of a CSV file; nothing where there is none that ends. */
export async function csvHeader(path: string, delimiter: string): Promise<readonly string[] | undefined> {
  for (let length = 1 << 16; length <= longestHeader; length *= 8) {
    const bytes = await beginning(path, length);
    const names = firstRecord(bytes.toString(), delimiter, bytes.length < length);
    if (names !== undefined || bytes.length < length) return names;
  }
  return undefined;
}

const longestHeader = 1 << 25;

const positions = (names: readonly string[], wanted: (name: string, at: number) => boolean): number[] =>
  names.flatMap((name, at) => (wanted(name, at) ? [at + 1] : []));

/** Nothing where the text ends before the record does; quoting is judged with the rest of the file. */
function firstRecord(text: string, delimiter: string, complete: boolean): string[] | undefined {
  const names: string[] = [];
  for (let at = 0; ; at++) {
    const end = endOfCell(text, delimiter, at);
    const cell = text.slice(at, end);
    names.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    at = end;
    if (at === text.length && !complete) return undefined;
    if (at === text.length || text[at] === '\n') return names.length === 1 && names[0] === '' ? undefined : names;
  }
}

function endOfCell(text: string, delimiter: string, start: number): number {
  let quoted = false;
  for (let at = start; at < text.length; at++) {
    if (text[at] === '"')
      quoted = !quoted; // a doubled quote ends the cell and opens it again
    else if (!quoted && (text[at] === delimiter || text[at] === '\n')) return at;
  }
  return text.length;
}
