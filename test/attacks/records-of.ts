/** Records of a CSV text by column name; quotes are double. */
export function recordsOf(text: string, delimiter = ','): readonly Readonly<Record<string, string>>[] {
  const records: string[][] = [[]];
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^"${delimiter}\\n]*))(${delimiter}|\\n)`, 'g');
  for (const [, quoted, plain, end] of text.matchAll(cell)) {
    records.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === '\n') records.push([]);
  }
  const [names = [], ...rows] = records.slice(0, -1);
  return rows.map((cells) => Object.fromEntries(names.map((name, c) => [name, cells[c] ?? ''])));
}
