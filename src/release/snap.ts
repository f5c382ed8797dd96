/** `auto`: a round step of about a twentieth of the column's mean band; `off`: bounds as they are; or the step itself. */
export type Snap = 'auto' | 'off' | number;

/** The grid a column's bounds are moved outward to, so that they are no member's own values. */
export interface SnapGrid {
  /** The step, as a number to be told. */
  readonly step: number;
  /** Decimal places its multiples are written with. */
  readonly decimals: number;
  /** Bounds times this are whole numbers, and so is the step: `multiple`. */
  readonly scale: number;
  readonly multiple: number;
}

/** What is known of the bounds of a column, as they are on the grid of `decimals`. */
export interface Bounds {
  readonly decimals: number;
  readonly meanBand: number;
  readonly largest: number;
}

/**
 * The grid for a column; undefined where bounds stay as they are. Never finer than the grid of the column's decimals. Beyond the numbers that
 * a double counts exactly there is no grid: what moves there cannot be proved.
 */
export function snapGrid(snap: Snap, { decimals, meanBand, largest }: Bounds): SnapGrid | undefined {
  if (snap === 'off') return undefined;
  const unit = { digits: 1, exponent: -decimals };
  const wanted = snap === 'auto' ? roundStep(meanBand / bandsInStep) : stepOf(snap);
  const step = wanted !== undefined && numberOf(wanted) > numberOf(unit) ? wanted : unit;
  const places = Math.max(decimals, -step.exponent);
  const scale = Number(`1e${places}`);
  const multiple = numberOf({ digits: step.digits, exponent: step.exponent + places });
  if (largest * scale + multiple >= (places === 0 ? 2 ** 53 : 2 ** 51)) return undefined;
  return { step: numberOf(step), decimals: step === unit ? decimals : Math.max(0, -step.exponent), scale, multiple };
}

/** The largest multiple of the step that is not above a bound. In whole numbers, so that nothing is lost to rounding. */
export function snapDown(bound: number, { scale, multiple }: SnapGrid): number {
  const steps = Math.round(bound * scale);
  const rest = steps % multiple;
  return (steps - (rest < 0 ? rest + multiple : rest)) / scale + 0; // + 0: no negative zero in print
}

export const snapUp = (bound: number, grid: SnapGrid): number => -snapDown(-bound, grid) + 0;

const bandsInStep = 20;

/** digits x 10^exponent. */
interface Step {
  readonly digits: number;
  readonly exponent: number;
}

const numberOf = ({ digits, exponent }: Step): number => Number(`${digits}e${exponent}`);

/** The nearest of 1, 2 and 5 times a power of ten, by shares; none where there is no size to be near. */
function roundStep(size: number): Step | undefined {
  if (!(size > 0 && size < Number.POSITIVE_INFINITY)) return undefined;
  const [digits, power] = size.toExponential().split('e').map(Number);
  const near = [1, 2, 5].find((round, i) => digits < Math.sqrt(round * [2, 5, 10][i]));
  return near === undefined ? { digits: 1, exponent: power + 1 } : { digits: near, exponent: power };
}

/** A number as it is written: 0.25 is 25 x 10^-2. */
export function stepOf(value: number): Step {
  const [mantissa, power] = value.toExponential().split('e');
  const [whole, fraction = ''] = mantissa.split('.');
  return { digits: Number(whole + fraction), exponent: Number(power) - fraction.length };
}
