/** Event codes to classes; `*` in a code stands for any text. */
export interface MappingLine {
  readonly code: string;
  readonly class: string;
}

/** The class of every code, or nothing where no line covers it. A code in full beats a pattern; of two patterns the one that says more. */
export function classesOf(codes: readonly string[], lines: readonly MappingLine[]): readonly (string | undefined)[] {
  const exact = new Map(lines.filter(({ code }) => !code.includes('*')).map((line) => [line.code, line.class]));
  const patterns = lines
    .filter(({ code }) => code.includes('*'))
    .map((line) => ({ ...line, matches: matcherOf(line.code), said: line.code.replaceAll('*', '').length }))
    .sort((a, b) => b.said - a.said || (a.code < b.code ? -1 : 1));
  return codes.map((code) => exact.get(code) ?? patterns.find(({ matches }) => matches(code))?.class);
}

/** Each piece at the first place after the one before it: no way is tried twice, however many stars there are. */
function matcherOf(pattern: string): (code: string) => boolean {
  const [first, ...pieces] = pattern.split('*');
  const last = pieces.pop() ?? '';
  return (code) => {
    if (!code.startsWith(first)) return false;
    let at = first.length;
    for (const piece of pieces) {
      const found = code.indexOf(piece, at);
      if (found < 0) return false;
      at = found + piece.length;
    }
    return at <= code.length - last.length && code.endsWith(last);
  };
}

/** A code that stands on two lines: which class it has would hang on their order. */
export function repeatedCode(lines: readonly MappingLine[]): { first: number; second: number } | undefined {
  const seen = new Map<string, number>();
  for (const [place, { code }] of lines.entries()) {
    const first = seen.get(code);
    if (first !== undefined) return { first, second: place };
    seen.set(code, place);
  }
  return undefined;
}
