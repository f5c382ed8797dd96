/** JSON as a run writes it: two blanks for each level, keys as they come, one line feed at the end. */
export const canonicalJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/**
 * Whether a text is JSON in the one way that a run writes it. Blanks, escapes such as \u0041, other spellings of a number and keys that
 * are given twice would all be read as the same, and could each carry something that nobody sees.
 */
export function isCanonicalJson(text: string): boolean {
  try {
    return canonicalJson(JSON.parse(text)) === text;
  } catch {
    return false;
  }
}
