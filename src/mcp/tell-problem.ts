import { sections } from '../base/sections.ts';

/** A problem as an agent hears it. */
export interface ToldProblem {
  readonly code: string;
  readonly detail: string;
  readonly suggestion?: string;
  readonly pointer?: string;
}

/** Codes whose sentences are about the request, the policy or names of columns: they count nobody and hold no cell. All others may. */
const aboutRequest = new Set(
  `input/missing-column policy/bad-value policy/column-without-role policy/dominance-without-means policy/flatten-not-quasi policy/k-too-small
  policy/l-without-sensitive policy/long-and-wide policy/name-taken policy/no-quasi policy/no-series policy/no-subject policy/other-family
  policy/other-method policy/p-above-k policy/repeated-column policy/two-roles policy/typed-seed policy/unknown-key policy/unknown-quasi
  policy/unknown-weight policy/unreadable output/subject-kept`.split(/\s+/),
);

/** The problem itself where it is about what was asked; where it is about the data, what its code means in general. */
export function tellProblem({ code, detail, suggestion, pointer }: ToldProblem): ToldProblem {
  const place = pointer === undefined ? {} : { pointer };
  if (code.startsWith('server/') || aboutRequest.has(code))
    return { code, detail, ...(suggestion === undefined ? {} : { suggestion }), ...place };
  const text = sections().codes.find(({ name }) => name === code)?.text ?? 'It is about the data, which is not told here.';
  return { code, detail: text, ...place };
}
