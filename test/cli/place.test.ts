import { expect, it } from 'vitest';
import { openPlace } from './shoal-process.ts';

it('a call that outlives its test ends, and later tests have the folders of the run', async () => {
  const folders = () => [process.cwd(), process.env.TMPDIR];
  const before = folders();
  const place = openPlace();
  const call = place.call(['generate', 'walks', '--rows', '2000000', '--out', 'walks.csv', '--progress', 'none']);
  expect(folders()).not.toEqual(before);
  place.remove();
  expect(folders()).toEqual(before);
  const next = openPlace();
  expect((await next.call(['--version'])).code).toBe(0);
  expect((await call).code).not.toBe(0);
  expect(folders()).toEqual(before);
  next.remove();
});
