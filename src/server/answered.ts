/** One answered request, as far as it may be told: no address, no query, no header, no body. */
export interface Answered {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly milliseconds: number;
}
