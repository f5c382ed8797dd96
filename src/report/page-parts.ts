/** The parts of a report that each method words for itself; all HTML but the numbers. */
export interface PageParts {
  readonly verdict: string;
  readonly method: string;
  readonly numbers: readonly (readonly string[])[];
  /** Sections of its own after the numbers. */
  readonly further: string;
  readonly limits: readonly string[];
}
