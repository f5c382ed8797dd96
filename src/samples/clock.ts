/** How the hours of a day share what happens in it, as a function from a share to the second by which so much has happened. */
export function secondsBy(profile: readonly number[]): (share: number) => number {
  const before = new Float64Array(25);
  for (const [hour, weight] of profile.entries()) before[hour + 1] = before[hour] + weight;
  const whole = before[24];
  return (share) => {
    let hour = 0;
    while (hour < 23 && before[hour + 1] < share * whole) hour++;
    return Math.min(86_399, Math.floor(3600 * (hour + (share * whole - before[hour]) / profile[hour])));
  };
}

/** Timestamps without an offset over some days: day 0 is the UTC day of `start`. */
export function timestamps(start: number, days: number): (day: number, second: number) => string {
  const dates = Array.from({ length: days }, (_, day) => new Date(start + day * 86_400_000).toISOString().slice(0, 11));
  return (day, second) => {
    const minute = Math.floor(second / 60);
    return `${dates[day]}${twoDigits[Math.floor(minute / 60)]}:${twoDigits[minute % 60]}:${twoDigits[second % 60]}`;
  };
}

const twoDigits = Array.from({ length: 60 }, (_, value) => String(value).padStart(2, '0'));
