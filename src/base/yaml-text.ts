/**
 * Settings as a policy file has them, in YAML. The library that reads such files takes a tenth of a second to load, for every page that is drawn
 * and drawn again by the verifier; what is written here is a small part of the language.
 */
export function yamlText(settings: Readonly<Record<string, unknown>>): string {
  return linesOf(settings, '').join('\n');
}

function linesOf(value: unknown, indent: string): readonly string[] {
  const parts: readonly (readonly [head: string, part: unknown])[] = Array.isArray(value)
    ? value.map((part) => [`${indent}-`, part] as const)
    : Object.entries(value as object).flatMap(([key, part]) =>
        part === undefined ? [] : [[`${indent}${scalar(key)}:`, part] as const],
      );
  return parts.flatMap(([head, part]) => {
    if (!isNested(part))
      return [`${head} ${Array.isArray(part) ? '[]' : typeof part === 'object' && part !== null ? '{}' : scalar(part)}`];
    return [head, ...linesOf(part, `${indent}  `)];
  });
}

const isNested = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.length > 0
    : typeof value === 'object' && value !== null && Object.values(value).some((part) => part !== undefined);

/** A plain word where it can be nothing else; otherwise quoted as in JSON, which YAML reads alike. */
function scalar(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value) ?? 'null';
  if (/^[A-Za-z_][\w./-]*$/.test(value) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(value)) return value;
  return JSON.stringify(value).replace(
    /[\x7f-\xa0\u2028\u2029\ufeff\ufffe\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
