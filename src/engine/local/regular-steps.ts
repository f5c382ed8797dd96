/**
 * The commonest step between instants, in words, and how many steps differ from it. Months are regular although their days are not:
 * the first of each month, or the last, is a grid to people.
 */
export function usualStep(
  places: readonly number[],
  kind: 'number' | 'moment' | 'clock',
): { readonly usual: string; readonly differ: number } {
  const steps = places.slice(1).map((place, before) => place - places[before]);
  const usual = commonest(steps);
  const differ = steps.filter((step) => Math.abs(step - usual) > 1e-6 * Math.abs(usual)).length; // 0.1 + 0.2 is a step of 0.1
  const months = kind === 'moment' && differ > 0 ? monthSteps(places) : undefined;
  if (months !== undefined) {
    const span = commonest(months);
    return { usual: countOf(span, 'month'), differ: months.filter((step) => step !== span).length };
  }
  return { usual: kind === 'number' ? String(Number(usual.toPrecision(9))) : duration(usual), differ };
}

function commonest(steps: readonly number[]): number {
  const times = new Map<number, { step: number; count: number }>();
  for (const step of steps) {
    const key = Number(step.toPrecision(9));
    const seen = times.get(key) ?? { step, count: 0 };
    times.set(key, { ...seen, count: seen.count + 1 });
  }
  return [...times.values()].reduce((best, seen) => (seen.count > best.count ? seen : best), { step: 0, count: 0 }).step;
}

/** Whole months between moments that stand at the same day and hour of their month, or all on its last day. */
function monthSteps(places: readonly number[]): readonly number[] | undefined {
  const dates = places.map((microseconds) => new Date(microseconds / 1000));
  const month = (date: Date) => date.getUTCFullYear() * 12 + date.getUTCMonth();
  const hour = (date: Date) => date.getTime() % day;
  const lastDay = (date: Date) => new Date(date.getTime() + day).getUTCDate() === 1;
  const [first] = dates;
  const sameDay = dates.every((date) => date.getUTCDate() === first.getUTCDate()) || dates.every(lastDay);
  if (!sameDay || dates.some((date) => hour(date) !== hour(first))) return undefined;
  return dates.slice(1).map((date, before) => month(date) - month(dates[before]));
}

const day = 86_400_000;

const units = [
  ['week', 7 * 86_400e6],
  ['day', 86_400e6],
  ['hour', 3_600e6],
  ['minute', 60e6],
  ['second', 1e6],
] as const;

function duration(microseconds: number): string {
  const [name, size] = units.find(([, each]) => microseconds >= each && microseconds % each === 0) ?? ['second', 1e6];
  return countOf(microseconds / size, name);
}

const countOf = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`;
