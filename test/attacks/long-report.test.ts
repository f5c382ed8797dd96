import { expect, it } from 'vitest';
import { csvOf, inPlace, make } from './attack.ts';

const days = Array.from({ length: 12 }, (_, i) => ({ id: `p${i}`, a: i, b: 2 * i }));

it('takes no good release for a forged one: a long release whose series are named one by one', () =>
  inPlace(async (place) => {
    const run = 'days.csv --subject id --series a,b --segments 2 -k 3 --shape long';
    expect(await make(place, { files: { 'days.csv': csvOf(days) }, run })).toMatchObject({ code: 0 });
    expect(await place.call(['verify', 'release', '--progress', 'none'])).toMatchObject({ code: 0, stderr: '' });
  }));
