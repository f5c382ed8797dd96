/** A policy as the text of a file. What is within a value is JSON, which YAML reads. */
export const yamlOf = (policy: Readonly<Record<string, unknown>>): string =>
  Object.entries(policy)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}: ${isPlain(value) ? value : JSON.stringify(value)}`)
    .join('\n');

/** A word that nothing else could be meant by. */
const isPlain = (value: unknown): boolean =>
  typeof value === 'number' ||
  (typeof value === 'string' && /^[a-z][a-z0-9_]*$/i.test(value) && !/^(y|n|yes|no|on|off|true|false|null)$/i.test(value));
