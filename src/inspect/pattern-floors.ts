/** What a word of so many segments costs at least. */
export interface PatternFloor {
  readonly segments: number;
  /** The mean over some curves of what is lost when each segment becomes its mean: 0 the same shape, 1 no shape. */
  readonly floor: number;
}

/** Numbers of segments that people choose: parts of a day and of a week where instants are hours, halves and thirds elsewhere. */
const tried = [4, 6, 8, 12, 14, 16, 21, 24, 28, 42, 48, 56, 84, 96, 112];

/** A word longer than this is read by nobody, and nobody shares it. */
const mostSegments = 112;
/** Below it, half of the loss of a usual release is no longer the segments' own. */
const goodFloor = 0.3;
/** A longer word has to spare at least so much for each time that it is doubled. */
const worthDoubling = 0.08;

/** The floors of the numbers of segments that fit into curves of one length. */
export function patternFloors(curves: readonly Float64Array[], instants: number): readonly PatternFloor[] {
  const sizes = tried.filter((segments) => segments <= Math.min(instants, mostSegments));
  const counts = sizes.length === 0 ? [Math.max(1, Math.min(4, instants))] : sizes;
  return counts.map((segments) => ({ segments, floor: roundToThousandth(floorOf(curves, segments)) }));
}

/** The fewest segments whose floor is good, or from which on more segments spare little. */
export function segmentsFor(floors: readonly PatternFloor[]): PatternFloor | undefined {
  const good = floors.find(({ floor }) => floor <= goodFloor);
  const best = good ?? floors[floors.length - 1];
  if (best === undefined) return undefined;
  return (
    floors.find(
      ({ segments, floor }) =>
        segments <= best.segments && floor - best.floor <= worthDoubling * Math.log2(best.segments / segments),
    ) ?? best
  );
}

function floorOf(curves: readonly Float64Array[], segments: number): number {
  let sum = 0;
  let shaped = 0;
  for (const curve of curves) {
    const lost = lossOf(curve, segments);
    if (lost === undefined) continue;
    sum += lost;
    shaped++;
  }
  return shaped === 0 ? 0 : sum / shaped;
}

/** One minus the correlation of a curve with its means over segments; nothing of a flat curve, which has no shape to lose. */
function lossOf(curve: Float64Array, segments: number): number | undefined {
  const { length } = curve;
  const mean = curve.reduce((sum, value) => sum + value, 0) / length;
  let all = 0;
  for (const value of curve) all += (value - mean) ** 2;
  if (!(all > 0)) return undefined;
  let kept = 0;
  for (let s = 0; s < segments; s++) {
    const from = Math.floor((s * length) / segments);
    const to = Math.floor(((s + 1) * length) / segments);
    let sum = 0;
    for (let i = from; i < to; i++) sum += curve[i] - mean;
    if (to > from) kept += (sum * sum) / (to - from);
  }
  return 1 - Math.sqrt(Math.min(1, kept / all));
}

const roundToThousandth = (value: number): number => Math.round(1000 * value) / 1000;
