/** What a run needs of a table; columns that are not named are never read. */
export interface Wanted {
  readonly numbers: readonly string[];
  readonly texts: readonly string[];
  /** Columns left free behind the numbers, for what will be worked out from texts. */
  readonly spare: number;
  /** Read as a hash: whether subjects repeat is all a series run asks of it. */
  readonly subject?: string | undefined;
}
