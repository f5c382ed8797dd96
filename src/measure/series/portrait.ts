import type { Matrix } from '../../frame/matrix.ts';
import { halvesOf, radixOrder } from '../../frame/radix-order.ts';
import type { SeriesRelease } from '../../release/series-release.ts';
import { type Course, courseOf } from './course.ts';
import { representativeCurve } from './representative-curve.ts';
import { sampledPatternLosses } from './sampled-pattern-losses.ts';
import { groupWidths, widthOfAll } from './value-loss.ts';

/** Pictures of a release in few numbers, whatever its size: some groups, the worst ones, and how losses are spread. */
export interface Portrait {
  /** Which instants are shown, counted from 0; all of a short series. */
  readonly instants: readonly number[];
  readonly bands: readonly BandPicture[];
  readonly worst: readonly BandPicture[];
  /** Value loss of each group, and its subjects. */
  readonly widths: Float64Array;
  readonly sizes: Uint32Array;
  /** Pattern loss of a sample of records, all where they are few. */
  readonly patternLosses: Float64Array;
  readonly valueRange: number;
  readonly course: { readonly before: Course; readonly after: Course };
}

/** One group: its band at the instants shown, the curve of its most frequent pattern, and some of its members as they were. */
export interface BandPicture {
  readonly size: number;
  readonly valueLoss: number;
  readonly lower: readonly number[];
  readonly upper: readonly number[];
  readonly curve: readonly number[];
  readonly members: readonly (readonly number[])[];
}

const mostInstants = 96;
const mostMembers = 8;
const shares = [0.02, 0.2, 0.4, 0.6, 0.8, 0.98]; // of the groups, from narrow to wide
const worstGroups = 3;
const mostRecords = 20_000;

/** The groups shown lie at fixed shares of all groups, sorted by the width of their band: neither chance nor choice is in the picture. */
export function portraitOf(matrix: Matrix, seriesLength: number, release: SeriesRelease): Portrait {
  const instants = shownInstants(seriesLength);
  const widths = groupWidths(release, seriesLength);
  const { starts } = release.groups;
  const sizes = new Uint32Array(widths.length);
  for (let group = 0; group < sizes.length; group++) sizes[group] = starts[group + 1] - starts[group];
  const order = radixOrder(widths.length, halvesOf(new BigUint64Array(widths.buffer))); // none is negative, so their bits rise with them
  const shown = new Set(shares.map((share) => order[Math.min(order.length - 1, Math.floor(share * order.length))]));
  const scene = { matrix, release, seriesLength, instants };
  const pictureOf = (group: number) => bandPicture(scene, group, widths[group]);
  return {
    instants,
    bands: [...shown].map(pictureOf),
    worst: [...order.slice(-worstGroups)].reverse().map(pictureOf),
    widths,
    sizes,
    patternLosses: sampledPatternLosses(matrix, seriesLength, release, mostRecords),
    valueRange: widthOfAll(release, seriesLength),
    course: courseOf(matrix, release, instants, mostRecords),
  };
}

/** First and last always among them. */
function shownInstants(length: number): readonly number[] {
  const count = Math.min(length, mostInstants);
  return Array.from({ length: count }, (_, i) => (count === 1 ? 0 : Math.round((i * (length - 1)) / (count - 1))));
}

/** What pictures of groups are drawn from. */
interface Scene {
  readonly matrix: Matrix;
  readonly release: SeriesRelease;
  readonly seriesLength: number;
  /** Those that are shown. */
  readonly instants: readonly number[];
}

function bandPicture(
  { matrix: { values, rowStep }, release, seriesLength, instants }: Scene,
  group: number,
  valueLoss: number,
): BandPicture {
  const { groups, envelope } = release;
  const at = group * envelope.columns;
  const members = groups.rows.subarray(groups.starts[group], groups.starts[group + 1]);
  const step = Math.max(1, Math.floor(members.length / mostMembers));
  const drawn = members.filter((_, i) => i % step === 0).slice(0, mostMembers);
  const curve = representativeCurve(release, group, seriesLength);
  return {
    size: members.length,
    valueLoss,
    lower: instants.map((t) => envelope.lower[at + t]),
    upper: instants.map((t) => envelope.upper[at + t]),
    curve: instants.map((t) => curve[t]),
    members: Array.from(drawn, (row) => instants.map((t) => values[row * rowStep + t])),
  };
}
