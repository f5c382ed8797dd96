import * as z from 'zod';

/** A list of columns: YAML list or one comma-separated text. */
export const columnList = z.union(
  [z.array(z.string().min(1)), z.string().min(1).transform(splitList)],
  'expected column names, as a list or with commas between',
);

/** Names between commas; a comma of a name's own is written \, but a regular expression alone may hold commas as they are. */
export function splitList(text: string): string[] {
  if (/^\/(?:[^/\\]|\\.)*\/i?$/.test(text.trim())) return [text.trim()];
  return text.split(/(?<!\\),/).map((name) => name.trim().replaceAll('\\,', ','));
}
