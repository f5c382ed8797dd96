import * as z from 'zod';

/** The name of a time zone that this machine knows. */
export const timeZone = z.string().refine(isTimeZone, 'the name of a time zone, such as Europe/Ljubljana');

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
