import type { ManifestColumn } from '../release/manifest.ts';

/** How many units of the last decimal place a step is, exactly; undefined where that is no whole number, or one that nobody can count with. */
export function unitsOf(step: number, decimals: number): bigint | undefined {
  const [, whole, fraction = '', power = '0'] = /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(step)) ?? [];
  if (whole === undefined || decimals > mostDigits || Math.abs(Number(power)) > mostDigits) return undefined;
  const places = decimals + Number(power) - fraction.length; // below 0 it is none: a number is written without zeros at its end
  const units = places < 0 ? 0n : BigInt(whole + fraction) * 10n ** BigInt(places);
  return units > 0n && String(units).length <= mostDigits ? units : undefined;
}

/** What DuckDB's largest whole numbers hold. */
const mostDigits = 38;

/** Where bounds were moved to a grid. */
export const stepCheck = (columns: readonly ManifestColumn[]): string[] =>
  columns.some(({ snap }) => snap !== undefined) ? ['bounds: each is a multiple of the step declared for its column'] : [];
