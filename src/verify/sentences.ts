/** What a person is told about a breach. */
export interface Sentences {
  readonly what: string;
  readonly where?: string | undefined;
  readonly why: string;
  readonly fix: string;
}

/** One entry for each kind: a kind without sentences does not compile. */
export type SentencesOf<B extends { readonly kind: string }> = {
  readonly [Kind in B['kind']]: (breach: Extract<B, { readonly kind: Kind }>) => Sentences;
};

export const makeAgain = 'Do not publish this folder; make the release again with `shoal run`.';

export const countOf = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

/** `1 row is`, `2 rows are`. */
export const countIs = (count: number, one: string, many = `${one}s`): string =>
  `${countOf(count, one, many)} ${count === 1 ? 'is' : 'are'}`;

/** At most five names, then how many more. */
export function listNames(names: readonly string[]): string {
  const shown = names.slice(0, 5).join(', ');
  return names.length > 5 ? `${shown} and ${names.length - 5} more` : shown;
}

/** Rows are counted from 1, after the header. */
export function placeInFile(file: string, row: number | undefined): string {
  if (row === undefined) return file;
  return row === 0 ? `${file}, header` : `${file}, first at row ${row}`;
}
