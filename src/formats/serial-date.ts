/** What a number format of a workbook shows: a day, a moment, a time of day or a length of time; undefined for a plain number. */
export type DateKind = 'date' | 'moment' | 'clock' | 'duration';

/** Of the formats that a workbook does not spell out (ECMA-376, 18.8.30); those from 27 on are of East Asian languages. */
export function builtInKind(id: number): DateKind | undefined {
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 54) || id === 57 || id === 58)
    return 'date';
  if (id === 22) return 'moment';
  if ((id >= 18 && id <= 21) || (id >= 32 && id <= 35) || id === 45 || id === 47 || id === 55 || id === 56) return 'clock';
  return id === 46 ? 'duration' : undefined;
}

/** Of a format as it is written, such as `dd.mm.yyyy hh:mm`; its first part counts, which is for positive numbers. */
export function kindOfFormat(code: string): DateKind | undefined {
  const bare = code
    .split(';')[0]
    .replace(/\\.|_.|\*./g, '')
    .replace(/"[^"]*"?/g, '')
    .toLowerCase();
  if (/\[(h+|m+|s+)\]/.test(bare)) return 'duration';
  const signs = bare.replace(/\[[^\]]*\]/g, '').replace(/am\/pm|a\/p/g, 'h');
  if (/general/.test(signs)) return undefined;
  const day = /[yde]/.test(signs.replace(/0e[+-]?0/g, ''));
  const clock = /[hs]/.test(signs);
  if (day) return clock ? 'moment' : 'date';
  if (clock) return 'clock';
  return /m/.test(signs) && !/[0#?]/.test(signs) ? 'date' : undefined;
}

const dayLength = 86_400_000;
const lastDay = 2_958_465; // 9999-12-31

/**
 * A number of days as the time it stands for, in ISO 8601 without an offset; undefined where it stands for none, and is a number. A day of
 * the count from 1900 is one too many up to its 60th, 29 February 1900, which never was; workbooks of old Macintoshes count from 1904.
 */
export function serialText(serial: number, kind: DateKind, from1904: boolean): string | undefined {
  if (!(serial >= 0) || serial > lastDay + 1) return undefined;
  const millis = Math.round(serial * dayLength);
  const days = Math.floor(millis / dayLength);
  const clock = clockText(millis - days * dayLength);
  if (kind === 'duration') return durationText(millis);
  if (days === 0 && !(kind === 'date' || from1904)) return clock;
  if (!from1904 && (days === 60 || days === 0)) return undefined;
  const base = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, days < 60 ? 31 : 30);
  const date = new Date(base + days * dayLength);
  if (date.getUTCFullYear() > 9999) return undefined;
  const day = date.toISOString().slice(0, 10);
  return kind === 'date' && millis === days * dayLength ? day : `${day}T${clock}`;
}

function clockText(millis: number): string {
  const text = new Date(millis).toISOString().slice(11, 23);
  return text.endsWith('.000') ? text.slice(0, 8) : text;
}

function durationText(millis: number): string {
  const hours = Math.floor(millis / 3_600_000);
  return `${String(hours).padStart(2, '0')}${clockText(millis % 3_600_000).slice(2)}`;
}
