import type { MappingLine } from '../../formats/mapping-file.ts';

/**
 * The class of every code, or nothing where no line covers it. A code in full beats a pattern; of two patterns the one that says more. Without
 * a mapping each code is its own class.
 */
export function classesOf(codes: readonly string[], lines: readonly MappingLine[] | undefined): readonly (string | undefined)[] {
  if (lines === undefined) return codes.map((code) => code || noCode);
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

/** The class of an empty code, which no cell must be. */
const noCode = '(empty)';
