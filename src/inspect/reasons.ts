import { type Facts, fillIn, type Told } from '../base/told.ts';

/** All that is said of columns and cells when a table is looked at, by code. Other languages have the same codes in studio/words/told. */
export const reasons = {
  // why a column has its role
  'subject-unique': 'unique: no two rows share it',
  'subject-repeats': 'it repeats, {each} rows each on average',
  'counts-up': '{columns} numbers that count up',
  'same-instants': 'the same instants for every subject',
  'one-number': 'one number at each instant',
  'dates-with-time': 'dates with a time',
  'codes-repeat': '{codes} codes that repeat',
  'when-there': 'when somebody was there',
  'where-there': 'where somebody was',
  'what-bought': 'what somebody bought',
  'share-beginnings': ': codes that share their beginnings',
  'mean-amount': 'an amount: published as a mean',
  'file-class': 'the class that the file itself names',
  'nearly-unique': '; but (nearly) unique, so as good as a name: round it, or drop it',
  empty: 'empty',
  'event-needs-not': 'not needed: an event is published by its class and time',
  'one-value': 'one value throughout says nothing',
  'second-series': 'a second series; one is published at a time',
  'leads-to-person': 'its name says that it leads to a person',
  'typed-words': 'words that somebody typed may say anything',
  'unique-text': 'an identifier: unique text',
  'own-number': 'an identifier: a number of its own in each row',
  'dates-single-out': 'dates single people out; make a year or an age of it to keep it',
  'another-value': 'another value that changes; one is published at a time',
  'changes-inside': 'it changes inside a subject, and a curve has one',
  'numbers-deeds': 'it numbers what was done: an identifier',
  'numbers-something': 'an identifier: its name says that it numbers something',
  'name-known': 'others can know it, as its name says',
  'name-wanted': 'what readers want to learn, as its name says',
  'record-needs-not': 'not needed: counts are by place or article, time and what names say',
  'number-guessed': 'a number that others could know or guess',
  'many-texts': 'too many different texts: each says much about few',
  'goes-with': 'goes with "{column}", so whoever knows one knows the other',
  'few-texts': 'sensitive? {texts} texts that go with nothing else here',
  'an-identifier': 'an identifier',
  chosen: 'your choice',
  // how cells are written, and what speaks for it
  said: 'as you said',
  'one-time': 'a date and a clock beside each other are one time',
  fit: '{fits} of {filled} fit {format}',
  'fit-alike': '{fits} of {filled} fit {format} alike: ',
  'month-name': ', with the name of a month',
  'nothing-else': '; {cells} can mean nothing else',
  'minus-behind': '; {cells} have their minus behind',
  'first-above-12': '; {cells} have a first part above 12',
  'second-above-12': '; {cells} have a second part above 12',
  and: '; ',
  'any-part': 'any part may be the year or the day',
  'none-above-12': 'no part is above 12',
  'day-first-habit': ', but the file has dots in its dates and decimal commas, and who writes so writes the day first',
  'short-years': 'years of two digits, all {written}, are taken for {meant}',
  'two-centuries': 'years of two digits may be of two centuries',
  'sign-open': 'in {fits} of {filled} cells "{sign}" may stand before decimals or between thousands',
  'not-utf8': 'not UTF-8; {letters} letters beyond ASCII, as {encoding} these: {seen}',
  'like-alike': ', and the same in its like',
  // what an answer to a question would mean
  'years-are': 'years are {first} to {last}',
  'is-day-first': '{date} is the 3rd of April',
  'is-month-first': '{date} is March the 4th',
  'is-year-first': '{date} is the 5th of April',
  'of-year': ' of year {year}, {format}',
  'numbers-as': 'numbers as in {example}',
  windows: 'Windows',
  'older-unix': 'older files of Unix',
  // what to know before it runs
  'mixed-order': '"{column}": some dates fit only with the day first, others only with the month first',
  'several-units': '"{column}": amounts in several units: {units}',
  'read-as-decimals':
    '"{column}": every point stands before three digits, and is read as a decimal point; if it stands between thousands, say --thousands "{column}=."',
  'tied-subjects':
    'Who is protected? As much speaks for {columns}, so the line "subject" is commented out. Until it is there, nothing runs.',
  'no-subject': 'Who is protected? The line "subject" is commented out: no column says so. Until it is there, nothing runs.',
  'several-rows':
    '"{column}" stands in several rows, but each subject must be one curve: average its rows, choose one, or name another subject.',
  'rows-of-nobody': '{rows} rows have no "{column}": complete them or leave them out of the input.',
  'rows-left-out': '{rows} rows have no "{column}": they are left out and counted, as the line "onEmptySubject" says.',
  'odd-cells': '"{column}" holds {cells} cells that are no numbers: correct them or give it another role.',
  'several-offsets':
    'Times have several offsets from UTC. The line "timeZone" says UTC: name your place, such as Europe/Vienna, for its hours.',
  'few-subjects': 'Only {subjects} subjects: k cannot be more.',
} as const satisfies Readonly<Record<string, string>>;

export type Reason = Told<keyof typeof reasons>;

export const because = (code: Reason['code'], facts?: Facts): Reason => (facts === undefined ? { code } : { code, facts });

/** A role's only reason. */
export const reasonOf = (code: Reason['code']): { readonly reason: string; readonly told: readonly Reason[] } => ({
  reason: reasons[code],
  told: [because(code)],
});

/** In English, one after the other: what joins two is part of the second. */
export const tellReasons = (told: readonly Reason[]): string =>
  told.map(({ code, facts }) => fillIn(reasons[code], facts)).join('');
