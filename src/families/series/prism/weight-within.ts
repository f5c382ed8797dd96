/** What may be lost at most. */
export interface Limits {
  readonly maxValueLoss?: number | undefined;
  readonly maxPatternLoss?: number | undefined;
}

interface Attempt {
  readonly valueLoss: number;
  readonly patternLoss: number;
}

/**
 * The attempt whose weight of shape is nearest the one asked for and keeps both limits: value loss grows with the weight and pattern loss
 * falls, so one of two directions is searched, by halving. Where no weight keeps both, the nearest that was reached: a gate ends such a run.
 */
export async function attemptWithin<Made extends Attempt>(
  limits: Limits,
  asked: number,
  most: number,
  attempt: (mu: number) => Promise<Made>,
): Promise<Made> {
  const { maxValueLoss = Number.POSITIVE_INFINITY, maxPatternLoss = Number.POSITIVE_INFINITY } = limits;
  const first = await attempt(asked);
  const values = first.valueLoss <= maxValueLoss;
  const patterns = first.patternLoss <= maxPatternLoss;
  if (values && patterns) return first;
  const lighter = !values;
  const keeps = ({ valueLoss, patternLoss }: Made) => (lighter ? valueLoss <= maxValueLoss : patternLoss <= maxPatternLoss);
  let found = values || patterns ? await attempt(lighter ? 0 : most) : first;
  if (keeps(found)) {
    let near = asked;
    let far = lighter ? 0 : most;
    for (let step = 0; step < halvings; step++) {
      const middle = lighter || near === 0 ? (near + far) / 2 : Math.sqrt(near * far); // upwards by shares: 10 is far from 1
      const made = await attempt(middle);
      if (keeps(made)) {
        found = made;
        far = middle;
      } else near = middle;
    }
  }
  return found;
}

/** Each costs a whole search. */
const halvings = 5;

/** With the weight asked for, with the furthest, and between them. */
export const mostAttempts = 2 + halvings;
