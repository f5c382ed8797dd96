/**
 * SQL that holds where a label of a series release is true of the value, a text of the original: it is the value, a set that lists it, or
 * an ancestor of it. An empty value is written `(none)`, and in a set the signs \ | { } stand behind a backslash.
 */
export function isNamedBy(label: string, value: string, ancestors: string | undefined): string {
  const named = `CASE WHEN ${value} = '' THEN '(none)' ELSE ${value} END`;
  const marked = (text: string, before: string) =>
    signs.reduce((sql, sign, i) => `replace(${sql}, '${before}${sign}', chr(${i + 1}))`, text); // only then can a set be split at its bars
  const members = `string_split(${marked(`substr(${label}, 2, length(${label}) - 2)`, '\\')}, '|')`;
  const listed = `starts_with(${label}, '{') AND ends_with(${label}, '}') AND list_contains(${members}, ${marked(named, '')})`;
  const below = ancestors === undefined ? '' : ` OR (${value}, ${label}) IN (SELECT (value, label) FROM ${ancestors})`;
  return `coalesce(${label} = ${named} OR (${listed})${below}, false)`;
}

const signs = ['\\', '|', '{', '}'];
