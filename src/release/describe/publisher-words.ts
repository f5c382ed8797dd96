/** What a publisher says of a release, as `about` in the policy has it. */
export interface PublisherWords {
  readonly title?: string | undefined;
  readonly publisher?: string | undefined;
  readonly purpose?: string | undefined;
  readonly contact?: string | undefined;
  readonly licence?: string | undefined;
  readonly date?: string | undefined;
}
