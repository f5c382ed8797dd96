/**
 * A short mark of what is chosen: the same for the same, in whatever order its keys come. It tells two policies of one work apart and guards
 * nothing: browsers have no cryptography for a page that came over plain HTTP.
 */
export function markOf(value: unknown): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (const letter of sortedText(value)) {
    const code = letter.codePointAt(0) ?? 0;
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return [high, low].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
}

const sortedText = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  ) ?? '';
