import { describe, expect, it } from 'vitest';
import { timeFormatOf } from '../../src/formats/time-format.ts';

describe('a format of times', () => {
  it.each([
    ['dd.MM.yyyy HH:mm', 'minute'],
    ['M/d/yyyy h:mm:ss a', 'second'],
    ['yyyyMMdd', 'day'],
    ['d MMM yyyy', 'day'],
    ['dd-MMM-yy(1970) HH:mm', 'minute'],
    ['MM.yyyy', 'month'],
    ["dd.MM.yyyy 'um' HH:mm 'Uhr'", 'minute'],
    ['yyyy-MM-ddTHH:mm:ss.SX', 'fraction'],
  ])('%s tells a time to the %s', (format, to) => expect(timeFormatOf(format)).toMatchObject({ to }));

  it.each([
    ['dd.MM.yy', /two digits/],
    ['dd.MM.yyyy HH', /minutes/],
    ['HH:mm', /year/],
    ['dd.yyyy', /month/],
    ['dd.MM.yyyy hh:mm', /am or pm/],
    ['dd.MM.yyyy HH:mm a', /am or pm/],
    ['dMyyyy', /sign must follow/],
    ['dd.MM.yyyy dd', /twice/],
    ['DD.MM.YYYY', /"DD" is no part/],
    ['dd.MMMM.yyyy', /"MMMM" is no part/],
    ['dd.MM.MMM.yyyy', /twice/],
    ['dd.MM.yy(1970).yyyy', /twice/],
    ['dd.MM.yy(70)', /two digits/],
    ['dd.MM.yy(1500)', /two digits/],
    ['dd.MMMyy', /two digits/],
    ['dd.MM.yyyy mm', /hour/],
    ['MM.yyyy HH:mm', /day/],
  ])('%s is refused with a reason', (format, reason) => expect(timeFormatOf(format)).toMatch(reason));
});
