import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openWorkspace } from '../base/workspace.ts';
import type { FileRow } from '../engine/engine.ts';
import { localFiles } from '../engine/local/files.ts';
import { representativeCurve } from '../measure/series/representative-curve.ts';
import { manifestSchema, type SeriesManifest } from '../release/manifest.ts';
import type { MethodsBeside, PublishedCurve } from '../report/methods-beside.ts';
import { releasedRows } from './released-rows.ts';

/** Where in the list of all subjects, sorted by how wide their bands are, those lie that are shown: neither chance nor choice is in it. */
const shares = [0.1, 0.5, 0.9];

/**
 * A few subjects of a small CSV, as they were and as each release of it publishes them, read from the released files. It needs what must stay
 * of each release, the rows of the input behind its records, and what it gives must stay too.
 */
export async function subjectsBeside(
  input: string,
  folders: readonly string[],
): Promise<Pick<MethodsBeside, 'instants' | 'subjects'>> {
  const releases = await Promise.all(folders.map(publishedByRow));
  const common = [...releases[0].keys()].filter((row) => releases.every((release) => release.has(row)));
  const publishedOf = (row: number) => releases.flatMap((release) => release.get(row) ?? []);
  const sorted = common
    .map((row) => ({ row, width: publishedOf(row).reduce((sum, { width }) => sum + width, 0) }))
    .sort((a, b) => a.width - b.width || a.row - b.row);
  const instants = seriesOf(manifestOf(folders[0]));
  const originals = await readOriginals(input);
  const subjects = shares.map((share) => {
    const { row } = sorted[Math.floor(share * sorted.length)];
    return { own: instants.map((name) => Number(originals[row - 1][name])), published: publishedOf(row) };
  });
  return { instants, subjects };
}

/** What is published of each row of the input, counted from 1; rows that were left out are not in it. */
async function publishedByRow(folder: string): Promise<ReadonlyMap<number, PublishedCurve>> {
  const manifest = manifestOf(folder);
  const [, ...numbers] = readFileSync(join(folder, 'internal/evidence.csv'), 'utf8').trimEnd().split('\n');
  const rows = await releasedRows(folder);
  return new Map(rows.map((row, i) => [Number(numbers[i]), publishedCurve(row, manifest)]));
}

function manifestOf(folder: string): SeriesManifest {
  return manifestSchema.parse(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))) as SeriesManifest; // of curves, as its caller made them
}

const seriesOf = ({ columns }: SeriesManifest): readonly string[] =>
  columns.filter(({ role }) => role === 'series').map(({ name }) => name);

/** A row of a release alone: one group of one leaf, whose curve a reader can draw. */
function publishedCurve(row: FileRow, manifest: SeriesManifest): PublishedCurve {
  const { segments } = manifest.pattern;
  const ends = seriesOf(manifest).map((name) => /^\[(-?[\d.]+)-(-?[\d.]+)\]$/.exec(String(row[name])) ?? []);
  const [lower, upper] = [1, 2].map((end) => ends.map((found) => Number(found[end])));
  const pattern = String(row.Pattern);
  const level = Number(row.Level);
  const symbols = (pattern.includes('|') ? pattern.split('|') : [...pattern]).map((one) => one.split('-'));
  const starts = Uint32Array.of(0, 1);
  const envelope = { columns: lower.length, lower: Float64Array.from(lower), upper: Float64Array.from(upper), decimals: [] };
  const curve = representativeCurve(
    {
      ...{ groups: { rows: Uint32Array.of(0), starts }, leafStarts: starts, form: manifest.pattern.form, segments, envelope },
      ...{ words: codesOf(symbols.map(([first]) => first)), upperWords: codesOf(symbols.map((ends) => ends[ends.length - 1])) },
      ...{ levels: Uint8Array.of(level), labels: [] },
    },
    0,
    lower.length,
  );
  const width = Math.sqrt(lower.reduce((sum, low, t) => sum + (upper[t] - low) ** 2, 0) / lower.length);
  return { lower, upper, curve: [...curve], width, pattern, level };
}

const codesOf = (letters: readonly string[]): Uint8Array => Uint8Array.from(letters, (letter) => letter.charCodeAt(0) - 97);

async function readOriginals(path: string): Promise<readonly FileRow[]> {
  const [header] = readFileSync(path, 'utf8').split('\n', 1);
  const columns = header.split(',').map((name) => ({ name, numeric: false }));
  const workspace = openWorkspace();
  try {
    return await localFiles(workspace).readRows({ path, format: 'csv', delimiter: ',', columns });
  } finally {
    workspace.dispose();
  }
}
