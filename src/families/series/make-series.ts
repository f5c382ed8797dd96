import type { Problem } from '../../base/problem.ts';
import type { ValueSpace } from '../../clusters/mondrian.ts';
import { leastOf, mostOf } from '../../frame/gather.ts';
import type { Matrix } from '../../frame/matrix.ts';
import type { Figures, ShortOf } from '../../plan/gates.ts';
import { curveOf } from '../../policy/series-policy.ts';
import { snapOf } from '../../policy/snap.ts';
import type { ManifestModel } from '../../release/manifest.ts';
import type { SeriesRelease } from '../../release/series-release.ts';
import { snapEnvelope } from '../../release/snap-envelope.ts';
import { fewestValues } from './fewest-values.ts';
import { meanCurvesOf } from './group-means.ts';
import { makeDiverse, makeModels } from './make-diverse.ts';
import type { MethodMade, SeriesMaking } from './method.ts';
import { methodOf } from './method-of.ts';
import { owedByLeaves } from './owed-by-leaves.ts';
import { releaseLosses } from './prism/published-losses.ts';
import { curvesOf } from './reconstruct.ts';
import type { TracedNode } from './series-block.ts';
import type { SeriesTable } from './series-table.ts';

/** What a method made, every node of its trees where they were asked for, and the figures that gates look at. */
export interface MadeSeries {
  readonly release: SeriesRelease;
  readonly nodes: readonly TracedNode[];
  readonly figures: Figures;
  /** What every leaf keeps of sensitive values beside l, as the manifest tells it. */
  readonly models?: readonly ManifestModel[];
}

/**
 * Runs the policy's method over a table, block by block on the pool. The release is the same on any number of threads, and whether or not it
 * had work in common with other settings of the same table.
 */
export async function makeSeries(given: Omit<SeriesMaking, 'space'>): Promise<MadeSeries> {
  const { table, policy } = given;
  const making = { ...given, space: spaceOf(table) };
  const method = methodOf(policy);
  const { release: made, nodes = [], losses } = await method.make(making);
  const released = made.groups.rows.length;
  const fewest = policy.l > 1 ? fewestValues(table.sensitive, made.groups.rows) : undefined;
  const kept = released >= policy.k && (fewest?.values ?? 0) >= policy.l; // otherwise a gate ends the run
  const diverse = kept && method.keepsL !== true ? await makeDiverse(making, made, method) : made;
  const owed = owedByLeaves(policy, table.sensitive, made.groups.rows); // of those who are left
  const models = owed.ok ? owed.value : undefined;
  const merged = models === undefined ? diverse : await makeModels(making, diverse, method, models.owed);
  const together = policy.shape === 'long' ? table.seriesLength : 0; // a long release has one column for all instants
  const release = { ...merged, envelope: snapEnvelope(merged.envelope, snapOf(policy), together) };
  const lost = losses !== undefined && models !== undefined ? lossesOf(release, table) : losses; // merging has cost some more
  return {
    release: { ...release, ...curvesFor(release, making) },
    nodes,
    figures: {
      released,
      ...(fewest === undefined ? {} : { distinctValues: fewest }),
      ...(owed.ok ? {} : { models: shortOf(owed.problems[0]) }),
      ...lost,
    },
    ...(models === undefined ? {} : { models: models.told }),
  };
}

function curvesFor(release: SeriesRelease, { policy, table }: SeriesMaking): Pick<SeriesRelease, 'curves'> {
  const curve = curveOf(policy);
  if (curve === undefined) return {};
  const { matrix, seriesLength } = table;
  return { curves: curve === 'mean' ? meanCurvesOf(release, matrix, seriesLength) : curvesOf(release, seriesLength) };
}

/** What those who are left lack; that a promise can be understood, the plan has seen. */
function shortOf({ facts: { column, asked, reachable, l, most } }: Problem): ShortOf {
  return asked === undefined
    ? { column: String(column), asked: `distinct l is ${l}`, reachable: `${most} or less` }
    : { column: String(column), asked: String(asked), reachable: String(reachable) };
}

function lossesOf(release: SeriesRelease, { matrix, seriesLength }: SeriesTable): NonNullable<MethodMade['losses']> {
  const { value, pattern, records } = releaseLosses(release, matrix, seriesLength);
  return { valueLoss: value / records, patternLoss: pattern / records };
}

/** Series columns share one scale, as they share one unit and the loss is measured in it; every other column spans 0 to 1. */
function spaceOf({ rows, matrix, seriesLength, categories }: SeriesTable): ValueSpace {
  const extents = extentsOf(matrix, rows);
  const series = extents.slice(0, seriesLength);
  const shared: Extent = { low: leastOf(series.map(({ low }) => low)), high: mostOf(series.map(({ high }) => high)) };
  const first = matrix.columns - categories.length;
  return {
    matrix,
    scales: extents.map((own, c) => scaleOf(c < seriesLength ? shared : own)),
    nominal: extents.map((_, c) => c >= first),
  };
}

interface Extent {
  readonly low: number;
  readonly high: number;
}

const scaleOf = ({ low, high }: Extent): number => (high > low ? 1 / (high - low) : 0);

/** Row by row: a pass for each column would fetch a table of a million rows from memory as many times as it has columns. */
function extentsOf({ values, columns, rowStep, columnStep }: Matrix, rows: Uint32Array): readonly Extent[] {
  const lows = new Float64Array(columns).fill(Number.POSITIVE_INFINITY);
  const highs = new Float64Array(columns).fill(Number.NEGATIVE_INFINITY);
  for (let i = 0; i < rows.length; i++)
    for (let c = 0, at = rows[i] * rowStep; c < columns; c++, at += columnStep) {
      const value = values[at];
      if (value < lows[c]) lows[c] = value;
      if (value > highs[c]) highs[c] = value;
    }
  return Array.from(lows, (low, c) => ({ low, high: highs[c] }));
}
