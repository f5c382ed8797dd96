import type { Manifest } from '../release/manifest.ts';
import type { PartBreach } from './part-breaches.ts';

/**
 * How the rows of a release are dealt out to its parts, by what the manifest says. Parts of any length, or under any names, could tell something that the rows
 * do not: so they are numbered from 1, and all but the last have equally many rows.
 */
export function checkParts({ file, parts = [] }: Manifest['data']): readonly PartBreach[] {
  const breaches: PartBreach[] = [];
  const [stem, ending] = [file.slice(0, file.lastIndexOf('.')), file.slice(file.lastIndexOf('.'))];
  const misnamed = parts.findIndex(({ name }, i) => name !== `${stem}-${String(i + 1).padStart(5, '0')}${ending}`);
  if (misnamed >= 0) breaches.push({ kind: 'misnamed-part', file: parts[misnamed].name, part: misnamed + 1 });
  const most = parts[0]?.rows ?? 0;
  const uneven = parts.findIndex(({ rows }, i) => (i < parts.length - 1 ? rows !== most : rows > most));
  if (uneven >= 0) breaches.push({ kind: 'uneven-parts', file: parts[uneven].name, rows: parts[uneven].rows, most });
  return breaches;
}

/** A part as it was read. */
export function checkPartRows(name: string, found: number, { parts = [] }: Manifest['data']): readonly PartBreach[] {
  const declared = parts.find((part) => part.name === name)?.rows;
  return declared === undefined || declared === found ? [] : [{ kind: 'wrong-part-rows', file: name, declared, found }];
}
