import type { ManifestColumn, SeriesManifest } from '../../release/manifest.ts';
import { bandsAsked, type CensusAsked, type ClassSizes, type SeriesCensus, topPatterns } from '../census.ts';
import type { DataFindings } from '../findings.ts';
import type { Layout } from '../layout.ts';
import { unitsOf } from '../step-units.ts';
import { answerOf, placesAsked } from './answers.ts';
import type { Classes } from './classes.ts';
import type { AskLines, LineFindings, LineQuestion, NumberForm } from './line-findings.ts';

type Proved = DataFindings & { readonly classes: Classes };

/**
 * Proves the promises of plain lines where they hold: every cell is written in its one way, GroupIDs are 1 to n with an envelope each, k share an envelope and P a
 * pattern in it. Answers nothing wherever that is not so, or not sure: then the slower way asks again and names what is wrong.
 */
export async function proveLines(
  ask: AskLines,
  layout: Layout,
  manifest: SeriesManifest,
  census: CensusAsked,
): Promise<Proved | undefined> {
  const question = questionOf(layout, manifest, census);
  const findings = question && (await ask(question));
  return findings && judgeFindings(findings, layout, manifest, census);
}

/** What has to be known of the lines; nothing where too many bands are to be looked for, or a step is no number. */
export function questionOf(
  layout: Layout,
  { pattern: { form, segments, maxLevel } }: SeriesManifest,
  census: CensusAsked,
): Omit<LineQuestion, 'isShared'> | undefined {
  const { envelope: columns } = layout;
  const forms = columns.map(({ declared }) => formOf(declared));
  const looked = typeof census === 'boolean' ? undefined : bandsAsked(layout, census);
  const shown = looked?.bands ?? [];
  if (forms.some(({ step }) => step > Number.MAX_SAFE_INTEGER) || shown.length > mostBands) return undefined;
  return {
    forms,
    pattern: { form, segments, maxLevel },
    asked: placesAsked(layout).map((column) => columns.indexOf(column)),
    shownAt: looked?.columns.map((column) => columns.indexOf(column)) ?? [],
    shown: shown.map(({ size, lower, upper }) => ({ size, lower, upper })),
  };
}

const mostBands = 100;

const formOf = ({ decimals = 0, snap }: ManifestColumn): NumberForm => ({
  decimals,
  scale: 10 ** decimals,
  step: Number((snap === undefined ? undefined : unitsOf(snap, decimals)) ?? 0),
});

/** The verdict on what readers found, whichever read which lines. */
export function judgeFindings(
  findings: readonly LineFindings[],
  layout: Layout,
  { promises: { k, p } }: SeriesManifest,
  census: CensusAsked,
): Proved | undefined {
  const rows = findings.reduce((sum, found) => sum + found.rows, 0);
  if (rows === 0 || !areNumbered(findings) || !areDifferent(findings)) return undefined;
  const groups = countSizes(findings.map(({ sizes }) => sizes));
  const leaves = countSizes(findings.map(({ leafRows }) => leafRows));
  const [[[smallestGroup]], [[smallestLeaf]]] = [groups, leaves];
  if (smallestGroup < k || smallestLeaf < p) return undefined;
  const classes = {
    rows,
    groups: countIds(findings),
    leaves: findings.reduce((sum, { leafRows }) => sum + leafRows.length, 0),
    smallestGroup,
    smallestLeaf,
  };
  if (census === false) return { breaches: [], classes };
  const told: SeriesCensus = {
    kind: 'series',
    groups,
    leaves,
    ...patternsOf(findings),
    answers: answersOf(findings, layout),
    strangeBands: typeof census === 'boolean' ? 0 : census.bands.length - new Set(findings.flatMap(({ found }) => found)).size,
  };
  return { breaches: [], classes, census: told };
}

const countIds = (findings: readonly LineFindings[]): number => findings.reduce((sum, { ids }) => sum + ids.length, 0);

function countSizes(sizes: readonly (Float64Array | Uint32Array)[]): ClassSizes {
  const counts = new Map<number, number>();
  for (const some of sizes) for (const size of some) counts.set(size, (counts.get(size) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => a - b);
}

/** Whether the numbers are 1 to n, each once. */
function areNumbered(findings: readonly LineFindings[]): boolean {
  const groups = countIds(findings);
  const seen = new Uint8Array(groups + 1);
  for (const { ids } of findings)
    for (const id of ids) {
      if (id > groups || seen[id] > 0) return false;
      seen[id] = 1;
    }
  return true;
}

/** Whether no two readers may have the same envelope: each has told those of its own apart. */
function areDifferent(findings: readonly LineFindings[]): boolean {
  if (findings.length === 1) return true;
  const size = 2 ** Math.ceil(Math.log2(2 * countIds(findings) + 2));
  const slots = new Int32Array(2 * size);
  const taken = new Uint8Array(size);
  for (const { ids, prints } of findings) {
    if (prints.length !== 2 * ids.length) return false;
    for (let at = 0; at < prints.length; at += 2) {
      let slot = (prints[at] ^ prints[at + 1]) & (size - 1);
      for (; taken[slot] > 0; slot = (slot + 1) & (size - 1))
        if (slots[2 * slot] === prints[at] && slots[2 * slot + 1] === prints[at + 1]) return false;
      taken[slot] = 1;
      slots[2 * slot] = prints[at];
      slots[2 * slot + 1] = prints[at + 1];
    }
  }
  return true;
}

function patternsOf(findings: readonly LineFindings[]): Pick<SeriesCensus, 'patterns' | 'flat'> {
  const subjects = new Map<string, { readonly pattern: string; readonly level: number; subjects: number }>();
  for (const { ends, leafRows, leafEnds } of findings) {
    const counts = new Float64Array(ends.length);
    for (let leaf = 0; leaf < leafRows.length; leaf++) counts[leafEnds[leaf]] += leafRows[leaf];
    for (const [code, { pattern, level }] of ends.entries()) {
      const key = `${pattern},${level}`; // the bytes that were read
      const known = subjects.get(key) ?? { pattern, level, subjects: 0 };
      known.subjects += counts[code];
      subjects.set(key, known);
    }
  }
  const patterns = [...subjects.values()];
  return {
    patterns: topPatterns(patterns),
    flat: patterns.reduce((sum, { level, subjects: some }) => sum + (level === 1 ? some : 0), 0),
  };
}

function answersOf(findings: readonly LineFindings[], layout: Layout): SeriesCensus['answers'] {
  const joinNumbers = (take: (found: LineFindings) => Float64Array): Float64Array => {
    const all = new Float64Array(countIds(findings));
    let at = 0;
    for (const found of findings) {
      all.set(take(found), at);
      at += found.ids.length;
    }
    return all;
  };
  const sizes = joinNumbers((found) => found.sizes);
  return placesAsked(layout).map((column, a) => {
    const at = (bounds: Float64Array, { length }: Float64Array) => bounds.subarray(a * length, (a + 1) * length);
    return answerOf(column, joinNumbers(({ lower, ids }) => at(lower, ids)), joinNumbers(({ upper, ids }) => at(upper, ids)), sizes); // biome-ignore format: a row
  });
}
