import type { Policy } from '../policy/policy.ts';

/** Where a release is weaker than its readers would call for; said aloud, decided by the person. */
export function adviceOn(policy: Policy, joined: number): readonly string[] {
  const advice: string[] = [];
  if (policy.release === 'public' && policy.k < 11)
    advice.push(`k is ${policy.k}; public releases usually ask for 11 or more (a risk of 0.09 at most).`);
  if (policy.release === 'public' && 'p' in policy && policy.p < 5)
    advice.push(`P is ${policy.p}; for a public release 5 or more keeps a known shape from pointing to fewer than 5.`);
  if (policy.subjectSpelling === 'exact' && policy.subject !== 'row')
    advice.push(
      'Ids count as they are written: two spellings of one person count as two subjects, and may hide behind each other.',
    );
  if (joined > 0) advice.push(joinedIds(joined));
  return advice;
}

/** What whoever runs it should know before the release is there: fewer subjects than ids. */
export const joinedIds = (joined: number): string =>
  `${joined} ${joined === 1 ? 'id is' : 'ids are'} another spelling of a subject (case, blanks or width) and ${joined === 1 ? 'counts' : 'count'} with it; --subject-spelling exact keeps spellings apart.`;

/** The same as a summary tells it; nothing where no id was joined. */
export const joinedOf = (joined: number): { readonly joinedIds?: number } => (joined > 0 ? { joinedIds: joined } : {});

/** That each spelling counts, where it does. */
export const exactSpelling = ({ subjectSpelling }: Policy): { readonly subjectSpelling?: 'exact' } =>
  subjectSpelling === 'exact' ? { subjectSpelling } : {};
