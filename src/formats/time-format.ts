/** One piece of a format of times: a field of so many digits, or text that stands as it is. */
export type TimePiece =
  | { readonly field: TimeField; readonly digits: '2' | '4' | '1-2' | '1-9' }
  /** Two digits of a year: of the hundred years that begin with this one. */
  | { readonly field: 'shortYear'; readonly digits: '2'; readonly from: number }
  | { readonly field: 'monthName' | 'half' | 'offset' }
  | { readonly text: string };

export type TimeField = 'year' | 'month' | 'day' | 'hour' | 'hour12' | 'minute' | 'second' | 'fraction';

/** What each letter stands for. One letter takes one digit or two, two letters exactly two. */
const letters: Readonly<Record<string, TimePiece>> = {
  yyyy: { field: 'year', digits: '4' },
  M: { field: 'month', digits: '1-2' },
  MM: { field: 'month', digits: '2' },
  MMM: { field: 'monthName' },
  d: { field: 'day', digits: '1-2' },
  dd: { field: 'day', digits: '2' },
  H: { field: 'hour', digits: '1-2' },
  HH: { field: 'hour', digits: '2' },
  h: { field: 'hour12', digits: '1-2' },
  hh: { field: 'hour12', digits: '2' },
  mm: { field: 'minute', digits: '2' },
  ss: { field: 'second', digits: '2' },
  S: { field: 'fraction', digits: '1-9' },
  a: { field: 'half' },
  X: { field: 'offset' },
};

/** The letters, for messages and pages. */
export const timeLetters =
  'yyyy year; yy(1970) two digits of a year from 1970 to 2069; M, MM month; MMM its name; d, dd day; H, HH hour; h, hh with a for am and pm; mm; ss; S fraction; X offset';

export interface TimeFormat {
  readonly pieces: readonly TimePiece[];
  /** How much of a time it tells: a month, a day, or the clock, to the minute or finer. */
  readonly to: 'month' | 'day' | 'minute' | 'second' | 'fraction';
}

/** Reads a format such as `dd.MM.yyyy HH:mm`, or says what is wrong with it. What is no letter stands as it is; letters that do, stand in single quotes. */
export function timeFormatOf(text: string): TimeFormat | string {
  const pieces: TimePiece[] = [];
  for (let at = 0; at < text.length; ) {
    const quoted = /^'([^']*)'/.exec(text.slice(at));
    const run = /^([A-Za-z])\1*/.exec(text.slice(at));
    const century = /^yy\((1[89]\d\d|20\d\d)\)/.exec(text.slice(at));
    const word = quoted?.[0] ?? century?.[0] ?? run?.[0] ?? text[at];
    if (century !== null) pieces.push({ field: 'shortYear', digits: '2', from: Number(century[1]) });
    else if (run !== null && quoted === null) {
      if (word === 'T') pieces.push({ text: word });
      else if (/^y{1,3}$/.test(word))
        return 'years of two digits could be of any century: write yy(1970) for 1970 to 2069, or another first year';
      else if (!Object.hasOwn(letters, word)) return `"${word}" is no part of a format; there are ${timeLetters}`;
      else pieces.push(letters[word]);
    } else pieces.push({ text: quoted?.[1] ?? word });
    at += word.length;
  }
  return wrongWith(pieces) ?? { pieces, to: finest(pieces) };
}

function wrongWith(pieces: readonly TimePiece[]): string | undefined {
  const fields = pieces.flatMap((piece) => ('field' in piece ? [piece.field] : []));
  const has = (field: (typeof fields)[number]): boolean => fields.includes(field);
  if (
    new Set(fields).size < fields.length ||
    (has('hour') && has('hour12')) ||
    (has('month') && has('monthName')) ||
    (has('year') && has('shortYear'))
  )
    return 'one part stands in it twice';
  if (!(has('year') || has('shortYear')) || !(has('month') || has('monthName')))
    return 'it needs a year (yyyy) and a month (MM, M or MMM); a clock alone needs no format';
  if ((has('hour') || has('hour12')) && !(has('day') && has('minute'))) return 'a clock needs a day before it, and minutes (mm)';
  if (has('hour12') !== has('half')) return 'h and a stand together: without am or pm an hour could be two';
  if (!has('hour') && !has('hour12') && (has('minute') || has('second') || has('offset')))
    return 'minutes need an hour (HH or H)';
  if (has('second') && !has('minute')) return 'seconds need minutes (mm)';
  if (has('fraction') && !has('second')) return 'a fraction needs seconds (ss)';
  const open = pieces.findIndex(
    (piece, p) => 'digits' in piece && piece.digits.includes('-') && 'digits' in (pieces[p + 1] ?? {}),
  );
  return open < 0 ? undefined : 'one letter takes one digit or two, so a sign must follow it; or write it twice';
}

function finest(pieces: readonly TimePiece[]): TimeFormat['to'] {
  const has = (field: TimeField): boolean => pieces.some((piece) => 'field' in piece && piece.field === field);
  if (has('fraction')) return 'fraction';
  if (has('second')) return 'second';
  if (has('minute')) return 'minute';
  return has('day') ? 'day' : 'month';
}
