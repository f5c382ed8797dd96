import { fillIn, type Told } from '../base/told.ts';

/** What nobody can see in the published files, by code. Other languages have the same codes in studio/words/told. */
export const verdictNotes = {
  'told-of-original':
    'report.json: what was read and what was lost is told of the original, and cannot be seen in the published files',
  'own-words': 'report.json: about and units are told in the publisher’s own words, which nothing in the release answers for',
  'unchecked-signature': 'manifest.sig was not checked: no key was given',
  'population-needed':
    '{promises}: proved at the time of writing against a population that is not at hand; --population FILE proves it again',
  'presence-unseen':
    'presence: proved at the time of writing; who is behind the rows is told only in internal/, and without it the shares cannot be worked out',
  'not-drawn': 'report.html was not checked: it was not drawn again',
  'other-maker': 'report.html was not checked: {maker} drew it, and here is {own}',
  'hidden-in-cluster': 'files whose names begin with . or _ were not looked for: a cluster shows them to nobody',
} as const;

export type VerdictNote = Told<keyof typeof verdictNotes>;

export const tellNote = ({ code, facts }: VerdictNote): string => fillIn(verdictNotes[code], facts);
